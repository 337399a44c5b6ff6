"""Names that say nothing: participles for values, and one class name for several things.

A value is named by what it is (`rows`, `reply`, `sheet`), not by how it was obtained (`found`,
`said`, `made`). Reads the product, part by part, the pages' scripts, the Python and scripts of
tests, bench, dev and examples, and the launcher. dev/names.toml holds how many such names each of
these still binds, and the class names of the product that are still defined more than once. Both
may only fall: `dev/check_names.py --lower` records every improvement.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for dev.* when this file is run by its path

from dev.script_names import script_bindings  # noqa: E402

SOURCE = ROOT / "src" / "pitboss"
STORED = ROOT / "dev" / "names.toml"
PAGES = "pages"  # the part that all scripts of the product make up
AROUND = ("tests", "bench", "dev", "examples", "pit")  # each is one part
PARTICIPLES = frozenset(
    (
        *("found", "said", "told", "asked", "made", "kept"),
        *("held", "seen", "given", "known", "wanted"),
    )
)
# Where one of them could be bound: at the start of a line, after a mark or after one of these
# keywords. A file without such a place need not be parsed, whatever prose it contains.
BOUND = "for|as|def|class|lambda|case|const|let|var|function|async|static|get|set"
PLACES = re.compile(
    rf"(?:^|[^\w\s'\"`]|\b(?:{BOUND}))\s*_*(?:{'|'.join(sorted(PARTICIPLES))})_*(?!\w)",
    re.IGNORECASE | re.MULTILINE,
)
SCRIPT_CLASS = re.compile(r"^(?:export )?(?:default )?class (\w+)", re.MULTILINE)
LOGGED = "a field of a command or an event, stored in every house's log"
STATE = "a field of the table's state, stored in every house's snapshots"
HASHED = "a field of the rules, hashed by name into every game's fingerprint"
REPLY = "a field of a stored reply, read again when a command id is repeated"
# Names that cannot change, each with the reason.
EXCEPTED = {
    "house.people.cash.CashReply.held": REPLY,
    "rankings.Ranking.given": HASHED,
    "table.commands.CountStub.found": LOGGED,
    "table.commands.Abandon.asked": LOGGED,
    "table.commands.Correct.asked": LOGGED,
    "table.commands.Forfeit.asked": LOGGED,
    "table.events.settlement.Corrected.asked": LOGGED,
    "table.events.settlement.Lost.held": LOGGED,
    "table.events.settlement.StakeReturned.held": LOGGED,
    "table.events.table.SeatDropped.asked": LOGGED,
    "table.state.Stake.held": STATE,
    "table.state.Table.asked": STATE,
}


OBJECT = "(object)"


class Binding(NamedTuple):
    line: int
    name: str
    owner: str  # the class whose body binds it, OBJECT for `object.name = …`, "" elsewhere


def bindings(tree: ast.Module) -> Iterator[Binding]:
    """Every name that a module binds: variables, parameters, fields, functions, classes."""
    yield from _bindings(tree, "")


def _bindings(node: ast.AST, owner: str) -> Iterator[Binding]:
    for child in ast.iter_child_nodes(node):
        line = getattr(child, "lineno", 0)
        inner = owner
        match child:
            case ast.ClassDef(name=name):
                yield Binding(line, name, owner)
                inner = name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield Binding(line, name, owner)
                inner = ""
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                yield Binding(line, name, owner)
            case ast.Attribute(attr=name, ctx=ast.Store()):
                yield Binding(line, name, OBJECT)
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield Binding(line, name, owner)
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield Binding(line, name, owner)
            case _:
                pass
        yield from _bindings(child, inner)


def participles(module: str, text: str) -> list[str]:
    """`line: name` for every participle a module binds, those that cannot change left out."""
    return [
        f"{line}: {name}"
        for line, name, owner in bindings(ast.parse(text))
        if name.strip("_").lower() in PARTICIPLES and not _excepted(module, owner, name)
    ]


def _excepted(module: str, owner: str, name: str) -> bool:
    if owner != OBJECT:
        return f"{module}.{owner}.{name}" in EXCEPTED
    # The table's state is changed in place, by its own part.
    part, _, _ = module.partition(".")
    fields = [place for place, why in EXCEPTED.items() if why == STATE]
    return any(place.startswith(f"{part}.") and place.endswith(f".{name}") for place in fields)


def script_participles(text: str) -> list[str]:
    """`line: name` for every participle a script binds."""
    return [
        f"{line}: {name}"
        for line, name in script_bindings(text)
        if name.strip("_#").lower() in PARTICIPLES
    ]


def by_part(root: Path = ROOT) -> dict[str, list[str]]:
    """`file:line: name` for every participle, by part."""
    source = root / "src" / "pitboss"
    uses: dict[str, list[str]] = {}
    for path in files_of(source):
        relative = path.relative_to(source).with_suffix("")
        part = relative.parts[0] if path.suffix == ".py" else PAGES
        uses.setdefault(part, []).extend(_uses(root, path, ".".join(relative.parts)))
    for part in AROUND:
        for path in files_of(root / part):
            module = ".".join(path.relative_to(root).with_suffix("").parts)
            uses.setdefault(part, []).extend(_uses(root, path, module))
    return {part: lines for part, lines in uses.items() if lines}


def files_of(place: Path) -> list[Path]:
    """The Python files and scripts in a folder; a single file, such as `pit`, is its own list."""
    if place.is_file():
        return [place]
    return sorted(
        path
        for path in place.rglob("*")
        if path.suffix in (".py", ".js") and "node_modules" not in path.parts
    )


def _uses(root: Path, path: Path, module: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if not PLACES.search(text):
        return []
    rows = script_participles(text) if path.suffix == ".js" else participles(module, text)
    return [f"{path.relative_to(root)}:{row}" for row in rows]


def repeated_classes(root: Path = ROOT) -> dict[str, list[str]]:
    """Class names with more than one definition in the product's Python or in its scripts."""
    places: dict[tuple[str, str], list[str]] = {}
    for path in files_of(root / "src" / "pitboss"):
        for line, name in _classes(path):
            place = f"{path.relative_to(root)}:{line}"
            places.setdefault((name, path.suffix), []).append(place)
    return {name: where for (name, _), where in sorted(places.items()) if len(where) > 1}


