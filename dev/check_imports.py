"""The import law: which part of Pitboss may know which other, and what it may know of the world.

    errors ◄ cards, money ◄ rankings ◄ rulebook ◄ table ◄ notation ◄ house ◄ web
                                       rulebook ◄ odds             ◄ house
                                 rulebook, odds, house ◄ paper     ◄ web, commands
                                 rulebook, odds, library ◄ envs
                            terminal, odds, house ◄ library ◄ pitboss (the front door)
                                all of the above ◄ commands ◄ cli

A part may import itself, what its line in LAW names, and the standard library less what UNFIT bars.
Within a part that has folders, a folder may import itself and what its line in FOLDERS names. No
modules import each other in a circle, not even inside functions or for types only. The law is read
from the source; nothing is executed.
"""

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parent.parent / "src" / "pitboss"


class Part(NamedTuple):
    knows: frozenset[str]  # other parts of pitboss
    uses: frozenset[str]  # third parties


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def part(knows: str, uses: str = "") -> Part:
    return Part(words(knows), words(uses))


BASE = "errors citations cards money rankings"
LAW = {
    "errors": part(""),
    "extras": part("errors"),
    "citations": part("", "msgspec"),
    "cards": part("errors", "msgspec"),
    "money": part("errors", "msgspec"),
    "rankings": part("errors citations cards", "msgspec"),
    "rulebook": part(BASE, "msgspec"),
    "table": part(f"{BASE} rulebook", "msgspec"),
    "notation": part(f"{BASE} rulebook table", "msgspec"),
    "odds": part(
        f"{BASE} extras rulebook", "msgspec numpy numba matplotlib platformdirs dask distributed"
    ),
    "house": part(
        f"{BASE} extras rulebook table notation odds",
        "msgspec sqlalchemy alembic argon2 cryptography psycopg pyarrow",
    ),
    "web": part(f"{BASE} extras rulebook table house paper", "msgspec litestar uvicorn"),
    "paper": part(f"{BASE} extras rulebook odds house", "msgspec typst xlsxwriter"),
    "terminal": part(f"{BASE} rulebook table notation", "msgspec click"),
    "commands": part(
        f"{BASE} extras rulebook table notation odds house web terminal paper library envs",
        "msgspec click uvicorn platformdirs pyarrow",
    ),
    "envs": part(
        f"{BASE} extras rulebook odds library", "msgspec numpy numba gymnasium pettingzoo"
    ),
    "client": part("errors extras", "msgspec httpx websockets"),
    "library": part(f"{BASE} extras rulebook table notation odds house terminal", "msgspec"),
    "cli": part("errors extras commands", "click"),
    "__main__": part("cli"),
    "__init__": part(f"{BASE} extras rulebook notation odds library envs"),
}
# Folders inside a part. A part's own name stands for the modules that lie directly in it.
FOLDERS = {
    "rulebook": words(""),
    "rulebook.games": words("rulebook"),
    "rulebook.toml": words("rulebook"),
    "rulebook.own": words("rulebook rulebook.toml"),
    "rulebook.submission": words("rulebook rulebook.toml rulebook.own"),
    "odds": words(""),
    "odds.stud": words("odds"),
    "odds.draw": words("odds"),
    "odds.prices": words("odds odds.stud odds.draw"),
    "odds.strategy": words("odds odds.stud odds.draw"),
    "odds.sheet": words("odds odds.prices"),
    "odds.sweep": words("odds odds.stud odds.prices"),
    "odds.sessions": words("odds odds.prices odds.stud odds.strategy odds.simulation"),
    "odds.rule_lists": words("odds odds.stud odds.draw odds.strategy"),
    "odds.simulation": words("odds odds.stud odds.draw odds.prices odds.strategy odds.rule_lists"),
    "table": words("table.events table.seats"),
    "table.seats": words("table table.events"),
    "table.events": words("table"),  # `commands`, which events name people and devices by
    # `setup` composes a house of people and tables, `service` keeps the index of rounds.
    "house": words("house.storage house.people house.floor house.history house.servers"),
    "house.storage": words(""),
    "house.pricing": words(""),
    "house.people": words("house house.storage"),
    "house.servers": words("house house.storage"),
    "house.history": words("house house.storage"),
    "house.floor": words("house house.storage house.people house.audit"),
    "house.books": words("house house.storage house.people house.floor house.history"),
    "house.audit": words("house house.storage house.people house.floor house.history house.books"),
    "house.backup": words("house house.storage house.people house.audit"),
    "house.coach": words("house house.storage house.floor house.history"),
    "envs": words("envs.stud envs.draw"),
    "envs.stud": words("envs"),
    "envs.draw": words("envs"),
    "web": words("web.api web.push web.description"),
    "web.api": words("web web.push"),
    "web.push": words("web"),
    "web.description": words("web web.api web.push"),
    "paper": words("paper.report"),
    "paper.report": words("paper"),
    "commands": words("commands.views commands.shell commands.data"),
    "commands.shell": words("commands"),
    "commands.data": words("commands commands.shell"),
    "commands.views": words(""),
}
# What a part's own __init__ offers to others, beside what lies directly in the part.
FRONTS = {
    "pitboss.odds": words("odds.prices"),
    "pitboss.rulebook": words("rulebook.games"),
}
MAX_MODULES = 20  # in one folder
MAX_PREFIXED = 2  # modules of a folder with one first word; more are a folder of their own
# The exceptions: three modules each, in a folder that is about one subject already.
PREFIXES = words("odds/prices/information odds/rule_lists/draw")
# The core is a function of its inputs: entropy, clock and outside world reach it as arguments.
CORE = words("citations cards money rankings rulebook table notation")
UNFIT = words("asyncio multiprocessing random secrets socket subprocess threading time uuid")
UNFIT_AT_THE_TABLE = UNFIT | words("datetime io os pathlib tempfile")
# Exact solutions: integers and fractions only.
EXACT = ("pitboss.odds.stud", "pitboss.odds.draw")
# Slow to load, and wanted by few: only inside the function that needs them.
LAZY = words("dask distributed matplotlib pyarrow xlsxwriter")
GAME_KEYS = words("235-stud double-draw let-it-ride mississippi-stud")
# Uses of a name that another module keeps to itself. The number may only fall.
MAX_PRIVATE_USES = 0


