"""Pages and their scripts call properties as pvpython does."""
import ast
import re
import sys
from pathlib import Path

from paraview import servermanager, simple

ROOT = Path(sys.argv[1])
problems, checked = [], 0


def properties(name):
    """Those of a filter or source as a script sees them; None: there is no such proxy."""
    for group in ("filters", "sources"):
        if servermanager.ProxyManager().GetPrototypeProxy(group, name):
            return getattr(getattr(servermanager, group), name)().ListProperties()
    return None


def expect(known, name, where):
    global checked
    checked += 1
    if name not in known:
        problems.append(f"{where}: there is no property {name}")


def check_table(page, text):
    proxy = properties(page.stem)
    if proxy is None:
        return
    for name in re.findall(r"^\| (?:\*[^*|]+\* )?`(\w+)` \|", text, re.MULTILINE):
        expect(proxy, name, page.name)


def check_script(code, where):
    """Keywords of every call that makes a filter or source, and what is set of it later."""
    made = {}
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    made[target.id] = node.value.func.id
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and hasattr(simple, node.func.id):
            known = properties(node.func.id)
            for keyword in node.keywords if known else ():
                if keyword.arg not in ("registrationName", "guiName"):
                    expect(known, keyword.arg, f"{where}, {node.func.id}")
    for node in ast.walk(ast.parse(code)):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            for part in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id in made:
                    known = properties(made[part.value.id])
                    if known:
                        expect(known, part.attr, f"{where}, {made[part.value.id]}")


pages = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), *(ROOT / "python").rglob("*.md")])
for page in pages:
    text = page.read_text()
    if page.parent.name == "filters":
        check_table(page, text)
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        check_script(code, page.name)
for script in sorted([*(ROOT / "docs" / "examples").glob("*.py"), *(ROOT / "python" / "examples").glob("*.py")]):
    check_script(script.read_text(), script.name)

assert checked > 150, checked
print("\n".join(problems) or f"{checked} names of properties are right")
sys.exit(1 if problems else 0)
