"""The properties of the filters: filters/vtkTalus<Filter>Options.h and .cxx, the base class of the filter."""

from __future__ import annotations

from ..tables import INPUT_TYPES, VECTORS, Family, Option, Ports

from .core import check
from .text import comment, default_of, full_text, listed, note, quoted

#: Lists of numbers are texts, since ParaView's panels have no lists of variable length.
_TYPES = {"number": "double", "integer": "int", "flag": "bool", "choice": "int", "vector": "double", "integers": "int",
          "numbers": "std::string", "text": "std::string"}
_TEXTS = ("numbers", "text")

_CONTROLLER = """  ///@{
  /**
   * The processes that execute together. Default: the global controller; null: only this process.
   */
  virtual void SetController(vtkMultiProcessController* controller);
  vtkGetObjectMacro(Controller, vtkMultiProcessController);
  ///@}

"""
_CONTROLLER_MEMBER = "  vtkMultiProcessController* Controller = nullptr;\n"

_INPUT_NAMES = """  ///@{
  /**
   * The names of the inputs in texts, by the number of the connection, from 0. Empty: the number. Blocks of
   * composites have their own. In ParaView these are the names in the pipeline.
   */
  void SetInputName(int index, const char* name);
  void ClearInputNames();
  ///@}

"""
_INPUT_NAMES_MEMBER = "  std::vector<std::string> InputNames;\n"


def files(families: dict[str, Family]) -> dict[str, str]:
    written = {}
    for family in families.values():
        if family.filter:
            path = f"filters/{class_of(family)}"
            written[path + ".h"] = _header(family)
            written[path + ".cxx"] = _source(family)
    return written


def class_of(family: Family) -> str:
    return f"vtkTalus{family.filter}Options"


def _header(family: Family) -> str:
    name = class_of(family)
    properties = "".join(_declaration(option) for option in family.properties)
    members = "".join(_member(option) for option in family.properties)
    core = f"namespace talus {{\nstruct {family.struct};\n}}\n\n" if family.struct else ""
    controller = "class vtkMultiProcessController;\n\n" if family.ranks else ""
    made, ended = (";" if given else " = default;" for given in (family.ranks or family.ports.more, family.ranks))
    convert = (f"  /// The properties as the core has them. Throws talus::Error as GetFault() tells.\n"
               f"  talus::{family.struct} CoreOptions() const;\n") if family.struct else ""
    return f"""{note(family.name)}
/**
 * @class   {name}
 * @brief   properties of vtkTalus{family.filter}
 *
{comment(family.about, "", " *")} *
 * A property takes any value. One out of its range is an error when the filter runs.
 */

#ifndef {name}_h
#define {name}_h

#include "TalusFiltersModule.h"  // for the export macro
#include "{family.base}.h"

#include <string>  // for GetFault
{"#include <vector>  // for InputNames" + chr(10) if family.named_inputs else ""}
{controller}{core}class TALUSFILTERS_EXPORT {name} : public {family.base} {{
 public:
  vtkAbstractTypeMacro({name}, {family.base})  // brings its own semicolon
      void PrintSelf(ostream& os, vtkIndent indent) override;

{properties}  /**
   * The error of the first property that is out of its range; empty if there is none.
   */
  std::string GetFault() const;

  ///@{{
  /**
   * After an execution: what was found, in a sentence, and what is doubtful about it, a line each. On several
   * ranks those of the first one. Never null.
   */
  const char* GetAnswer();
  const char* GetRemarks();
  ///@}}

{_CONTROLLER if family.ranks else ""}{_INPUT_NAMES if family.named_inputs else ""}{_setters(family)} protected:
  {name}(){made}
  ~{name}() override{ended}

{_port_declarations(family)}  /// Throws talus::Error as GetFault() tells.
  void RequireValid() const;
{convert}
{members}{_CONTROLLER_MEMBER if family.ranks else ""}{_INPUT_NAMES_MEMBER if family.named_inputs else ""}
 private:
  {name}(const {name}&) = delete;
  void operator=(const {name}&) = delete;
}};

#endif
"""


def _declaration(option: Option) -> str:
    name = option.property_
    head = f"  ///@{{\n  /**\n{comment(full_text(option), '  ', ' *')}   */\n"
    if option.type in VECTORS:
        macros = "".join(f"  vtk{verb}Vector{option.count}Macro({name}, {_TYPES[option.type]});\n" for verb in ("Set", "Get"))
    elif option.type in _TEXTS:
        macros = f"  vtkSetStdStringFromCharMacro({name});\n  vtkGetCharFromStdStringMacro({name});\n"
    else:
        macros = f"  vtkSetMacro({name}, {_TYPES[option.type]});\n  vtkGetMacro({name}, {_TYPES[option.type]});\n"
    if option.type == "flag":
        macros += f"  vtkBooleanMacro({name}, bool);\n"
    if option.type != "choice":
        return f"{head}{macros}  ///@}}\n\n"
    words = "".join(f"    {word.constant} = {word.number},\n" for word in option.words)
    setters = "".join(f"  void Set{name}To{word.text}() {{ this->Set{name}({word.constant}); }}\n" for word in option.words)
    return f"  /// Words of {name}. The numbers are stored in state files.\n  enum {name}Type {{\n{words}  }};\n{head}{macros}{setters}  ///@}}\n\n"


