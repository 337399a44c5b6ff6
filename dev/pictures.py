"""Photographs every page of the house in four sizes and both decks: `./pit pictures [DIR]`.

One seeded house with people at its tables, brought into states worth looking at. Names are
`<page>-<state>.<size>.<deck>.png`. Those of KEPT are made for docs/pictures/ too, small.

  --only WORD    only pages whose name holds WORD
  --quick        the widest and the narrowest size, one deck
  --papers       only the papers, straight into docs/pictures/, without a browser
  --docs         only those of KEPT, and write docs/pictures/ again from them
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from browser.album import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
