"""What has been ingested, kept in one SQLite file: sessions, messages, facts, edges, verdicts, findings."""

from sessionlens.store.database import Entry, NoSessionError, Store, StoreError, open_store
from sessionlens.store.search import Hit
from sessionlens.store.where import default_path

__all__ = ["Entry", "Hit", "NoSessionError", "Store", "StoreError", "default_path", "open_store"]
