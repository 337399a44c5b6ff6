"""Compares the program's own code and rules files with the manifest of the release."""

import hashlib
from pathlib import Path
from typing import Final

MANIFEST: Final = "manifest.txt"
PACKAGE: Final = Path(__file__).resolve().parent.parent.parent
_NOT_PROGRAM: Final = ("__pycache__", ".")  # build products and hidden files


def manifest(package: Path = PACKAGE) -> str:
    """One line per file, with its SHA-256 and path, sorted by path."""
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
    """The files that differ from the manifest."""
    try:
        listed = _read((package / MANIFEST).read_text(encoding="utf-8"))
    except OSError:
        return [f"{MANIFEST} is missing"]
    present = _read(manifest(package))
    faults = [
        f"{name} was changed" for name in listed if present.get(name, listed[name]) != listed[name]
    ]
    faults += [f"{name} is missing" for name in listed if name not in present]
    return faults + [f"{name} is not in the manifest" for name in present if name not in listed]
