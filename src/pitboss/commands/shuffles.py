"""`pitboss shuffles`: the house's shuffles in bulk, for a laboratory's own tests."""

import sys
from pathlib import Path

import click

from pitboss.errors import PitbossError


def _seed(text: str | None) -> bytes:
    from pitboss.house.chance import SEED_BYTES, os_entropy

    if text is None:
        return os_entropy(SEED_BYTES)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise PitbossError(
            f"{text!r} is not a seed", what_to_do=f"give {2 * SEED_BYTES} hex digits"
        )
    return seed


@click.command("shuffles")
@click.option("--count", default=1000, show_default=True, type=click.IntRange(1))
@click.option("--raw", is_flag=True, help="Words of the stream, 4 bytes each, instead of decks.")
@click.option("--cards", default=52, show_default=True, type=click.IntRange(2, 54))
@click.option("--seed", "seed_text", metavar="HEX", help="The same seed gives the same shuffles.")
@click.option("--out", type=click.Path(path_type=Path), help="File; default the standard output.")
def command(count: int, raw: bool, cards: int, seed_text: str | None, out: Path | None) -> int:
    """Dump shuffles of the deployed chain: one byte a card, or with --raw the stream itself.

    A round's shuffle uses a key of its own; shuffle N here uses the key of a round's Nth. Every
    word of a raw stream comes from the first such key.
    """
    from itertools import islice

    from pitboss.house.chance import shuffle, shuffle_key, stream

    seed = _seed(seed_text)
    with out.open("wb") if out else click.open_file("-", "wb") as file:
        if raw:
            words = stream(shuffle_key(seed, 1, ()))
            for first in range(0, count, 4096):
                chunk = islice(words, min(4096, count - first))
                file.write(b"".join(word.to_bytes(4, "little") for word in chunk))
        else:
            for number in range(1, count + 1):
                file.write(bytes(shuffle(range(cards), shuffle_key(seed, number, ()))))
    what = "words" if raw else f"decks of {cards} cards"
    click.echo(f"{count} {what} from seed {seed.hex()}", file=sys.stderr)
    return 0
