"""A script sets every word of every choice without the switch; a panel lists reference words with it, or where one is set."""
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from paraview import servermanager, simple


def words(proxy, name, domain):
    """The words of a property that a domain has: "enum" those of scripts, "shown" those of the panel."""
    of = proxy.GetProperty(name).SMProperty.GetDomain(domain)
    return [of.GetEntryText(i) for i in range(of.GetNumberOfEntries())]


def check_choice(proxy, element):
    name = element.get("name")
    texts = {entry.get("value"): entry.get("text") for entry in element.iter("Entry")}
    hidden = [texts[number] for number in element.find("TalusShownWordsDomain").get("reference").split()]
    main = [text for text in texts.values() if text not in hidden]
    default = str(getattr(proxy, name)).strip("'")
    assert hidden and words(proxy, name, "shown") == main, (name, words(proxy, name, "shown"))
    for text in texts.values():
        setattr(proxy, name, text)
        assert str(getattr(proxy, name)).strip("'") == text, (name, text)
        assert words(proxy, name, "shown") == [t for t in texts.values() if t in main or t == text], (name, text)
    assert proxy.GetProperty(name).Available == list(texts.values()), name
    setattr(proxy, name, default)
    proxy.ReferenceMethods = 1
    assert words(proxy, name, "shown") == list(texts.values()), name
    proxy.ReferenceMethods = 0
    assert words(proxy, name, "shown") == main, name


def check_proxies(folder):
    checked = 0
    for path in sorted(Path(folder).glob("*.xml")):
        root = ElementTree.parse(path).getroot()
        choices = [e for e in root.iter("IntVectorProperty") if e.find("TalusShownWordsDomain") is not None]
        for element in choices:
            check_choice(getattr(servermanager.filters, path.stem)(), element)
        checked += len(choices)
    assert checked >= 4, checked
    return checked


def check_state(folder):
    """A state keeps a reference word, and its panel lists it."""
    ball = simple.Sphere()
    simple.SurrogateTreeBuilder(registrationName="Tree", Input=ball, Method="Functional")
    state = str(Path(folder, "reference_words.pvsm"))
    simple.SaveState(state)
    simple.ResetSession()
    simple.LoadState(state)
    tree = simple.FindSource("Tree")
    assert str(tree.Method).strip("'") == "Functional" and tree.ReferenceMethods == 0
    assert words(tree, "Method", "shown") == ["Minimax", "Functional"]


print(check_proxies(sys.argv[1]), "choices have reference words")
check_state(sys.argv[2])
