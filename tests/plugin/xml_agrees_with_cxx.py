"""XML and C++ say the same: classes, setters, defaults, ranges, documentation, output arrays."""
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from paraview import simple
from talus.vtkmodules import TalusFilters
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm
from vtkmodules.vtkFiltersSources import vtkSphereSource

SCENE = Path(__file__).parents[2] / "data" / "scenes" / "rotating_drum.json"

problems = []
# ParaView sets these in its own ways.
NOT_IN_XML = {"Controller", "FrameConnection", "FrameData", "PointsConnection", "PointsData", "SurfaceConnection", "SurfaceData", "Text",
              "WallsConnection", "WallsData"}


def expect(condition, text):
    if not condition:
        problems.append(text)


def spaced(name):
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)


def check_documented(element, where):
    documentation = element.find("Documentation")
    if documentation is None:
        return expect(False, f"{where}: no Documentation")
    for text in (documentation.get("short_help"), documentation.text):
        expect(text and len(text.strip()) > 10, f"{where}: short_help or text missing")


def check_tooltip(element, where):
    """ParaView shows the text of a property's Documentation when the pointer rests on it: one sentence."""
    text = " ".join((element.find("Documentation").text or "").split())
    expect(text.endswith(".") and not re.search(r"[.!?] [A-Z]", text), f"{where}: no single sentence: {text}")
    expect(text[:1].isupper(), f"{where}: begins with no capital: {text}")


def check_proxy(proxy, path):
    name = proxy.get("name")
    expect(path.stem == name, f"{name} is described in {path.name}")
    expect(proxy.get("class") == "vtkTalus" + name, f"{name}: class {proxy.get('class')}")
    expect(proxy.get("label") == spaced(name), f"{name}: label {proxy.get('label')}")
    expect(hasattr(TalusFilters, proxy.get("class")), f"{name}: no such class")
    expect(hasattr(simple, name), f"{name}: not in paraview.simple")
    check_documented(proxy, name)
    expect(len(proxy.find("Documentation").get("long_help", "")) > 100, f"{name}: no long_help")
    menu, reader = proxy.find("Hints/ShowInMenu"), proxy.find("Hints/ReaderFactory")
    expect(reader is not None or menu.get("category") == "Talus", f"{name}: not in the menu Talus")
    inputs = proxy.findall("InputProperty")
    expect(not inputs or inputs[0].get("name") == "Input", f"{name}: the first input is not called Input")
    for element in inputs:
        expect(element.find("DataTypeDomain") is not None, f"{name}.{element.get('name')}: takes any data")
        expect(element.find("DataTypeDomain").get("composite_data_supported") is not None,
               f"{name}.{element.get('name')}: composite_data_supported not stated")
    for element in properties(proxy, with_inputs=True):
        check_documented(element, f"{name}.{element.get('name')}")
        check_tooltip(element, f"{name}.{element.get('name')}")


def properties(proxy, with_inputs=False):
    """Those that are set; with inputs also those that only tell, and the switch of the panel, which has no command."""
    tags = ("VectorProperty", "InputProperty") if with_inputs else "VectorProperty"
    return [element for element in proxy if element.tag.endswith(tags)
            and (with_inputs or not (element.get("information_only") or element.get("name") == "ReferenceMethods"))]


def get(filter_, name):
    return getattr(filter_, "Get" + name)()


def set_(filter_, name, value):
    getattr(filter_, "Set" + name)(value)


def check_property(element, make):
    name = element.get("name")
    filter_ = make()
    where = f"{filter_.GetClassName()}.{name}"
    expect(element.get("command") == "Set" + name, f"{where}: command {element.get('command')}")
    if not hasattr(filter_, "Set" + name):
        return expect(False, f"{where}: no setter")
    if element.get("repeat_command") == "1":  # a value for each input, none by itself
        return expect(element.get("number_of_elements") == "0", f"{where}: a default")
    if name == "FileName":
        return expect(get(filter_, name) is None, f"{where}: a file is named by default")
    if element.tag == "StringVectorProperty":
        return check_text(element, filter_, where)
    number = float if element.tag == "DoubleVectorProperty" else int
    if element.get("number_of_elements") != "1":
        return check_vector(element, filter_, where, number)
    default = number(element.get("default_values"))
    expect(get(filter_, name) == default, f"{where}: default {default} in XML, {get(filter_, name)} in C++")
    domains = [e for e in element if e.tag.endswith("Domain") and e.tag != "TalusShownWordsDomain"]
    expect(len(domains) == 1, f"{where}: {len(domains)} domains")
    {"IntRangeDomain": check_range, "DoubleRangeDomain": check_range, "BooleanDomain": check_boolean,
     "EnumerationDomain": check_enumeration}[domains[0].tag](domains[0], name, make, where, number)