class Import(NamedTuple):
    name: str  # full dotted name
    line: int
    at_module_level: bool


def imports(tree: ast.Module, module: str, is_package: bool) -> Iterator[Import]:
    for node, inside in _walk(tree, inside=False):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield Import(alias.name, node.lineno, not inside)
            case ast.ImportFrom(names=names):
                origin = _origin(node, module, is_package)
                for alias in names:
                    # `from pitboss import table` imports a part, not a name of the package.
                    full = f"{origin}.{alias.name}"
                    below = origin == "pitboss" or _inner(full) in FOLDERS
                    yield Import(full if below else origin, node.lineno, not inside)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield Import(name, node.lineno, not inside)
            case _:
                pass


def _origin(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    """The full name of what a `from … import` reads, its dots resolved."""
    home = module.split(".")
    base = home[: len(home) - node.level + is_package] if node.level else []
    return ".".join([*base, *([node.module] if node.module else [])])


def _inner(module: str) -> str:
    """`odds.stud` for a module of that folder or the folder itself, else the part."""
    inner = ".".join(module.split(".")[1:3])
    return inner if inner in FOLDERS else inner.partition(".")[0]


def _walk(node: ast.AST, inside: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it runs after the module's import (or only for type checkers)."""
    for child in ast.iter_child_nodes(node):
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test)
        )
        yield child, inside
        yield from _walk(child, inside or later)


def module_name(path: Path, source: Path = SOURCE) -> str:
    parts = ["pitboss", *path.relative_to(source).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 2 else parts)


def faults_in(module: str, text: str, *, is_package: bool = False) -> Iterator[str]:
    """`line: what is wrong` for every breach in one module."""
    home = module.split(".")[1]
    law = LAW.get(home)
    if law is None:
        yield f"1: pitboss.{home} has no place in the import law; give it one"
        return
    tree = ast.parse(text)
    for each in imports(tree, module, is_package):
        why = _objection(home, law, each) or _inner_objection(module, each)
        if why:
            yield f"{each.line}: {why}"
    if home in CORE or module.startswith(EXACT):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, float):
                yield f"{node.lineno}: a float in exact code"
    if home != "rulebook":
        yield from _games_told_apart(tree)


def _objection(home: str, law: Part, target: Import) -> str | None:
    top, _, rest = target.name.partition(".")
    if top == "pitboss":
        other = rest.partition(".")[0]
        # A name of the package itself, such as __version__, is no part.
        if other and other in LAW and other != home and other not in law.knows:
            return f"{home} may not import {other}"
    elif top in sys.stdlib_module_names:
        if top in (UNFIT_AT_THE_TABLE if home == "table" else UNFIT if home in CORE else ()):
            return f"{home} may not use {top}: it must stay a function of its inputs"
    elif top not in law.uses:
        return f"{home} may not use {top}"
    elif top in LAZY and target.at_module_level:
        return f"{top} is slow to load: import it inside the function that needs it"
    return None


def _inner_objection(module: str, target: Import) -> str | None:
    home, other = _inner(module), _inner(target.name)
    same_part = target.name.startswith(f"pitboss.{home.partition('.')[0]}")
    if not same_part or home == other or home not in FOLDERS or other not in FOLDERS:
        return None
    if other in FOLDERS[home] or other in FRONTS.get(module, ()):
        return None
    return f"{home} may not import {other}"


