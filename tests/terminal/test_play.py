"""`pitboss play` in words: whole sessions, every way they can end, their money to the cent."""

import random
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.commands import play
from pitboss.errors import PitbossError
from pitboss.money import Cents, dollars
from pitboss.rulebook import GAMES, MARK, PUBLISHED, Rulebook
from pitboss.rulebook.own import read_rules
from pitboss.rulebook.rules import Rules
from pitboss.table import events as e
from pitboss.table.refusals import Reason, Refusal
from pitboss.terminal import words
from pitboss.terminal.console import Plain
from pitboss.terminal.felt import draw
from pitboss.terminal.session import TerminalSession

BANKROLL = dollars(500)
MONEY = re.compile(r": ([+−]?[\d,]+\.\d\d)(?: \(.*\))?$")


def cents(text: str) -> int:
    return int(text.replace("−", "-").replace(",", "").replace(".", "").replace("+", ""))


class Answers:
    """Standard input that can end in Ctrl-C instead of an end of file."""

    def __init__(self, lines: list[str], *, interrupted: bool = False) -> None:
        self.lines = iter([f"{line}\n" for line in lines])
        self.interrupted = interrupted

    def readline(self) -> str:
        line = next(self.lines, "")
        if not line and self.interrupted:
            raise KeyboardInterrupt
        return line


class Sitting:
    """A plain session run in this process."""

    def __init__(
        self,
        game: str,
        lines: list[str],
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        *,
        seed: int = 1,
        shuffled: Callable[[list[Card]], None] | None = None,
        bankroll: Cents = BANKROLL,
        letters: tuple[str, ...] = (),
        rounds: int | None = None,
        interrupted: bool = False,
        book: Rulebook = PUBLISHED,
    ) -> None:
        monkeypatch.setattr(sys, "stdin", Answers(lines, interrupted=interrupted))
        rules = Rules(play._choices(book.games[game], letters, book))
        shuffle = shuffled or random.Random(seed).shuffle
        self.session = TerminalSession(
            rules, Plain(), shuffle, bankroll=bankroll, rounds=rounds, seed=seed
        )
        capsys.readouterr()
        self.code = self.session.run()
        self.lines = capsys.readouterr().out.splitlines()

    @property
    def money(self) -> list[str]:
        """The lines that say what a spot, a round or the session brought."""
        return [line for line in self.lines if MONEY.search(line) or re.match(r"Round \d+:", line)]

    def check_books(self) -> None:
        """The printed amounts add up and equal the engine's own balances."""
        balances = self.session.house.table.books()
        assert sum(balances.values()) == 0
        assert not [name for name in balances if name.startswith("spot ")]
        assert balances.get("player you", 0) == 0
        spots = {spot.name for spot in self.session.rules.spots.values()}
        of_round, of_session, rounds = 0, 0, 0
        by_wager = {}
        ended = self.lines.index(next(x for x in self.lines if x.startswith("You leave the")))
        for place, line in enumerate(self.lines):
            name = line.partition(":")[0]
            money = MONEY.search(line)
            if ended < place and money:
                by_wager[name] = cents(money[1])
            elif money and name in spots:
                of_round += cents(money[1])
            elif summary := re.match(r"Round (\d+): (\S+)\. Chips (\S+), in all (\S+)\.$", line):
                of_session += of_round
                rounds += 1
                assert (int(summary[1]), cents(summary[2])) == (rounds, of_round), line
                assert cents(summary[4]) == of_session, line
                of_round = 0
        left = re.search(r"Bought in (\S+), left with (\S+), wagered", "\n".join(self.lines))
        assert left
        assert balances["drop"] == cents(left[1])
        assert balances["outside"] == cents(left[2]) - cents(left[1]) == of_session
        assert by_wager.pop("In all") == of_session == sum(by_wager.values())
        assert f"You played {rounds} round{'s' * (rounds != 1)} of " in "\n".join(self.lines)


Sit = Callable[..., Sitting]


