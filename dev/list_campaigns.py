"""Lists what `./pit bench` or `./pit soak` can run, each with the first line of its module.

python3 dev/list_campaigns.py bench|soak
"""

import ast
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
PLACES: Final = {"bench": ROOT / "bench", "soak": ROOT / "tests" / "soak"}


def main() -> None:
    for file in sorted(PLACES[sys.argv[1]].glob("[!_]*.py")):
        text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        print(f"{file.stem:<18}{text.partition(chr(10))[0]}")


if __name__ == "__main__":
    main()
