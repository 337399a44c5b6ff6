"""Every test that docs/mathematics.md names as a second check exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_second_checks_that_the_documentation_names_exist() -> None:
    text = (ROOT / "docs" / "mathematics.md").read_text("utf-8")
    rows = [row for row in text.partition("## Second checks")[2].splitlines() if "`test_" in row]
    assert len(rows) > 10
    for row in rows:
        for file, names in re.findall(r"`(test_\w+\.py)`: ((?:`test_\w+`(?:, )?)+)", row):
            source = (ROOT / "tests" / "odds" / file).read_text("utf-8")
            for name in re.findall(r"`(\w+)`", names):
                assert f"def {name}(" in source, (file, name)
        assert not re.sub(r"`test_\w+\.py`: (`test_\w+`(, )?)+", "", row).count("`"), row
