"""The report of an assembly as one HTML file: a table of findings, each with a picture."""

from __future__ import annotations

import base64
import math
from concurrent.futures import ThreadPoolExecutor
from html import escape
from typing import Sequence

from .assembly_check import AssemblyReport, MotionClearance, PartPair
from .drawing.assembly import layers_of_parts, layers_of_two
from .drawing.still import picture_of
from .io.outer_faces import data_sets_of

#: Findings that have a picture: each takes a second
MAXIMUM_PICTURES = 40
_DRAWING_PROGRAMS = 2  # programs that draw

_STYLE = """
:root { color-scheme: light dark; --line: #8884; --red: #d62728; --ground: #8881; }
* { box-sizing: border-box; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; padding: 1rem; max-width: 70rem;
  overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p.answer { font-size: 1.1rem; } .warning { border-left: .3rem solid #e6a117; padding-left: .7rem; }
img { max-width: 100%; height: auto; border-radius: .3rem; background: #fff; display: block; }
article { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem; margin: .8rem 0;
  display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); gap: 1rem; }
article h3 { margin: 0 0 .4rem; font-size: 1rem; } .kind { color: var(--red); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .1rem .8rem; margin: 0;
  font-variant-numeric: tabular-nums; }
dt { opacity: .7; } dd { margin: 0; }
.table { overflow-x: auto; overflow-wrap: normal; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
td { white-space: nowrap; } .number { text-align: right; }
@media (max-width: 45rem) { article { grid-template-columns: minmax(0, 1fr); } body { padding: .7rem; } }
@media (max-width: 600px) {
  .table { overflow-wrap: anywhere; } td { white-space: normal; }
  thead { display: none; } table, tbody, tr, td { display: block; }
  tr { border: 1px solid var(--line); border-radius: .4rem; padding: .4rem .6rem; margin: .6rem 0; }
  td { display: grid; grid-template-columns: 6rem minmax(0, 1fr); gap: .8rem; border: 0; padding: .1rem 0; }
  td.number { text-align: left; }
  td::before { content: attr(data-title); opacity: .7; } td:empty { display: none; }
}
"""


def page_of(report: AssemblyReport, title: str) -> str:
    """The file's text. It needs no other file."""
    findings = report.findings
    pictures = _pictures(report, findings[:MAXIMUM_PICTURES])
    articles = [_article(pair, picture) for pair, picture in zip(findings, pictures)]
    rest = findings[len(articles) :]
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p class='answer'>{escape(report.answer)}</p>",
        f"<p class='warning'>{escape(report.warning)}</p>" if report.warning else "",
        _image(_whole(report), "The assembly; overlaps are red"),
        f"<h2>Findings</h2>{''.join(articles)}" if articles else "<p>Every pair of parts is as it should be.</p>",
        f"<h2>Further findings</h2>{_table(rest)}" if rest else "",
        f"<h2>Pairs</h2>{_pairs(report)}",
        f"<h2>Parts</h2><p>{escape(', '.join(report.parts))}</p>",
    ]
    head = "<meta charset='utf-8'><meta name='viewport' content='width=device-width, initial-scale=1'>"
    return (
        f"<!DOCTYPE html>\n<html lang='en'><head>{head}<title>{escape(title)}</title><style>{_STYLE}</style></head>\n"
        f"<body>{''.join(part + chr(10) for part in parts if part)}</body></html>\n"
    )


def _whole(report: AssemblyReport) -> bytes:
    overlaps = [pair.overlap for pair in report.findings]
    return picture_of(layers_of_parts(data_sets_of(report.surfaces), overlaps))


def _pictures(report: AssemblyReport, pairs: Sequence[PartPair]) -> list[bytes]:
    with ThreadPoolExecutor(_DRAWING_PROGRAMS) as pool:
        return list(pool.map(lambda pair: _picture(report, pair), pairs))


def _picture(report: AssemblyReport, pair: PartPair) -> bytes:
    first, second = (report.surfaces.GetBlock(number) for number in (pair.a, pair.b))
    return picture_of(layers_of_two(first, second, pair.overlap, pair.points))