def check_text(element, filter_, where):
    name = element.get("name")
    default = element.get("default_values")
    expect(get(filter_, name) == default, f"{where}: default '{default}' in XML, '{get(filter_, name)}' in C++")
    set_(filter_, name, "other")
    expect(get(filter_, name) == "other", f"{where}: C++ does not take another text")


def check_vector(element, filter_, where, number):
    """Coordinates: any numbers will do."""
    name = element.get("name")
    default = tuple(map(number, element.get("default_values").split()))
    expect(len(default) == int(element.get("number_of_elements")), f"{where}: {len(default)} defaults")
    expect(get(filter_, name) == default, f"{where}: default {default} in XML, {get(filter_, name)} in C++")
    other = tuple(value + number(1.5) - i for i, value in enumerate(default))
    set_(filter_, name, other)
    expect(get(filter_, name) == other, f"{where}: C++ does not take {other}")


def check_range(domain, name, make, where, number):
    """A number beyond a limit is brought to it, or is an error."""
    low, high = domain.get("min"), domain.get("max")
    filter_ = make()
    if low is not None:
        set_(filter_, name, number(low) - 1)
        expect(get(filter_, name) == number(low) or not run(filter_), f"{where}: C++ takes less than the minimum {low}")
        set_(filter_, name, number(low))
        expect(get(filter_, name) == number(low), f"{where}: C++ refuses the minimum {low}")
    else:
        set_(filter_, name, number(-1e9))
        expect(get(filter_, name) == number(-1e9), f"{where}: C++ has a minimum, the XML none")
    beyond = number(high) + 1 if high is not None else number(2e9)
    set_(filter_, name, beyond)
    wanted = number(high) if high is not None else beyond
    fits = get(filter_, name) == wanted or (high is not None and not run(filter_))  # a run at a maximum may be long
    expect(fits, f"{where}: maximum {high} in XML, {get(filter_, name)} in C++")


def check_boolean(_, name, make, where, __):
    expect(isinstance(get(make(), name), bool), f"{where}: not a bool in C++")


def check_enumeration(domain, name, make, where, _):
    entries = {int(e.get("value")): e.get("text") for e in domain}
    for value, text in entries.items():
        constant = text.upper().replace(" ", "_")
        expect(getattr(type(make()), constant, None) == value, f"{where}: {constant} is not {value} in C++")
    for value in range(-1, len(entries) + 2):
        expect(accepts(make(), name, value) == (value in entries), f"{where}: XML and C++ differ on {value}")


def accepts(filter_, name, value):
    """Is the value kept, and can the filter run with it?"""
    set_(filter_, name, value)
    if get(filter_, name) == getattr(type(filter_), "INCREMENTAL_POTENTIAL", None):
        filter_.SetContactLaw(type(filter_).BARRIER)  # it has this law only
    return get(filter_, name) == value and run(filter_)


def scene():
    reader = TalusFilters.vtkTalusSceneReader()
    reader.SetFileName(str(SCENE))
    reader.Update()
    return reader.GetOutputDataObject(0)


def run(filter_):
    errors = []
    filter_.AddObserver(vtkCommand.ErrorEvent, lambda *_: errors.append(1))
    ball = vtkSphereSource()
    image = vtkImageData()
    image.SetDimensions(3, 3, 3)
    ports = range(filter_.GetNumberOfInputPorts())
    for_image = next((port for port in ports if requires(filter_, port) == "vtkDataSet"), None)
    for port in ports:
        if port == for_image:
            filter_.SetInputDataObject(port, image)
        elif requires(filter_, port) == "vtkPartitionedDataSetCollection":
            filter_.SetInputDataObject(port, scene())
        elif not is_wall(filter_, port):  # a wall that is the ball leaves no room for it
            filter_.SetInputConnection(port, ball.GetOutputPort())
            if filter_.IsA("vtkTalusBoolean") or filter_.IsA("vtkTalusAssemblyCheck"):  # of two surfaces
                filter_.AddInputConnection(port, ball.GetOutputPort())
    if hasattr(filter_, "SetFileName"):
        filter_.SetFileName(str(SCENE))
    filter_.Update()
    return not errors