def _classes(path: Path) -> list[tuple[int, str]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        nodes = ast.walk(ast.parse(text))
        return [(node.lineno, node.name) for node in nodes if isinstance(node, ast.ClassDef)]
    return [
        (text.count("\n", 0, match.start(1)) + 1, match[1]) for match in SCRIPT_CLASS.finditer(text)
    ]


def faults(root: Path = ROOT, stored: Path = STORED) -> list[str]:
    limits = tomllib.loads(stored.read_text(encoding="utf-8"))
    rows: list[str] = []
    for part, uses in by_part(root).items():
        limit = limits["participles"].get(part, 0)
        if len(uses) > limit:
            counts = Counter(use.rpartition(" ")[2] for use in uses)
            names = ", ".join(f"{name} {count}" for name, count in counts.most_common())
            rows += uses
            rows.append(f"{part}: {len(uses)} participles for names, {limit} at most ({names})")
    for name, where in repeated_classes(root).items():
        if name not in limits["repeated_classes"]:
            rows.append(f"class {name} is defined in several places: {', '.join(where)}")
    return rows


def lowered(root: Path = ROOT, stored: Path = STORED) -> str:
    """The stored limits, lowered by every improvement since; none is ever raised."""
    limits = tomllib.loads(stored.read_text(encoding="utf-8"))
    counts = {part: len(uses) for part, uses in by_part(root).items()}
    classes = [name for name in limits["repeated_classes"] if name in repeated_classes(root)]
    lines = ["# Written by dev/check_names.py --lower. These numbers and this list may only fall."]
    lines.append("repeated_classes = [" + ", ".join(f'"{name}"' for name in classes) + "]")
    lines += ["", "[participles]"]
    for part, limit in limits["participles"].items():
        if now := min(limit, counts.get(part, 0)):
            lines.append(f"{part} = {now}")
    return "\n".join(lines) + "\n"


def main(args: list[str]) -> int:
    if args == ["--lower"]:
        STORED.write_text(lowered(), encoding="utf-8")
    rows = faults()
    for row in rows:
        print(row)
    return 1 if rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
