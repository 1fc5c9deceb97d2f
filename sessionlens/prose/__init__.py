"""What the agent wrote, as statements: Markdown blocks, sentences, clauses, and the cues that tell a result from a plan."""

from sessionlens.model.trace import Statement

__all__ = ["statements"]


def statements(text: str) -> tuple[Statement, ...]:
    """See `markdown.statements`, which is loaded when a text is first read: who only needs the words of a language waits for none of it."""
    from sessionlens.prose import markdown

    return markdown.statements(text)
