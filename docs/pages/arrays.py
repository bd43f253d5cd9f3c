"""What a filter says of its output, as paragraphs and lists: sentences that name arrays become items."""

import re

from .text import wrapped

_NAME = re.compile(r"'(\w+)'")
#: Where a sentence ends, and where its next item begins: outside of brackets, after an explanation in them or a semicolon.
_END = re.compile(r"\. (?=[A-Z])")
_NEXT = re.compile(r"; |(?<=\)), and (?=')|(?<=\)),? (?:and )?(?=')")


def output_text(text):
    """The help of a filter's output in Markdown."""
    blocks = []
    for sentence in _divided(" ".join(text.split()).removesuffix("."), _END):
        named = _NAME.search(sentence)
        items = _divided(sentence, _NEXT) if named else [sentence + "."]
        kind = "list" if named else "text"
        if not blocks or blocks[-1][0] != kind:
            blocks.append((kind, []))
        blocks[-1][1].extend(items)
    return "\n\n".join(_block(kind, items) for kind, items in blocks)


def _block(kind, items):
    if kind == "text":
        return wrapped(" ".join(items))
    return "\n".join("- " + wrapped(_NAME.sub(r"`\1`", item)).replace("\n", "\n  ") for item in items)


def _divided(text, at):
    """The parts of a text between the places outside of brackets where a pattern matches."""
    parts, begin = [], 0
    for found in at.finditer(text):
        before = text[: found.start()]
        if before.count("(") == before.count(")"):
            parts.append(text[begin : found.start()])
            begin = found.end()
    return [*parts, text[begin:]]
