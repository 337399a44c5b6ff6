"""Checks the pages' scripts and sheets with the tools of dev/web_tools: format, shape, types.

  dev/check_web.py format    prettier at 100 columns; with --write, formats instead
  dev/check_web.py shape     no long function, no calls six deep (dev/web_tools/shape.js)
  dev/check_web.py types     tsc over the JSDoc types, with the API's types from its own schema

Needs Node.js and npm. The packages are pinned with their hashes in dev/web_tools/package-lock.json,
which names no registry; npm installs them into dev/web_tools/node_modules when the lock changes.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "dev" / "web_tools"
MODULES = TOOLS / "node_modules"
STAMP = MODULES / "pitboss-lock.sha256"
GENERATED = TOOLS / "api.d.ts"  # by dev/generate.py, which also checks it
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
    """Installs the locked packages, unless those of this very lock are there."""
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
    if step == "types":
        return [[str(MODULES / "typescript" / "bin" / "tsc"), "--project", str(TOOLS)]]
    raise SystemExit(__doc__)


def main(argv: list[str]) -> int:
    step = argv[0] if argv else ""
    try:
        lines = commands(step, "--write" in argv)
        node = find_program("node")
        if code := install():
            return code
    except MissingProgram as missing:
        print(missing)
        return 1
    codes = [subprocess.run([node, *line], cwd=ROOT, check=False).returncode for line in lines]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
