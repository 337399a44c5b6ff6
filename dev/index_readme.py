"""The README as a package index shows it: every link is absolute, or there is none.

Hatchling calls this hook when it builds. `PITBOSS_PROJECT_URL` is the address under which the files
of the repository can be read; without one, links between files become plain text and pictures are
left out, so that an index page has no dead link.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

VARIABLE = "PITBOSS_PROJECT_URL"
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?://|#|mailto:)([^)]+)\)")


class IndexReadme(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        address = os.environ.get(VARIABLE, "")
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, address)}


def absolute(text: str, address: str) -> str:
    """The text with links to files below an address, or without them where there is none."""

    def replace(link: re.Match[str]) -> str:
        picture, name, target = link.groups()
        if address:
            return f"{picture}[{name}]({address.rstrip('/')}/{target})"
        return "" if picture else name

    lines = []
    for line in text.splitlines():
        new = LINK.sub(replace, line)
        # A line of pictures alone is empty where they are left out.
        if new == line or new.strip("| "):
            lines.append(new)
    # Their table is then a head and a rule alone.
    return "\n".join(lines).replace("\n| | |\n|---|---|\n\n", "\n") + "\n"
