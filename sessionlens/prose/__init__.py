"""What the agent wrote, as statements: Markdown blocks, sentences, clauses, and the cues that tell a result from a plan."""

from sessionlens.prose.markdown import statements

__all__ = ["statements"]
