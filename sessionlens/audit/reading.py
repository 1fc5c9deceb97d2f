"""A sentence of a document in the form that checks read."""

from sessionlens.audit.document import Document, Sentence
from sessionlens.checks.claims import claim as parsing
from sessionlens.facts import conclusions
from sessionlens.model.facts import Conclusion
from sessionlens.model.session import Message, Session, ToolCall
from sessionlens.model.span import Span
from sessionlens.model.trace import Statement, Trace, Turn


def whole(s: Statement, document: Document, number: int, k: int) -> Conclusion:
    """A statement taken as one conclusion of message `number`, id "s...", whatever it says."""
    span = Span(source=document.name, msg=number, start=s.start, end=s.end)
    return Conclusion(id=f"s{number}.{k}", msg=number, text=s.text, span=span, quote=s.text, at=s.start, statement=s)


def parsed(sentence: Sentence) -> parsing.Claim:
    """A sentence with its numbers, words and names."""
    return parsing.parse(whole(sentence.statement, sentence.place.document, 1, 0))


def stated(document: Document, number: int) -> tuple[Conclusion, ...]:
    """What the document states, outside its headings, as results of one message; and each sentence with figures as a whole, id "s...":
    a write-up says of what came later that it "will show" it."""
    call = ToolCall("0", "document", "other", {})
    statements = document.claimed
    message = Message(number, "assistant", document.masked)
    session = Session("document", "document", document.name, (Message(number - 1, "assistant", "", (call,)), message))
    found = conclusions.find(Trace(session, (Turn(session.messages[0]), Turn(message, (), statements))))
    heads = [(b.start, b.end) for b in document.blocks if b.heading]
    plain = [c for c in found if not any(a <= c.at < b for a, b in heads)]
    longest: dict[int, int] = {}
    for c in plain:
        longest[c.at] = max(longest.get(c.at, 0), len(c.quote))
    entire = [
        whole(s.statement, document, number, k)
        for k, s in enumerate(document.sentences)
        if any(ch.isdigit() for ch in s.text) and longest.get(s.place.start, -2) < len(s.text) - 1
    ]
    return (*plain, *entire)
