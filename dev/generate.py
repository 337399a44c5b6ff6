"""Write the files that are made from others; `--check` only says which are out of date.

docs/rules/<game>.md       dev.rule_pages.write_pages
schema/house.schema.json   dev.file_schemas.house_schema, from the shape of a submission
schema/rules.schema.json   dev.file_schemas.rules_schema, from the rulebook's vocabulary
src/pitboss/web/description/error_codes.json   dev.error_codes.table, from the errors' classes
docs/api.md                dev.api_page.page, from the descriptions
src/pitboss/manifest.txt   pitboss.house.audit.program.manifest, of all files of the package
dev/web_tools/api.d.ts     dev.api_types.api_types, from the API's own description
src/pitboss/odds/data/     dev.shipped_odds, only when the rules have changed: it takes a minute
docs/reliability.md        dev.reliability.report, from the recorded outcomes of the campaigns
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # for dev.* when this file is run by its path


def rule_pages(root: Path, check: bool) -> Iterable[Path]:
    stale: Iterable[Path] = import_module("dev.rule_pages").write_pages(
        root / "docs" / "rules", check=check
    )
    return stale


def house_schema(root: Path, check: bool) -> Iterable[Path]:
    schema = import_module("dev.file_schemas").house_schema()
    return _schema(schema, root / "schema" / "house.schema.json", check)


def rules_schema(root: Path, check: bool) -> Iterable[Path]:
    schema = import_module("dev.file_schemas").rules_schema()
    return _schema(schema, root / "schema" / "rules.schema.json", check)


def _schema(schema: object, path: Path, check: bool) -> Iterable[Path]:
    text = json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    return write(path, text, check)


def error_codes(root: Path, check: bool) -> Iterable[Path]:
    text: str = import_module("dev.error_codes").table()
    return write(root / "src/pitboss/web/description/error_codes.json", text, check)


def program_manifest(root: Path, check: bool) -> Iterable[Path]:
    package = root / "src" / "pitboss"
    text: str = import_module("pitboss.house.audit.program").manifest(package)
    return write(package / "manifest.txt", text, check)


def script_types(root: Path, check: bool) -> Iterable[Path]:
    text: str = import_module("dev.api_types").api_types()
    return write(root / "dev" / "web_tools" / "api.d.ts", text, check)


def api_page(root: Path, check: bool) -> Iterable[Path]:
    return write(root / "docs" / "api.md", import_module("dev.api_page").page(), check)


def reliability_report(root: Path, check: bool) -> Iterable[Path]:
    text: str = import_module("dev.reliability").report(root / "tests" / "soak" / "results")
    return write(root / "docs" / "reliability.md", text, check)


def shipped_solutions(root: Path, check: bool) -> Iterable[Path]:
    """Compares fingerprints only; a test computes the solutions themselves."""
    module, path = import_module("dev.shipped_odds"), root / "src/pitboss/odds/data/solutions.zip"
    if module.is_current(path):
        return []
    if not check:
        module.write(path)
    return [path]


def write(path: Path, text: str, check: bool) -> list[Path]:
    """Writes the text, unless `check`; returns the path if its text was different."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return []
    if not check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [path]


# Each returns the files whose text differed from the rulebook.
GENERATORS: tuple[Callable[[Path, bool], Iterable[Path]], ...] = (
    rule_pages,
    house_schema,
    rules_schema,
    shipped_solutions,
    error_codes,
    program_manifest,
    script_types,
    api_page,
    reliability_report,
)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Write the files made from the rulebook.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if any differs")
    check: bool = parser.parse_args(argv).check
    failed = False
    for generator in GENERATORS:
        try:
            stale = list(generator(ROOT, check))
        except (ImportError, AttributeError) as error:
            print(f"{generator.__name__}: cannot be generated: {error}")
            failed = True
            continue
        for path in stale:
            print(f"{path.relative_to(ROOT)}: {'out of date' if check else 'written'}")
        failed = failed or (check and bool(stale))
    if failed and check:
        print("run .venv/bin/python dev/generate.py and commit what it writes")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
