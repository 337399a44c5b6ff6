"""The program looks at itself: its code and rules files against the manifest it came with."""

import hashlib
from pathlib import Path
from typing import Final

MANIFEST: Final = "manifest.txt"
PACKAGE: Final = Path(__file__).resolve().parent.parent.parent
_NOT_PROGRAM: Final = ("__pycache__", ".")  # what is built from it, and hidden files


def manifest(package: Path = PACKAGE) -> str:
    """One line a file: SHA-256 and path, in the order of the paths."""
    lines = []
    for path in sorted(package.rglob("*"), key=lambda path: path.relative_to(package).as_posix()):
        name = path.relative_to(package)
        if any(part.startswith(_NOT_PROGRAM) for part in name.parts) or name.name == MANIFEST:
            continue
        if path.is_file():
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
            lines.append(f"{digest}  {name.as_posix()}\n")
    return "".join(lines)


def _read(text: str) -> dict[str, str]:
    return {name: digest for digest, _, name in (row.partition("  ") for row in text.splitlines())}


def program_faults(package: Path = PACKAGE) -> list[str]:
    """Files that are not what the manifest says; none are what one wants to see."""
    try:
        said = _read((package / MANIFEST).read_text(encoding="utf-8"))
    except OSError:
        return [f"{MANIFEST} is missing"]
    there = _read(manifest(package))
    found = [f"{name} was changed" for name in said if there.get(name, said[name]) != said[name]]
    found += [f"{name} is missing" for name in said if name not in there]
    return found + [f"{name} is not in the manifest" for name in there if name not in said]
