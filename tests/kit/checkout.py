"""The commit that a campaign or a benchmark measures."""

import subprocess
from pathlib import Path


def commit() -> str:
    """The commit that is checked out, plus "+" where files differ from it; empty without Git."""
    describe = ("git", "describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+")
    try:
        output = subprocess.run(
            describe, cwd=Path(__file__).parent, check=True, capture_output=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return output.stdout.strip()