def _member(option: Option) -> str:
    constant = option.word(option.default).constant if option.type == "choice" else ""
    if option.type in VECTORS:
        return f"  {_TYPES[option.type]} {option.property_}[{option.count}] = {default_of(option, '')};\n"
    if option.type in _TEXTS:
        text = listed(option.default) if option.type == "numbers" else option.default
        return f"  std::string {option.property_}{f' = {quoted(text)}' if text else ''};\n"
    return f"  {_TYPES[option.type]} {option.property_} = {default_of(option, constant)};\n"


def _source(family: Family) -> str:
    name = class_of(family)
    include = f'#include "options/{family.name}_options.h"\n' if family.struct else ""
    printed = "".join(_printed(option) for option in family.properties)
    if family.ranks:
        printed += '  os << indent << "Controller: " << this->Controller << "\\n";\n'
    checks = "".join(check(option, _value(option)) for option in family.properties)
    lists = any(option.type == "numbers" for option in family.properties)
    return f"""{note(family.name)}
#include "{name}.h"

{_PORT_INCLUDES if family.ports.input else ""}{"#include <vtkMultiProcessController.h>" + 2 * chr(10) if family.ranks else ""}#include "answer.h"
#include "base/error.h"
#include "base/option_check.h"
{'#include "block_meshes.h"' + chr(10) if family.named_inputs else ""}{'#include "number_list.h"' + chr(10) if lists else ""}#include "option_words.h"
{include}{'#include "pipeline_request.h"' + chr(10) + '#include "port_types.h"' + chr(10) if family.ports.input else ""}
using talus::requireOption;
{"using talus::filters::numberList;" + chr(10) if lists else ""}using talus::filters::wordOf;

{_constructors(family)}{_ports(family)}{_kept_names(name) if family.named_inputs else ""}{_conversion(family) if family.struct else ""}void {name}::RequireValid() const {{
{checks}}}

std::string {name}::GetFault() const {{
  try {{
    this->RequireValid();
  }} catch (const talus::Error& error) {{
    return error.what();
  }}
  return {{}};
}}

const char* {name}::GetAnswer() {{
  return talus::filters::answerOf(*this);
}}

const char* {name}::GetRemarks() {{
  return talus::filters::remarksOf(*this);
}}

void {name}::PrintSelf(ostream& os, vtkIndent indent) {{
  this->Superclass::PrintSelf(os, indent);
{printed}}}
"""


def _setters(family: Family) -> str:
    """Of the inputs after the first."""
    return "".join(
        f"""  ///@{{
  /**
{comment(f"{each.about} On port {port}.", "  ", " *")}   */
  void Set{each.name}Connection(vtkAlgorithmOutput* output) {{ this->SetInputConnection({port}, output); }}
  void Set{each.name}Data(vtkDataObject* data) {{ this->SetInputDataObject({port}, data); }}
  ///@}}

"""
        for port, each in enumerate(family.ports.more, 1))


def _constructors(family: Family) -> str:
    name, inputs, outputs = class_of(family), len(family.ports.more) + 1, len(family.ports.outputs)
    lines = ["SetController(vtkMultiProcessController::GetGlobalController())"] if family.ranks else []
    lines += [f"SetNumberOfInputPorts({inputs})"] if inputs > 1 else []
    lines += [f"SetNumberOfOutputPorts({outputs})"] if outputs else []
    if not family.ranks and inputs == 1:
        return ""
    made = f"{name}::{name}() {{\n" + "".join(f"  this->{line};\n" for line in lines) + "}\n\n"
    if not family.ranks:
        return made
    return f"""vtkCxxSetObjectMacro({name}, Controller, vtkMultiProcessController);

{made}{name}::~{name}() {{
  this->SetController(nullptr);
}}

"""


_ARGUMENTS = "(vtkInformation* request, vtkInformationVector** inputs, vtkInformationVector* outputs)"


