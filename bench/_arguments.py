"""The command line of a bench that has few arguments or none."""

import argparse


def parse(name: str, text: str | None, **flags: str) -> argparse.Namespace:
    """`text` is the bench's docstring; `flags` are switches with their help."""
    parser = argparse.ArgumentParser(
        prog=f"./pit bench {name}",
        description=text,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for flag, meaning in flags.items():
        parser.add_argument(f"--{flag}", action="store_true", help=meaning)
    return parser.parse_args()
