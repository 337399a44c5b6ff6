"""`./pit soak statistics`: how often honest books are flagged, in every game.

    ./pit soak statistics [--cases N] [--sizes 500,5000,50000] [--games …] [--seed N] [--record]

*Fast books*: rounds dealt and paid by kernels (tests/kit/fast_books.py; a test compares them with
the engine's cent for cent), many books of each size in each game. 5 % ± 1 % must be flagged.
*Faults*: a paytable that pays its most common row wrong, at a table of the engine read with the
right one, and in fast books by the win alone.
"""

from fractions import Fraction
from typing import Final

import msgspec

from kit.engine_rounds import engine_rounds
from kit.fast_books import FastGame, generous_choices
from pitboss.house.books.play import RoundReader
from pitboss.odds.sessions.redeal import place_among, redealt_sums
from pitboss.rulebook import GAMES
from pitboss.rulebook.rules import Rules, plain_choices
from soak._outcome import RESULTS, Campaign

SIZES: Final = "500,5000,50000"
CASES: Final = 2_000  # of the largest size; twice and four times as many of the smaller ones
WEEK: Final = 7 * 24 * 40  # rounds of a busy table
SAMPLES: Final = 199
WITHIN: Final = (0.04, 0.06)  # the share that must be flagged
EXTENDED: Final = 4
PARTS: Final = 100  # books after which a count is recorded
SLOWEST: Final = "rounds at most until a wrong row is flagged"
SOURCES: Final = ("kernels", "engine", "house")  # that wrote the rounds
FLAGS: Final = RESULTS / "statistics-flags.json"


class Cell(msgspec.Struct, frozen=True):
    """How many books of a size were flagged in one game, and what wrote their rounds."""

    game: str
    rounds: int
    books: int
    flagged: int
    mean_rank: float  # 0 where it was not taken
    source: str


def record_cell(cell: Cell) -> None:
    """Writes a cell in the place of an earlier one, as soon as it is counted."""
    cells: list[Cell] = []
    if FLAGS.exists():
        cells = msgspec.json.decode(FLAGS.read_bytes(), type=dict[str, list[Cell]])["flags"]
    same = (cell.source, cell.rounds, cell.game)
    cells = [c for c in cells if (c.source, c.rounds, c.game) != same] + [cell]
    cells.sort(key=lambda c: (SOURCES.index(c.source), c.rounds, c.game))
    lines = [msgspec.json.encode(c).decode() for c in cells]
    FLAGS.write_text('{"flags": [\n' + ",\n".join(lines) + "\n]}\n")


def calibrate(campaign: Campaign, key: str, size: int, cases: int, seed: int) -> None:
    """Counts the flags of honest fast books, and fails outside 5 % ± 1 %.

    One percent is two standard errors of 2,000 books. So where the share of the first books is
    outside, `EXTENDED` times as many are counted, the first among them, and all are judged.
    """
    fast = FastGame(key)
    flags, places, done, books = 0, 0.0, 0, cases
    while done < books:
        number = done
        # Streams of their own for each game and size: the counts are independent.
        stream = (size * len(GAMES) + [*GAMES].index(key)) << 20 | number
        test = fast.test(size, seed, stream, SAMPLES)
        flags, places = flags + test.outside, places + test.rank
        campaign.outcome.count += size
        done += 1
        if done == cases and not _is_within(flags / done):
            books = cases * EXTENDED
        if campaign.args.record and done % PARTS == 0:
            record_cell(Cell(key, size, done, flags, round(places / done, 4), "kernels"))
    share = flags / done
    line = f"{key}: {done:,} fast books of {size:,} rounds, {share:.2%} flagged"
    print(f"{line}, mean rank {places / done:.4f}", flush=True)
    if not _is_within(share):
        campaign.outcome.fail(line)


def _is_within(share: float) -> bool:
    return WITHIN[0] <= share <= WITHIN[1]


def faults(campaign: Campaign, books: int, seed: int) -> None:
    """Checks that a paytable that pays its most common row wrong is found within a week by its
    payments; prints how often the win alone shows it.
    """
    for key in GAMES:
        choices = generous_choices(key)
        reader = RoundReader(Rules(plain_choices(GAMES[key])))
        n = 0
        for events in engine_rounds(choices, f"fault {seed}", WEEK):
            n += 1
            if any(row.paid != row.due for row in reader.read(events).rows):
                break
        else:
            campaign.outcome.fail(f"{key}: a row paid wrong was not found within a week")
        campaign.outcome.count += n
        slowest = max(campaign.outcome.detail.get(SLOWEST, 0), n)
        campaign.outcome.detail[SLOWEST] = slowest
        if GAMES[key].draws:
            continue  # to solve a draw game for another paytable takes minutes
        right, wrong, flags = FastGame(key), FastGame(key, choices), 0
        for number in range(books):
            book, other = (game.book(WEEK, seed, number) for game in (right, wrong))
            sums = redealt_sums(book.laws, SAMPLES, number)
            test = place_among(sums, WEEK, Fraction(), book.fixed, other.actual)
            flags += test.outside
        print(
            f"{key}: wrong row flagged in round {n}; by a week's win alone in {flags / books:.0%}"
        )


def main() -> int:
    campaign = Campaign("statistics", "rounds in honest books, tested as statistics test them")
    campaign.parser.add_argument("--cases", type=int, default=CASES)
    campaign.parser.add_argument("--sizes", default=SIZES)
    campaign.parser.add_argument("--faults", type=int, default=50, help="weeks with a wrong row")
    campaign.parser.add_argument("--games", default=",".join(GAMES))
    args = campaign.parse()
    sizes = sorted(int(size) for size in args.sizes.split(",") if size)
    if args.faults:
        faults(campaign, args.faults, args.seed)
    for place, size in enumerate(sizes):
        for key in args.games.split(","):
            more = 2 ** (len(sizes) - 1 - place)
            calibrate(campaign, key, size, args.cases * more, args.seed)
    return campaign.finish()