def _image(picture: bytes, text: str) -> str:
    """Nothing where nothing can be drawn."""
    if not picture:
        return ""
    data = base64.b64encode(picture).decode()
    return f"<img alt='{escape(text, quote=True)}' src='data:image/png;base64,{data}'>"


def _article(pair: PartPair, picture: bytes) -> str:
    rows = "".join(f"<dt>{escape(title)}</dt><dd>{escape(value)}</dd>" for title, value in facts_of(pair))
    head = f"<h3><span class='kind'>{pair.finding.name.capitalize()}</span>: {escape(' / '.join(pair.names))}</h3>"
    image = _image(picture, pair.text) or "<span></span>"
    return f"<article>{image}<div>{head}<p>{escape(pair.text)}.</p><dl>{rows}</dl></div></article>\n"


def facts_of(pair: PartPair) -> list[tuple[str, str]]:
    """What is known of a pair, in words."""
    facts = [("relation", pair.relation.name.lower()), ("place", pair.place_text())]
    if pair.expected:
        facts.append(("expected", pair.expected))
    if pair.volume > 0:
        facts.append(("volume", _number(pair.volume)))
    if pair.overlap is not None:
        facts.append(("box", f"{_vector(pair.box[0])} to {_vector(pair.box[1])}"))
    if pair.penetration:
        facts.append(("deep", f"{_number(pair.penetration)} at {_vector(pair.deepest_point)}"))
    if pair.depth:
        least = "" if pair.depth_is_least else " or less"
        facts.append(("free after", f"{_number(pair.depth)}{least} along {_vector(pair.direction)}"))
    if pair.container:
        facts.append(("within", pair.container))
    if pair.contact_area:
        facts.append(("contact area", _number(pair.contact_area)))
    if 0 < pair.clearance < math.inf:
        facts.append(("clearance", _number(pair.clearance)))
        if pair.features:
            ends = [f"{what} at {_vector(point)}" for what, point in zip(pair.features, pair.points)]
            facts.append(("between", " and ".join(ends)))
    if pair.motion is not None:
        facts.append(("in motion", _motion(pair.motion)))
    return facts


def _motion(motion: MotionClearance) -> str:
    if motion.volume > 0:
        proven = f"proven at most {_number(motion.volume_certified)}"
        return f"volume {_number(motion.volume)} at {_number(motion.volume_time)}, {proven}"
    if not math.isnan(motion.contact_time):
        return f"contact at {_number(motion.contact_time)}"
    if motion.least == 0:
        certified = motion.volume_certified
        return f"no overlap found, proven at most {_number(certified)}" if certified else "no overlap, proven"
    return f"{_number(motion.least)} at {_number(motion.time)}, proven at least {_number(motion.certified)}"


def _number(value: float) -> str:
    return f"{value:.6g}"


def _vector(values: Sequence[float]) -> str:
    return f"({', '.join(map(_number, values))})"


def _pairs(report: AssemblyReport) -> str:
    """The pairs that touch or overlap, and the nearest of the others."""
    most = 500
    clearance = report.pairs.array("Clearance") if len(report.pairs) else []
    nearest = sorted(range(len(report.pairs)), key=lambda i: (clearance[i], i))[:most]
    left = len(report.pairs) - len(nearest)
    told = f"<p>{left} pairs that are farther apart are not listed.</p>" if left else ""
    return _table([report.pairs[i] for i in nearest]) + told


def _table(pairs: Sequence[PartPair]) -> str:
    """Rows that are cards on a narrow screen."""
    titles = ("part", "part", "relation", "clearance", "volume", "place")
    head = "".join(f"<th{_class_of(title)}>{title}</th>" for title in titles)
    rows = "".join(f"<tr>{''.join(map(_cell, titles, _row(pair)))}</tr>" for pair in pairs)
    return f"<div class='table'><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>"


def _row(pair: PartPair) -> tuple[str, ...]:
    clearance = _number(pair.clearance) if math.isfinite(pair.clearance) else "beyond the limit"
    return *pair.names, pair.relation.name.lower(), clearance, _number(pair.volume) if pair.volume else "", pair.place_text()


def _cell(title: str, text: str) -> str:
    return f"<td{_class_of(title)} data-title='{title}'>{escape(text)}</td>"


def _class_of(title: str) -> str:
    return " class='number'" if title in ("clearance", "volume") else ""
