"""A person's corrections of what was found: kept in a small file, applied again on every ingest, marked as a person's."""

from sessionlens.amendments.apply import applied, for_checks, rejected, unmet
from sessionlens.amendments.file import DEEDS, Amendment, AmendmentsError, beside, of_session, read, write
from sessionlens.amendments.settle import settled

__all__ = [
    "DEEDS",
    "Amendment",
    "AmendmentsError",
    "applied",
    "beside",
    "for_checks",
    "of_session",
    "read",
    "rejected",
    "settled",
    "unmet",
    "write",
]