def _port_bodies(family: Family) -> dict[str, str]:
    """What the base class does with ports: function with its parameters, and body."""
    ports = family.ports
    bodies = {}
    if ports.input:
        port = "port" if ports.more else "/*port*/"
        bodies[f"FillInputPortInformation(int {port}, vtkInformation* info)"] = _inputs(ports)
    if ports.outputs:
        types = ", ".join(quoted(each) for each in ports.outputs)
        bodies["FillOutputPortInformation(int port, vtkInformation* info)"] = (
            f"  constexpr const char* types[] = {{{types}}};\n"
            "  info->Set(vtkDataObject::DATA_TYPE_NAME(), types[port]);\n  return 1;")
    if ports.outputs[:1] == ("vtkDataObject",):
        bodies[f"RequestDataObject{_ARGUMENTS}".replace(" request", " /*request*/")] = (
            "  return talus::filters::makeOutputLikeInputAndPolyData(inputs, outputs);")
    if ports.request == "whole":
        bodies[f"RequestInformation{_ARGUMENTS}".replace(" request", " /*request*/")] = (
            "  talus::filters::mergeTimes(*this, inputs, *outputs);\n  return 1;")
        bodies[f"RequestUpdateExtent{_ARGUMENTS}".replace(" request", " /*request*/").replace(" outputs", " /*outputs*/")] = (
            "".join(f"  talus::filters::requestWhole(*inputs[{port}], talus::filters::RankGroup(this->Controller));\n"
                    for port in range(len(ports.more) + 1)) + "  return 1;")
    if ports.request == "own":
        bodies[f"RequestUpdateExtent{_ARGUMENTS}"] = (
            "  talus::filters::separateExtents(*this, inputs);\n"
            "  return this->Superclass::RequestUpdateExtent(request, inputs, outputs);")
    return bodies


def _inputs(ports: Ports) -> str:
    """What tells which types the inputs have."""
    several = "  info->Set(vtkAlgorithm::INPUT_IS_REPEATABLE(), 1);\n" if ports.input == "surfaces" else ""
    others = ""
    for port, each in enumerate(ports.more, 1):
        optional = "    info->Set(vtkAlgorithm::INPUT_IS_OPTIONAL(), 1);\n" if each.optional else ""
        others += f"  if (port == {port}) {{\n{optional}  {_taken(each.takes)}\n  }}\n"
    return f"{others}{several}{_taken(ports.input)}"


def _taken(takes: str) -> str:
    return f"  return talus::filters::takeTypes(*info, {{{', '.join(map(quoted, INPUT_TYPES[takes]))}}});"


def _port_declarations(family: Family) -> str:
    return "".join(f"  int {function} override;\n" for function in _port_bodies(family))


def _ports(family: Family) -> str:
    return "".join(f"int {class_of(family)}::{function} {{\n{body}\n}}\n\n" for function, body in _port_bodies(family).items())


_PORT_INCLUDES = "#include <vtkInformation.h>\n#include <vtkInformationVector.h>\n"


def _kept_names(name: str) -> str:
    return f"""void {name}::SetInputName(int index, const char* text) {{
  if (talus::filters::setName(this->InputNames, index, text)) this->Modified();
}}

void {name}::ClearInputNames() {{
  if (this->InputNames.empty()) return;
  this->InputNames.clear();
  this->Modified();
}}

"""


def _conversion(family: Family) -> str:
    lines = "".join(_converted(option) for option in family.properties if "core" in option.interfaces)
    return f"""talus::{family.struct} {class_of(family)}::CoreOptions() const {{
  this->RequireValid();
  talus::{family.struct} options;
{lines}  return options;
}}

"""


def _value(option: Option) -> str:
    """The value of a property, converted for the core."""
    value = f"this->{option.property_}"
    return f"numberList({value}, {quoted(option.title)})" if option.type == "numbers" else value


def _components(option: Option) -> list[str]:
    return [f"this->{option.property_}[{i}]" for i in range(option.count)]


def _converted(option: Option) -> str:
    value = _value(option)
    if option.type == "choice":
        value = f"static_cast<talus::{option.enum}>({value})"
    elif option.type == "vector" and option.count == 3:
        value = f"talus::Vec3({value})"
    elif option.type in VECTORS:
        value = f"{{{', '.join(_components(option))}}}"
    elif option.cpp:
        value = f"static_cast<{option.cpp}>({value})"
    return f"  options.{option.path} = {value};\n"


def _printed(option: Option) -> str:
    value = f"this->{option.property_}"
    if option.type == "flag":
        value = f'({value} ? "On" : "Off")'
    elif option.type in VECTORS:
        value = ' << " " << '.join(_components(option))
    elif option.type == "choice":
        words = ", ".join(quoted(word.text) for word in sorted(option.words, key=lambda word: word.number))
        value = f"wordOf({value}, {{{words}}})"
    return f'  os << indent << "{option.property_}: " << {value} << "\\n";\n'
