"""The commit that a campaign or a benchmark measures."""

import subprocess
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
# What a campaign or a benchmark writes itself, from the top of the checkout.
RECORDS: Final = ("tests/soak/results", "docs/reliability.md")


def commit() -> str:
    """The commit that is checked out, plus "+" where files other than records differ from it; empty
    without Git.
    """
    describe = ("describe", "--always", "--abbrev=12", "--exclude=*")
    code = (":(top)", *(f":(top,exclude){path}" for path in RECORDS))
    try:
        dirty = "+" if _git("diff", "--name-only", "HEAD", "--", *code) else ""
        return _git(*describe) + dirty
    except (OSError, subprocess.CalledProcessError):
        return ""


def _git(*args: str) -> str:
    command = ("git", *args)
    output = subprocess.run(command, cwd=HERE, check=True, capture_output=True, text=True)
    return output.stdout.strip()
