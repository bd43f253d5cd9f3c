"""The server-manager XML of the plugin: plugin/<Filter>.xml, with the properties in place of the line <!-- options -->."""

from __future__ import annotations

from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ..tables import Family, Option, figure, named, spaced

from .text import default_text, range_text

XMLS = Path(__file__).parents[2] / "plugin" / "Talus"
PLACE = "      <!-- options -->\n"


def files(families: dict[str, Family]) -> dict[str, str]:
    return {f"plugin/{path.name}": expanded(path, families) for path in sorted(XMLS.glob("*.xml"))}


def expanded(path: Path, families: dict[str, Family]) -> str:
    """The text of an XML with the properties of its filter."""
    text = path.read_text(encoding="utf-8")
    family = next((family for family in families.values() if family.filter == path.stem), None)
    if family is None:
        return text
    if text.count(PLACE) != 1:
        raise ValueError(f"{path.name} needs one line {PLACE.strip()} for the properties of options/tables/{family.name}.json")
    return text.replace(PLACE, "\n".join(_property(option, family) for option in family.properties))


def _property(option: Option, family: Family) -> str:
    kind = "Double" if option.type in ("number", "vector") else "Int"
    count = len(option.default) if option.type == "vector" else 1
    advanced = "" if option.audience == "everyone" else ' panel_visibility="advanced"'
    more = f" Range: {range_text(option)}." if range_text(option) else ""
    return f"""      <{kind}VectorProperty name="{option.property_}" command="Set{option.property_}" number_of_elements="{count}" default_values="{_default(option)}"{advanced} label="{option.label}">
{_domain(option)}        <Documentation short_help={quoteattr(option.help)}>{escape(option.details + more)}</Documentation>
{_hints(option, family)}      </{kind}VectorProperty>
"""


def _default(option: Option) -> str:
    if option.type == "choice":
        return str(option.word(option.default).number)
    return str(int(option.default)) if option.type == "flag" else default_text(option)


def _domain(option: Option) -> str:
    if option.type == "choice":
        entries = "".join(f'          <Entry text="{spaced(word.text)}" value="{word.number}"/>\n' for word in option.words)
        return f'        <EnumerationDomain name="enum">\n{entries}        </EnumerationDomain>\n'
    if option.type == "flag":
        return '        <BooleanDomain name="bool"/>\n'
    low = next((limit for limit in (option.least, option.above) if limit is not None), None)
    # A panel shows a slider between two ends: none to a value that is not allowed (option.below).
    limits = "".join(f' {end}="{figure(limit)}"' for end, limit in (("min", low), ("max", option.most)) if limit is not None)
    if option.type == "vector" and not limits:
        return ""
    return f'        <{"Int" if option.type == "integer" else "Double"}RangeDomain name="range"{limits}/>\n'


def _hints(option: Option, family: Family) -> str:
    """Shows a property only where the choices that it belongs to have the words that it belongs to."""
    shown = [_decorator(named(family.flat, name), words) for name, words in option.when.items()]
    if not shown:
        return ""
    if len(shown) == 1:
        return f"        <Hints>\n          {shown[0]}\n        </Hints>\n"
    inner = "".join(f"              {decorator}\n" for decorator in shown)
    return f"""        <Hints>
          <PropertyWidgetDecorator type="CompositeDecorator">
            <Expression type="and">
{inner}            </Expression>
          </PropertyWidgetDecorator>
        </Hints>
"""


def _decorator(choice: Option, words: list[str]) -> str:
    numbers = " ".join(str(choice.word(word).number) for word in words)
    return f'<PropertyWidgetDecorator type="GenericDecorator" mode="visibility" property="{choice.property_}" values="{numbers}"/>'
