"""Compares the program's own code and rules files with the manifest of the release."""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

MANIFEST: Final = "manifest.txt"
PACKAGE: Final = Path(__file__).resolve().parent.parent.parent
_NOT_PROGRAM: Final = ("__pycache__", ".")  # build products and hidden files


def manifest(package: Path = PACKAGE, rest: Callable[[], object] | None = None) -> str:
    """One line per file, with its SHA-256 and path, sorted by path; calls `rest` after each."""
    lines = {}
    for folder, folders, names in os.walk(package):
        folders[:] = [name for name in folders if not name.startswith(_NOT_PROGRAM)]
        for name in names:
            path = Path(folder, name).relative_to(package).as_posix()
            if name.startswith(_NOT_PROGRAM) or name == MANIFEST:
                continue
            digest = hashlib.sha256((package / path).read_bytes()).hexdigest()
            lines[path] = f"{digest}  {path}\n"
            if rest is not None:
                rest()
    return "".join(lines[path] for path in sorted(lines))


def _read(text: str) -> dict[str, str]:
    return {name: digest for digest, _, name in (row.partition("  ") for row in text.splitlines())}


def program_faults(package: Path = PACKAGE, rest: Callable[[], object] | None = None) -> list[str]:
    """The files that differ from the manifest."""
    try:
        listed = _read((package / MANIFEST).read_text(encoding="utf-8"))
    except OSError:
        return [f"{MANIFEST} is missing"]
    present = _read(manifest(package, rest))
    faults = [
        f"{name} was changed" for name in listed if present.get(name, listed[name]) != listed[name]
    ]
    faults += [f"{name} is missing" for name in listed if name not in present]
    return faults + [f"{name} is not in the manifest" for name in present if name not in listed]
