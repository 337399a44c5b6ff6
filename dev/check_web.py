"""Checks the pages' scripts and sheets with the tools of dev/web_tools: format, shape, types.

  dev/check_web.py format    prettier at 100 columns; with --write, formats instead
  dev/check_web.py shape     no long function, no calls six deep (dev/web_tools/shape.js)
  dev/check_web.py types     tsc, fully strict, with the API's types from its own schema

dev/web_tools/untyped.json holds how many values of each folder still have no type (tsc's
"implicitly any"). The numbers may only fall: `dev/check_web.py types --lower` records every
improvement. A folder that is not named there has none.

Needs Node.js and npm. The packages are pinned with their hashes in dev/web_tools/package-lock.json,
which names no registry; npm installs them into dev/web_tools/node_modules when the lock changes.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "dev" / "web_tools"
MODULES = TOOLS / "node_modules"
STAMP = MODULES / "pitboss-lock.sha256"
GENERATED = TOOLS / "api.d.ts"  # by dev/generate.py, which also checks it
STORED = TOOLS / "untyped.json"
FOLDERS = (ROOT / "src" / "pitboss" / "web" / "static", ROOT / "tests" / "browser")
MISSING = """\
******************************************************************************
NO {program}: the scripts and style sheets of the pages cannot be checked, so
this check fails. Install Node.js 18 or later with npm (on Debian:
apt install nodejs npm) and run ./pit check again.
******************************************************************************"""


class MissingProgram(Exception):
    """A program that the check cannot do without is not on PATH."""


def find_program(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise MissingProgram(MISSING.format(program=name.upper()))
    return path


def install() -> int:
    """Installs the locked packages, unless those of this lock are installed already."""
    lock = hashlib.sha256((TOOLS / "package-lock.json").read_bytes()).hexdigest()
    if STAMP.exists() and STAMP.read_text(encoding="utf-8") == lock:
        return 0
    npm = [find_program("npm"), "ci", "--no-audit", "--no-fund", "--loglevel", "error"]
    code = subprocess.run(npm, cwd=TOOLS, check=False).returncode
    if code == 0:
        STAMP.write_text(lock, encoding="utf-8")
    else:
        print("npm could not install dev/web_tools; the reason is above. Behind a mirror, set")
        print("npm_config_registry to its address.")
    return code


def web_files(*suffixes: str) -> list[str]:
    paths = [path for folder in (*FOLDERS, TOOLS) for path in folder.rglob("*")]
    own = [path for path in paths if MODULES not in path.parents and path.suffix in suffixes]
    own = [path for path in own if path != GENERATED]
    return [str(path.relative_to(ROOT)) for path in sorted(own)]


def commands(step: str, write: bool) -> list[list[str]]:
    """The command lines of one step, each without the leading `node`."""
    if step == "format":
        prettier = str(MODULES / "prettier" / "bin" / "prettier.cjs")
        options = ["--config", str(TOOLS / "prettier.json"), "--log-level", "warn"]
        mode = "--write" if write else "--check"
        return [[prettier, *options, mode, *web_files(".js", ".css", ".ts")]]
    if step == "shape":
        return [
            ["--test", "--test-reporter", "dot", str(TOOLS / "shape.test.js")],
            [str(TOOLS / "shape.js"), *web_files(".js")],
        ]
    raise SystemExit(__doc__)


def check_types(node: str, lower: bool) -> int:
    tsc = [str(MODULES / "typescript" / "bin" / "tsc"), "--pretty", "false"]
    report = subprocess.run(
        [node, *tsc, "--project", str(TOOLS)], cwd=ROOT, check=False, capture_output=True, text=True
    )
    faults, untyped = read_report(report.stdout)
    limits = json.loads(STORED.read_text(encoding="utf-8"))
    if lower:
        STORED.write_text(json.dumps(lowered(limits, untyped), indent=2) + "\n", encoding="utf-8")
    rows = faults + too_many(limits, untyped)
    if report.returncode not in (0, 1, 2):
        rows.append(report.stderr)
    for row in rows:
        print(row)
    return 1 if rows else 0


# An error of tsc: its file, its number and what follows; a line that is indented goes on with it.
ERROR = re.compile(r"(?P<file>[^(]+)\(\d+,\d+\): error TS(?P<number>\d+): ")
IMPLICIT_ANY = re.compile(r"70\d\d")


def read_report(text: str) -> tuple[list[str], dict[str, list[str]]]:
    """The errors, and the values without a type by folder."""
    faults: list[str] = []
    untyped: dict[str, list[str]] = {}
    rows = faults
    for line in text.splitlines():
        if error := ERROR.match(line):
            folder = error["file"].partition("/static/")[2].partition("/")[0]
            implicit = IMPLICIT_ANY.fullmatch(error["number"])
            rows = untyped.setdefault(folder, []) if implicit else faults
            rows.append(line)
        elif line.startswith(" ") and rows:
            rows[-1] += "\n" + line
        elif line:
            faults.append(line)
    return faults, untyped


def too_many(limits: dict[str, int], untyped: dict[str, list[str]]) -> list[str]:
    rows: list[str] = []
    for folder, lines in sorted(untyped.items()):
        limit = limits.get(folder, 0)
        if len(lines) > limit:
            by_file = Counter(line.partition("(")[0] for line in lines)
            rows += [
                *lines,
                *(f"{file}: {count} without a type" for file, count in by_file.items()),
            ]
            rows.append(f"{folder}: {len(lines)} values without a type, {limit} at most")
    return rows


def lowered(limits: dict[str, int], untyped: dict[str, list[str]]) -> dict[str, int]:
    counts = {name: min(limit, len(untyped.get(name, ()))) for name, limit in limits.items()}
    return {name: count for name, count in counts.items() if count}


def main(argv: list[str]) -> int:
    step = argv[0] if argv else ""
    try:
        lines = commands(step, "--write" in argv) if step != "types" else []
        node = find_program("node")
        if code := install():
            return code
    except MissingProgram as missing:
        print(missing)
        return 1
    if step == "types":
        return check_types(node, "--lower" in argv)
    codes = [subprocess.run([node, *line], cwd=ROOT, check=False).returncode for line in lines]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