@pytest.fixture
def sit(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Sit:
    def run(game: str, lines: list[str], **how: object) -> Sitting:
        return Sitting(game, lines, capsys, monkeypatch, **how)  # type: ignore[arg-type]

    return run


# ── whole sessions ────────────────────────────────────────────────────────────────────────────────

SESSIONS = {
    "mississippi-stud": (8, "1|2|3|4|d|1|2|3|r|d|3|f"),
    "235-stud": (30, "1|2|3|d|r|r|r|d|c|r"),
    "let-it-ride": (5, "1|2|3|4|5|d|r|w|r|d|w|w"),
    "double-draw": (34, "1|d|b||b||r||b|1 2|d|f"),
}
GOLDEN = Path(__file__).parents[1] / "data" / "play"


@pytest.mark.parametrize("game", SESSIONS)
def test_a_seeded_session_says_what_every_spot_brought(game: str, sit: Sit) -> None:
    seed, script = SESSIONS[game]
    sitting = sit(game, script.split("|"), seed=seed, rounds=2)
    assert sitting.code == 0
    golden = (GOLDEN / f"{game}.txt").read_text(encoding="utf-8")
    assert sitting.money == golden.splitlines()
    sitting.check_books()


@pytest.mark.parametrize("game", SESSIONS)
def test_a_seed_deals_the_same_session_again_whatever_is_bet(game: str, sit: Sit) -> None:
    seed, script = SESSIONS[game]
    one, two = (sit(game, script.split("|"), seed=seed, rounds=2).lines for _ in range(2))
    assert one == two
    richer = sit(game, ["1 20", *script.split("|")[1:]], seed=seed, rounds=2).lines
    cards = [line for line in one if line.startswith("Your cards")]
    assert cards == [line for line in richer if line.startswith("Your cards")]
    other = sit(game, script.split("|"), seed=seed + 1, rounds=2).lines
    assert cards[0] not in other


@pytest.mark.parametrize("game", SESSIONS)
@pytest.mark.parametrize("interrupted", [False, True])
def test_input_may_end_or_be_interrupted_at_every_prompt(
    game: str, interrupted: bool, sit: Sit
) -> None:
    seed, script = SESSIONS[game]
    lines = script.split("|")
    midway = 0
    for place in range(len(lines)):
        sitting = sit(game, lines[:place], seed=seed, rounds=2, interrupted=interrupted)
        assert sitting.code == (130 if interrupted else 0)
        assert ("Interrupted." if interrupted else "The input has ended.") in sitting.lines
        notices = [line for line in sitting.lines if "is interrupted midway" in line]
        midway += len(notices)
        summary = next(line for line in sitting.lines if line.startswith("You played"))
        assert summary.endswith("interrupted midway.") == bool(notices)
        sitting.check_books()
    assert midway >= 2


@pytest.mark.parametrize("game", SESSIONS)
@pytest.mark.parametrize("seed", range(4))
def test_any_answers_at_all_leave_the_books_right(game: str, seed: int, sit: Sit) -> None:
    rng = random.Random(f"{game} {seed}")
    keys = [*"123451212ddddddrrruxcbbbfrwrpyn$?/", "", "", "zz", "1 25", "2 -3", "1 3 5", "c 25"]
    keys += ["1 999999", "$ 40", "? 12.A", "d 1", "chip 7", "4 1.005", "\x00", "1 0", "0", "x"]
    lines = rng.choices(keys, k=400)
    sitting = sit(game, lines, seed=seed, bankroll=dollars(120))
    assert sitting.session.played >= 5
    sitting.check_books()


def test_own_rules_carry_their_mark(sit: Sit) -> None:
    book = read_rules(Path(__file__).parents[2] / "examples" / "river-stud.toml")
    sitting = sit("river-stud", ["q"], book=book)
    assert sitting.lines[0] == f"River Stud: {MARK}."
    sitting.session.house.sit(BANKROLL)
    felt = draw(sitting.session._scene(), 80)
    assert [line.text.strip() for line in felt[1:2]] == [MARK]
    assert MARK not in "\n".join(sit("let-it-ride", ["q"]).lines)


def test_a_card_its_own_player_may_not_see_is_not_told_before_its_time(sit: Sit) -> None:
    seed, _ = SESSIONS["235-stud"]
    lines = sit("235-stud", ["1", "d"], seed=seed).lines
    question = lines.index("3 Card Raise: you have 485.00 in chips.")
    assert lines[question - 1] == "Your cards: king of spades, 10 of spades and a card face down."
    assert not [line for line in lines[:question] if "king of clubs" in line]
    assert [line for line in lines[question:] if "Your 3rd card: king of clubs" in line]


# ── prompts ───────────────────────────────────────────────────────────────────────────────────────


def test_a_bad_answer_is_told_what_the_choices_are(sit: Sit) -> None:
    sitting = sit("mississippi-stud", ["1", "d", "raise"])
    place = sitting.lines.index("“raise” is not one of the choices.")
    assert sitting.lines[place + 1 : place + 5] == [
        *("1: bet 5.00.", "2: bet 10.00.", "3: bet 15.00.", "4: fold, losing 5.00."),
    ]


def test_the_cost_of_a_fold_leaves_out_what_survives_it(sit: Sit) -> None:
    """Ruling M1, MS 11.H: ante and progressive go, the Three Card Bonus stays."""
    lines = sit("mississippi-stud", ["1", "2 7", "4", "d", "f"], rounds=1).lines
    assert "4: fold, losing 6.00." in lines


def test_a_refusal_is_said_in_the_felts_own_names_with_its_clause(sit: Sit) -> None:
    lines = sit("let-it-ride", ["1", "4", "2", "4", "3 101", "3 1.50"]).lines
    assert "Another wager must be placed first: 6 Card needs 5 Card, 3 Card (LIR .07E(5))." in lines
    assert "Another wager must be placed first: 6 Card needs 3 Card (LIR .07E(5))." in lines
    assert "The stake is outside the limits: 3 Card 1.00 to 100.00 (G20)." in lines
    assert "The stake cannot be made up from the table's chips: 3 Card 1.50 (G20)." in lines


def test_clear_undo_rebet_and_chips(sit: Sit) -> None:
    script = ["c 25", "1", "1", "u", "2 3", "x", "u", "u", "d", "f", "r", "x", "q"]
    sitting = sit("mississippi-stud", script)
    laid = [line for line in sitting.lines if "the layout" in line and not line.startswith("Round")]
    assert [line for line in laid if ": clear" not in line] == [
        "On the layout: Ante 25.00.",
        "On the layout: Ante 50.00.",
        "On the layout: Ante 25.00.",
        "On the layout: Ante 25.00, 3 Card 3.00.",
        "No bets are on the layout.",
        "On the layout: Ante 25.00, 3 Card 3.00.",
        "On the layout: Ante 25.00.",
        "On the layout: Ante 25.00.",
        "No bets are on the layout.",
    ]
    sitting.check_books()


def test_a_bankroll_too_small_may_buy_in_again_or_leave(sit: Sit) -> None:
    broke = "Your 3.00 in chips does not cover the least wagers, 15.00."
    left = sit("let-it-ride", ["1", "q"], bankroll=dollars(3))
    assert broke in left.lines and "“1” is not one of the choices." in left.lines
    assert "Bought in 3.00, left with 3.00, wagered 0.00." in left.lines
    script = ["$ 5", "$ 0.50", "$ lots", "$", "1", "d", "r", "r"]
    again = sit("let-it-ride", script, bankroll=dollars(3), rounds=1)
    assert "You buy in for 5.00." in again.lines and "You buy in for 100.00." in again.lines
    assert "That amount cannot be moved: 0.50 (LIR .07A)." in again.lines
    assert [line for line in again.lines if line.startswith("'lots' is not an amount")]
    again.check_books()


def test_chips_that_do_not_reach_the_next_wager_may_be_bought_in_the_round(sit: Sit) -> None:
    script = ["1", "d", "b", "$ 20", "2"]
    sitting = sit("mississippi-stud", script, bankroll=dollars(9))
    short = "3rd Street: you have 4.00 in chips. They do not cover every choice; you may buy more."
    place = sitting.lines.index(short)
    assert sitting.lines[place + 1] == "4: fold, losing 5.00."
    assert "You bet 10.00 on 3rd Street (MS 11.B(1))." in sitting.lines
    sitting.check_books()


def test_leaving_in_a_round_is_asked_again(sit: Sit) -> None:
    sitting = sit("double-draw", ["1", "d", "q", "n", "q", "y"])
    assert sitting.code == 0
    assert sum("middle of the round" in line for line in sitting.lines) == 2
    assert "Round 1 is interrupted midway, at 1st Draw." in sitting.lines
    sitting.check_books()


def test_paytables_rules_and_clauses_are_read_at_the_table(sit: Sit) -> None:
    script = ["p", "?", "? 11.H(1)", "/ G18", "/", "12.A(6)", "rules nonsense"]
    lines = sit("mississippi-stud", script, letters=("base=A", "three-card-bonus=C")).lines
    assert "straight: 4 to 1, MS 12.A(6)." in lines
    assert [line for line in lines if line.startswith("Three Card Bonus, table C (MS 12.D(3))")]
    assert [line for line in lines if line.startswith("1. In turn") and "MS 11.B(1)" in line]
    assert {"MS 11.H(1).", "Ruling G18.", "MS 12.A(6).", "straight: 4 to 1"} <= set(lines)
    assert [line for line in lines if line.startswith("there is no clause 'nonsense'")]


# ── progressives, other tables ────────────────────────────────────────────────────────────────────


def test_a_meter_is_validated_paid_and_restarted(sit: Sit) -> None:
    """Ruling G9, LIR .12G: a royal flush takes the whole meter, with this round's contribution."""

    def royal(deck: list[Card]) -> None:
        # Six Card box, then player and community by turns, as LIR .09 deals from the hand.
        first = parse_cards("2c 3d 4s Ah Kh Qh Jh Th")
        deck[:] = [*first, *(card for card in deck if card not in first)]

    sitting = sit("let-it-ride", ["1", "5", "d", "r", "r"], shuffled=royal, rounds=1)
    meter = [line for line in sitting.lines if "Progressive:" in line or "meter" in line]
    assert meter[0] == "Progressive meter 10,000.00."
    assert "a floorperson is called to validate it." in meter[2]
    assert meter[3].startswith("Progressive: royal flush, 100% of meter, LIR .12E(1)(a): +")
    assert meter[3].endswith("+9,999.12 (10,000.12 paid)")
    assert meter[4] == "The meter restarts at 10,000.00."
    assert "Bet 1: royal flush, 1,000 to 1, LIR .12A(1)(a): +5,000.00" in sitting.lines
    sitting.check_books()


def test_double_draws_stub_is_counted_every_fifth_round(sit: Sit) -> None:
    script = ["1", "d", "f", *["r", "d", "f"] * 9]
    lines = sit("double-draw", script, rounds=10).lines
    counts = [line for line in lines if line.startswith("The stub is counted")]
    assert counts == ["The stub is counted: the deck has 54 cards (DD .08E)."] * 2


@pytest.mark.parametrize(
    ("game", "choice", "expected"),
    [
        ("let-it-ride", "base", "base has no table ''"),
        ("let-it-ride", "base=Z", "choose from A, B, C"),
        ("let-it-ride", "ante=A", "name one of base, five-card-bonus"),
        ("235-stud", "three-card-raise=A", "has no paytable for 'three-card-raise'"),
    ],
)
def test_a_paytable_that_is_none_is_refused(game: str, choice: str, expected: str) -> None:
    with pytest.raises(PitbossError) as refused:
        play._choices(GAMES[game], (choice,), PUBLISHED)
    assert expected in str(refused.value) and "--paytable" in str(refused.value)


def test_every_table_of_every_wager_can_be_played(sit: Sit) -> None:
    from pitboss.rulebook import paytables

    script = ["1", "2", "3", "4", "5", "d", *["1", "b", "r", "w", "c", "d"] * 4, "q"]
    for game in GAMES.values():
        for wager in game.wagers:
            for letter in paytables(game.key)[wager.key] if not wager.pays_as else ():
                sitting = sit(game.key, script, letters=(f"{wager.key}={letter}",), rounds=1)
                assert sitting.session.rules.tables[wager.key].letter == letter
                sitting.check_books()


# ── words ─────────────────────────────────────────────────────────────────────────────────────────


# Shown in another way (cards by the view, stakes by the prompt) or of no interest to a player.
QUIET = frozenset(
    (
        *(e.TableOpened, e.CardsReceived, e.DutyDone, e.DeckDefective, e.ShuffleDirected),
        *(e.DeckLoaded, e.CardsShuffled, e.CardsCut),
        *(e.DeviceReported, e.MethodChanged, e.Filled, e.WagerPlaced, e.ChipsCounted),
        *(e.CardDealt, e.DrawnInError, e.SettlementBegun, e.MetersRead, e.MeterFed),
        *(e.SeatSettled, e.RoundEnded, e.HandPlaySet, e.BuyInRetracted, e.HandRead),
        *(e.SlipOpened, e.PapersCompleted),
    )
)


def test_every_event_is_told_or_knowingly_quiet() -> None:
    assert words.SENTENCES.keys() | QUIET == set(e.ALL_EVENTS)
    assert not words.SENTENCES.keys() & QUIET


def test_a_refusal_without_a_clause_is_a_sentence_too() -> None:
    rules = Rules(play._choices(GAMES["double-draw"], (), PUBLISHED))
    assert words.refusal(rules, Refusal(Reason.NO_WAGERS, "", "")) == "Nobody has bet."
