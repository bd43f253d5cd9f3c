"""The server-manager XML of the plugin: plugin/<Filter>.xml, with the properties in place of the line <!-- options -->."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent
from xml.sax.saxutils import escape, quoteattr

from ..tables import VECTORS, Family, Option, figure, named, spaced

from .text import default_text, range_text

XMLS = Path(__file__).parents[2] / "plugin" / "Talus"
PLACE = "      <!-- options -->\n"
_KINDS = {"number": "Double", "vector": "Double", "numbers": "String", "text": "String"}
# A property only of the panel, without a command of the filter.
_SWITCH = """      <IntVectorProperty name="ReferenceMethods" number_of_elements="1" default_values="0" panel_visibility="advanced" label="Reference Methods">
        <BooleanDomain name="bool"/>
        <Documentation short_help="Show methods kept to reproduce papers." long_help="Lists and options in the panel then include the methods that are kept to reproduce papers. Scripts may choose these at any time.">Show methods that are kept to reproduce papers, here and in the lists above.</Documentation>
      </IntVectorProperty>
"""

# What the filter answers: read after an execution. The line of the panel has no value of its own; plugin/Talus/window shows it.
_ANSWER = """      <Property name="AnswerLine" panel_widget="talus_answer" panel_visibility="never" label="Answer Line">
        <Documentation short_help="What the filter found.">What the filter found, in a sentence, and below it what is doubtful about the result.</Documentation>
      </Property>

      <StringVectorProperty name="Answer" command="GetAnswer" information_only="1" panel_visibility="advanced">
        <Documentation short_help="What the filter found.">What the filter found, in a sentence; empty before it is applied.</Documentation>
      </StringVectorProperty>

      <StringVectorProperty name="Remarks" command="GetRemarks" information_only="1" panel_visibility="advanced">
        <Documentation short_help="What is doubtful about the result.">The warnings that belong to the result, a line each.</Documentation>
      </StringVectorProperty>
"""


def files(families: dict[str, Family]) -> dict[str, str]:
    return {f"plugin/{path.name}": expanded(path, families) for path in sorted(XMLS.glob("*.xml"))}


def expanded(path: Path, families: dict[str, Family]) -> str:
    """The text of an XML with the properties of its filter."""
    text = path.read_text(encoding="utf-8")
    family = next((family for family in families.values() if family.filter == path.stem), None)
    if family is None:
        return text.replace(PLACE, _ANSWER)
    if text.count(PLACE) != 1:
        raise ValueError(f"{path.name} needs one line {PLACE.strip()} for the properties of options/tables/{family.name}.json")
    options = family.panel
    properties = [_property(option, family) for option in options]
    switched = [i for i, option in enumerate(options) if option.audience == "reference" or option.reference_words]
    if switched:
        properties.insert(switched[0] + 1, _SWITCH)
    return text.replace(PLACE, "\n".join([_ANSWER, *properties]))


def _property(option: Option, family: Family) -> str:
    kind = _KINDS.get(option.type, "Int")
    count = option.count if option.type in VECTORS else 1
    advanced = "" if option.audience == "everyone" else ' panel_visibility="advanced"'
    more = f" Range: {range_text(option)}." if range_text(option) else ""
    return f"""      <{kind}VectorProperty name="{option.property_}" command="Set{option.property_}" number_of_elements="{count}" default_values="{_default(option)}"{advanced} label="{option.label}">
{_domain(option)}        <Documentation short_help={quoteattr(option.help)} long_help={quoteattr(option.details + more)}>{escape(option.help)}</Documentation>
{_hints(option, family)}      </{kind}VectorProperty>
"""


def _default(option: Option) -> str:
    if option.type == "choice":
        return str(option.word(option.default).number)
    return str(int(option.default)) if option.type == "flag" else default_text(option)


def _domain(option: Option) -> str:
    if option.type == "choice":
        entries = "".join(f'          <Entry text="{spaced(word.text)}" value="{word.number}"/>\n' for word in option.words)
        return f'        <EnumerationDomain name="enum">\n{entries}        </EnumerationDomain>\n{_shown_words(option)}'
    if option.type == "flag":
        return '        <BooleanDomain name="bool"/>\n'
    if option.type in ("numbers", "text"):
        return ""
    low = next((limit for limit in (option.least, option.above) if limit is not None), None)
    # A panel shows a slider between two limits; there is none to a limit that is not allowed itself (option.below).
    each = option.count if option.type in VECTORS else 1
    ends = (("min", low), ("max", option.most))
    limits = "".join(f' {end}="{" ".join([figure(limit)] * each)}"' for end, limit in ends if limit is not None)
    if option.type in VECTORS and not limits:
        return ""
    return f'        <{_KINDS.get(option.type, "Int")}RangeDomain name="range"{limits}/>\n'


def _shown_words(option: Option) -> str:
    """The last domain, for the list in the panel; scripts and states use the first."""
    if not option.reference_words:
        return ""
    numbers = " ".join(str(word.number) for word in option.reference_words)
    return f"""        <TalusShownWordsDomain name="shown" reference="{numbers}">
          <RequiredProperties>
            <Property name="ReferenceMethods" function="Switch"/>
          </RequiredProperties>
        </TalusShownWordsDomain>
"""


def _hints(option: Option, family: Family) -> str:
    """Shows a property only if the choices and flags in its `when` have the given values. A reference option is shown only if
    the switch Reference Methods is on or its value differs from the default."""
    shown = [_decorator(choice.property_, [choice.number_of(value) for value in values])
             for choice, values in ((named(family.flat, name), values) for name, values in option.when.items())]
    if option.audience == "reference":
        unusual = _decorator(option.property_, [_default(option)], ' inverse="1"')
        shown.append(_expression("or", [_decorator("ReferenceMethods", [1]), unusual]))
    if not shown:
        return ""
    text = shown[0] if len(shown) == 1 and shown[0].startswith("<Property") else _composite(shown)
    return f"        <Hints>\n{indent(text, ' ' * 10)}        </Hints>\n"


def _composite(shown: list[str]) -> str:
    inner = shown[0] if len(shown) == 1 else _expression("and", shown)
    return f'<PropertyWidgetDecorator type="CompositeDecorator">\n{indent(inner, "  ")}</PropertyWidgetDecorator>\n'


def _expression(kind: str, parts: list[str]) -> str:
    return f'<Expression type="{kind}">\n{indent("".join(parts), "  ")}</Expression>\n'


def _decorator(property_: str, values: list, more: str = "") -> str:
    numbers = " ".join(map(str, values))
    return f'<PropertyWidgetDecorator type="GenericDecorator" mode="visibility" property="{property_}" values="{numbers}"{more}/>\n'