def is_wall(filter_, port):
    return filter_.IsA("vtkTalusBodyPlacement") and port == 2


def requires(filter_, port):
    """The first type of data that a port takes."""
    return filter_.GetInputPortInformation(port).Get(vtkAlgorithm.INPUT_REQUIRED_DATA_TYPE())


def check_setters(proxy, cls):
    listed = {e.get("name") for e in properties(proxy)}
    own = set().union(*(vars(c) for c in cls.__mro__ if c.__name__.startswith("vtkTalus")))
    settable = {m[3:] for m in own if re.match(r"Set(?!\w+To[A-Z])", m)} - NOT_IN_XML
    expect(settable == listed, f"{cls.__name__}: C++ has {sorted(settable)}, the XML {sorted(listed)}")
    for element in proxy.findall("InputProperty"):
        port = int(element.get("port_index", 0))
        expect(port < cls().GetNumberOfInputPorts(), f"{cls.__name__}: no such port")


def leaves(data):
    """The data sets of a composite."""
    if not data.IsA("vtkCompositeDataSet"):
        return
    at = data.NewIterator()
    at.InitTraversal()
    while not at.IsDoneWithTraversal():
        yield at.GetCurrentDataObject()
        at.GoToNextItem()


def arrays(data):
    fields = [data.GetFieldData()]
    for leaf in leaves(data):
        fields += [leaf.GetFieldData(), leaf.GetPointData(), leaf.GetCellData()]
    if hasattr(data, "GetPointData"):
        fields += [data.GetPointData(), data.GetCellData()]
    return {f.GetAbstractArray(i).GetName() for f in fields for i in range(f.GetNumberOfArrays())}


def check_arrays(proxy, cls, header):
    filter_ = cls()
    for element in properties(proxy):  # every optional array
        if element.find("BooleanDomain") is not None:
            set_(filter_, element.get("name"), True)
    expect(run(filter_), f"{cls.__name__}: fails on a sphere")
    ports = range(filter_.GetNumberOfOutputPorts())
    produced = set().union(*(arrays(filter_.GetOutputDataObject(i)) for i in ports)) - {"Normals"}
    named = set(re.findall(r"'(\w+)'", proxy.find("Documentation").get("long_help")))
    expect(produced == named, f"{cls.__name__}: long_help and output differ in {sorted(produced ^ named)}")
    listed = listed_arrays(header.read_text())
    expect(produced == listed, f"{header.name}: lists and output differ in {sorted(produced ^ listed)}")


def listed_arrays(header):
    """Names in list items of a header's comment such as " *  - `Volume`, `Area` (double): ..."."""
    items = re.findall(r"^ \*  - ((?:`\w+`(?:, )?)+) \(", header, re.MULTILINE)
    return {name for item in items for name in re.findall(r"`(\w+)`", item)}


def main(xml_folder, header_folder):
    files = sorted(Path(xml_folder).glob("*.xml"))
    assert len(files) >= 2, "no XML found"
    described = set()
    for path in files:
        group = ElementTree.parse(path).find("ProxyGroup")
        if group.get("name") == "representations":
            continue  # how ParaView displays what filters and sources make
        for proxy in group.findall("*[@class]"):
            check_proxy(proxy, path)
            cls = getattr(TalusFilters, proxy.get("class"))
            described.add(cls.__name__)
            check_setters(proxy, cls)
            for element in properties(proxy):
                check_property(element, cls)
            check_arrays(proxy, cls, Path(header_folder, cls.__name__ + ".h"))
    classes = {name for name in dir(TalusFilters) if name.startswith("vtkTalus")}
    classes = {name for name in classes if issubclass(getattr(TalusFilters, name), vtkAlgorithm)}
    bases = {c.__name__ for name in described for c in getattr(TalusFilters, name).__mro__[1:]}
    expect(classes - bases == described, f"classes without XML: {sorted(classes - bases - described)}")
    print("\n".join(problems) or "ok")
    sys.exit(1 if problems else 0)


main(*sys.argv[1:])