def _games_told_apart(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for leaf in ast.walk(node):
                if isinstance(leaf, ast.Constant) and leaf.value in GAME_KEYS:
                    yield f"{leaf.lineno}: tells {leaf.value} apart; the declaration lacks a word"


def graph(source: Path = SOURCE) -> dict[str, set[str]]:
    """Which module imports which, at module level, in functions and for types."""
    paths = {module_name(path, source): path for path in source.rglob("*.py")}
    edges: dict[str, set[str]] = {}
    for module, path in paths.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        package = path.name == "__init__.py"
        names: set[str] = set()
        for node in ast.walk(tree):
            match node:
                case ast.Import(names=aliases):
                    names |= {alias.name for alias in aliases}
                case ast.ImportFrom(names=aliases):
                    origin = _origin(node, module, package)
                    for alias in aliases:
                        full = f"{origin}.{alias.name}"
                        names.add(full if full in paths else origin)
                case _:
                    pass
        edges[module] = names & paths.keys() - {module}
    return edges


def cycles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import each other in a circle: Tarjan's components."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []

    def visit(module: str) -> None:
        order[module] = lowest[module] = len(order)
        stack.append(module)
        for other in sorted(edges.get(module, ())):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[module] = min(lowest[module], lowest[other])
        if lowest[module] == order[module]:
            group = stack[stack.index(module) :]
            del stack[-len(group) :]
            if len(group) > 1:
                groups.append(sorted(group))

    for module in sorted(edges):
        if module not in order:
            visit(module)
    return sorted(groups)


def circles(source: Path = SOURCE) -> list[str]:
    return [
        f"modules import each other in a circle: {', '.join(group)}"
        for group in cycles(graph(source))
    ]


def crowded(source: Path = SOURCE, limit: int = MAX_MODULES) -> list[str]:
    """Folders with too many modules or scripts; texts are one module for each area."""
    paths = [path for kind in ("*.py", "*.js") for path in source.rglob(kind)]
    counts = Counter(p.parent for p in paths if p.name != "__init__.py" and p.parts[-3] != "text")
    return [
        f"{folder.relative_to(source.parent.parent)}: {count} modules; {limit} at most in a folder"
        for folder, count in sorted(counts.items())
        if count > limit
    ]


def prefixed(source: Path = SOURCE, limit: int = MAX_PREFIXED) -> list[str]:
    """Modules that should be a folder: their names begin with the same word."""
    paths = (p for p in source.rglob("*.py") if not p.name.startswith("_"))
    counts = Counter(p.with_name(p.stem.partition("_")[0]) for p in paths)
    return [
        f"{name.relative_to(source.parent.parent)}*: {count} modules; make them a folder"
        for name, count in sorted(counts.items())
        if count > limit and name.relative_to(source).as_posix() not in PREFIXES
    ]


def private_uses(text: str) -> Iterator[str]:
    """`line: name` for each `_name` of another module of pitboss that this one imports or reads."""
    tree = ast.parse(text)
    # Only what may be a module: an underscore on an object is that object's own business.
    modules: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                ours = (alias for alias in names if alias.name.split(".")[0] == "pitboss")
                modules |= {alias.asname or alias.name for alias in ours}
            case ast.ImportFrom(names=names) if _is_ours(node):
                modules |= {alias.asname or alias.name for alias in names if alias.name.islower()}
                for alias in names:
                    if _is_private(alias.name):
                        yield f"{node.lineno}: {node.module}.{alias.name}"
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and _is_private(node.attr):
            owner = ast.unparse(node.value)
            if owner in modules:
                yield f"{node.lineno}: {owner}.{node.attr}"


def _is_ours(node: ast.ImportFrom) -> bool:
    return bool(node.level) or (node.module or "").split(".")[0] == "pitboss"


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def too_many_private_uses(source: Path = SOURCE, limit: int = MAX_PRIVATE_USES) -> list[str]:
    """Every private use across modules, once there are more of them than there were."""
    uses = [
        f"{path.relative_to(source.parent.parent)}:{use} is private to its module"
        for path in sorted(source.rglob("*.py"))
        for use in private_uses(path.read_text(encoding="utf-8"))
    ]
    if len(uses) <= limit:
        return []
    return [*uses, f"{len(uses)} uses of another module's private names; {limit} at most"]


def faults(source: Path = SOURCE) -> list[str]:
    rows = []
    for path in sorted(source.rglob("*.py")):
        module = module_name(path, source)
        package = path.name == "__init__.py"
        for fault in faults_in(module, path.read_text(encoding="utf-8"), is_package=package):
            rows.append(f"{path.relative_to(source.parent.parent)}:{fault}")
    return rows


def main(sources: Iterable[Path] = (SOURCE,)) -> int:
    rows = [fault for source in sources for fault in faults(source)]
    rows += too_many_private_uses() + circles() + crowded() + prefixed()
    for fault in rows:
        print(fault)
    return 1 if rows else 0


if __name__ == "__main__":
    sys.exit(main())
