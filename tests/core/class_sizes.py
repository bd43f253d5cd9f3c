"""Usage: class_sizes.py FOLDER [LARGE]… Fails if a class below the folder has too many methods or fields.

Counts its own members, not those of classes within it; operators, constructors and accessors count as methods, constants
do not count. A record of results, with fields and at most two methods that save and load it, may have any number of fields.
LARGE names a class that is still too large: it fails, too, once that class no longer is.
"""

import re
import sys
from pathlib import Path

METHODS, FIELDS, OF_RECORD = 20, 15, 2
CLOSING = {"(": ")", "[": "]", "{": "}"}
HEAD = re.compile(r"(?<!enum )\b(?:class|struct)\s+(\w+(?:::\w+)*)\s*(?:final\s*)?(?::[^;{}()]*)?\{")
UNCOUNTED = re.compile(r"(?:using|friend|static_assert|typedef|enum|class|struct)\b|(?:template\s*)?(?:class|struct)\s+\w+$")


def code_of(text):
    """The text without comments, texts and directives."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\])*"|(?<=\d)\'(?=\d)|\'(?:\\.|[^\'\\])\'', "", text)
    return re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)


def end_of(text, start):
    """Where the bracket closes that opens at `start`."""
    depth, opening, closing = 0, text[start], CLOSING[text[start]]
    for place in range(start, len(text)):
        depth += (text[place] == opening) - (text[place] == closing)
        if depth == 0:
            return place
    return len(text) - 1


def declarations(body):
    """The declarations of a class, each without what its brackets hold."""
    found, place, text = [], 0, ""
    while place < len(body):
        letter = body[place]
        if letter in CLOSING:
            place = end_of(body, place)
            text += letter + CLOSING[letter]
            is_function = "(" in text and not re.search(r"\b(?:class|struct|enum)\b", text)
            if letter == "{" and is_function and not re.match(r"\s*[;,{]", body[place + 1 :]):
                found.append(text)  # a function's body has no semicolon
                text = ""
        elif letter == ";":
            found.append(text)
            text = ""
        elif letter == ":" and re.search(r"\b(?:public|protected|private)\s*$", text):
            text = ""
        else:
            text += letter
        place += 1
    return [" ".join(text.split()) for text in found]


def without_templates(text):
    while (shorter := re.sub(r"<[^<>]*>", "", text)) != text:
        text = shorter
    return re.sub(r"^template\s*(?:requires\b[^;]*)?", "", text).strip()


def count(body):
    """Numbers of methods and of fields."""
    methods = fields = 0
    for text in map(without_templates, declarations(body)):
        text = re.sub(r"^\[\[\w+\]\]\s*", "", text)
        if not text or UNCOUNTED.match(text) or re.search(r"=\s*(?:delete|default)$", text):
            continue
        if "(" in text.split("=")[0] or "operator" in text:
            methods += 1
        elif not text.startswith("static"):
            fields += 1 + text.count(",")
    return methods, fields


def classes(folder):
    for path in sorted(p for p in Path(folder).rglob("*") if p.suffix in (".h", ".cpp")):
        text = code_of(path.read_text())
        for head in HEAD.finditer(text):
            opening = head.end() - 1
            yield path, head[1], *count(text[opening + 1 : end_of(text, opening)])


def is_large(methods, fields):
    return methods > METHODS or (fields > FIELDS and methods > OF_RECORD)


def main():
    found = list(classes(sys.argv[1]))
    large = {name: (path, methods, fields) for path, name, methods, fields in found if is_large(methods, fields)}
    known = set(sys.argv[2:])
    faults = [f"{name} has {m} methods and {f} fields ({path})" for name, (path, m, f) in large.items() if name not in known]
    faults += [f"{name} is no longer large: do not name it" for name in sorted(known - large.keys())]
    print("\n".join(faults) or f"{len(found)} classes, none of the others with more than {METHODS} methods or {FIELDS} fields")
    return 1 if faults or not found else 0


if __name__ == "__main__":
    sys.exit(main())
