"""A game's procedure in words: layout, cards, opening, dealing, the progressive wager."""

from collections.abc import Iterable
from typing import Final, NamedTuple, assert_never

from pitboss.rulebook.describe import ORDINALS, Line, counted, listed
from pitboss.rulebook.model import (
    Dealing,
    Game,
    Give,
    Inscription,
    ProgressiveRules,
    SettleStep,
)


class Section(NamedTuple):
    title: str
    lines: list[Line]


_FIXTURES: Final = {
    "cards": "a place for each player's cards",
    "community": "a place for the community cards in front of the chip tray",
    "box": "the Six Card box",
    "third-card": "a place at each seat for the 3rd card",
    "discards": "a place at each seat for discards",
}
_INSCRIPTIONS: Final = {
    "operator": "the operator's name",
    "odds": "the odds or amounts of every wager offered",
    "limit": "the payout limit per hand",
    "joker": "the uses of a joker",
    "multiples": "the multiples of the ante that a street may take",
    "streets": "the name of each community card's street",
}
_TABLE: Final = (
    ("The Commission approves the layout.", "layout"),
    ("The table has at most {seats} seats, along one side.", "seats"),
)
_FURNITURE: Final = (
    ("At each seat a device takes the progressive wager or confirms it.", "progressive.device"),
    ("The progressive system takes no wager after “no more bets”.", "progressive.lockout"),
    ("Drop box and tip box hang on either side of the dealer.", "drop-box"),
    ("A discard rack stands at the dealer's side.", "discard-rack"),
    ("A manual shoe stands where the Commission approved.", "shoe.place"),
)
_CARDS: Final = (
    ("One deck of {cards} cards is used.", "deck"),
    ("With a shuffler two decks may be used.", "decks.two"),
    ("While one deck is played, the other is shuffled and waits in the shuffler.", "decks.stored"),
    ("The two decks take turns, one round each.", "decks.alternate"),
    ("The rack never holds cards of both decks.", "decks.one-in-rack"),
    ("A deck dealt by hand is replaced within 4 hours.", "change.hand"),
    ("A deck dealt from a shoe is replaced within 8 hours.", "change.shoe"),
)
_OPENING: Final = (
    ("The dealer inspects the decks and a floorperson verifies it.", "open.inspect"),
    ("The dealer spreads the cards face up for the first player.", "open.spread"),
    ("The dealer turns, washes and stacks the cards.", "open.wash"),
    ("The dealer shuffles the stack.", "open.shuffle"),
    ("Each of two decks goes through all of this by itself.", "open.two"),
    ("Decks that come inspected and shuffled skip the opening.", "open.preshuffled"),
    ("The cards are shuffled before play and after each round.", "shuffle"),
    ("A floorperson may direct another shuffle.", "shuffle.directed"),
    ("A shuffle leaves the cards in one stack.", "shuffle.stack"),
    ("The shuffler may feed the stack into a shoe.", "shuffle.into-shoe"),
    ("Cards shuffled by a device are dealt without a cut.", "shuffle.device"),
    ("Cards shuffled by hand, or preshuffled, are cut.", "cut.required"),
    ("The cover card goes in at least ten cards deep.", "cut"),
    ("The cards above the cover card go to the bottom with it.", "cut.bottom"),
    ("The cut stack goes into the shoe.", "cut.into-shoe"),
    ("Before the deal a floorperson may order another cut.", "recut"),
    ("A deck whose count by the device is wrong is removed.", "count.device"),
    (
        "A device that reshuffles and counts by itself is approved before its use.",
        "device.approved",
    ),
    ("With such a device nothing is cut.", "device.reshuffles"),
    ("At a table without players the dealer does this:", "idle"),
    ("The dealer empties shoe and rack.", "idle.remove"),
    ("The dealer spreads the cards face down or face up.", "idle.spread"),
    ("A player may ask for the faces.", "idle.request"),
    ("Cards spread face down are turned up for the first player.", "idle.turn"),
    ("After that the opening is done again.", "idle.inspect"),
)
_WAGERS: Final = (
    ("A wager is a chip, plaque or approved instrument on its own area.", "wager.chip"),
    ("A spoken wager backed by cash is refused.", "wager.cash"),
    ("Only seated players bet.", "wager.seated"),
    ("A player who has bet and been dealt in stays until the round ends.", "seated.remain"),
    ("The wagers of a player who leaves in the round may be taken as lost.", "seated.left"),
    ("Wagers are down before “no more bets”.", "wager.before"),
    ("After that none is made, raised or taken back but by a decision.", "wager.closed"),
)
# How the dealer's hands move the cards.
_HANDLING: Final = {
    "manual-shoe": (
        ("The hand nearer the shoe draws each card, the other lays it down.", "hand.nearer"),
    ),
    "hand": (
        ("One and the same hand holds the deck throughout the round.", "hand.same"),
        ("The dealer holds the deck in front, above the chip tray.", "hand.above"),
    ),
}
# How the stub is counted, and where a misdeal is looked for.
_COUNT: Final = {
    "manual-shoe": ("face-down.manual-shoe", "misdeal.manual-shoe"),
    "hand": ("face-down.hand", "misdeal.hand"),
    "automated-shoe": ("face-down.automated-shoe", "misdeal.automated-shoe"),
}


# What goes wrong, what the dealer does, and the rule of the game that says so (chapters 5, 7, 13).
_VOID: Final = "Void the round, return every wager and shuffle again."
_TROUBLES: Final = (
    (
        "One card face up in the deal",
        "It is not played this round: put it in the discard rack and deal on.",
        "face-up.one",
    ),
    ("Two or more cards face up", _VOID, "face-up.more"),
    ("A card drawn in error, not seen", "Use it as the next card.", "drawn-in-error"),
    ("A wrong number of cards at a seat or in the community area", _VOID, "wrong-number"),
    ("A community card seen too early", _VOID, "community-early"),
    (
        "The shuffler jams, stops or leaves its cycle unfinished",
        "Shuffle the cards again.",
        "shuffler-jam",
    ),
    (
        "The shoe jams, stops or fails in the round",
        "Void the round and return every wager; shuffle the shoe's cards with those dealt.",
        "shoe-jam",
    ),
    (
        "A device that cannot be used",
        "Cover it or hang up the sign “out of order” before another method begins.",
        "out-of-order",
    ),
    ("A device counts a wrong number of cards", "Take the deck off the table.", "count.device"),
    ("A wager after “no more bets”", "Refuse it and give it back.", "wager.closed"),
)


class Trouble(NamedTuple):
    """Something that goes wrong at a table, with what to do about it."""

    what: str
    line: Line


def troubles(game: Game, dealing: Dealing) -> list[Trouble]:
    """What goes wrong under a method, in the order of the document, with the stub's count."""
    rows = [
        Trouble(what, Line(remedy, (clause,)))
        for what, remedy, rule in _TROUBLES
        if (clause := game.cite(rule))
    ]
    count, _, look, misdeal, wrong = _count_lines(game, dealing)
    return [
        *rows,
        Trouble(
            "The stub has too few or too many cards", look._replace(text="Look for a misdeal.")
        ),
        Trouble("A misdeal is found", misdeal._replace(text="Void the round; the deck stays.")),
        Trouble(
            "No misdeal is found",
            wrong._replace(text="Void the round and take the deck off the table."),
        ),
        Trouble(
            "Five rounds without a count of the stub",
            count._replace(text="Count it, face down, before it goes to the rack."),
        ),
    ]


def sections(game: Game) -> list[Section]:
    parts = [
        Section("The table", layout_lines(game)),
        Section("Cards", card_lines(game)),
        Section("Opening, shuffling and cutting", opening_lines(game)),
    ]
    if game.progressive is not None:
        parts.append(Section("The progressive wager", progressive_lines(game, game.progressive)))
    if game.grounds:
        parts.append(Section("What costs a player the wagers of the round", ground_lines(game)))
    return parts


def ground_lines(game: Game) -> list[Line]:
    """The rules of conduct that a floorperson names when wagers are forfeited (ruling G52)."""
    until = ", until the last community card is up"
    return [
        Line(f"{g.what[:1].upper()}{g.what[1:]}{until * g.until_shown}.", (g.clause,))
        for g in game.grounds
    ]


def layout_lines(game: Game) -> list[Line]:
    """What stands on the table, and what its layout shows (chapter 2)."""
    lines = _lines(game, _TABLE)
    areas: dict[str, list[str]] = {}
    for wager in game.wagers:
        offered = f"{wager.name}, where offered" if wager.optional else wager.name
        areas.setdefault(wager.area, []).append(offered)
    for clause, names in areas.items():
        lines.append(Line(f"Each seat has the spots of {listed(names)}.", (clause,)))
    for fixture in game.fixtures:
        lines.append(Line(f"The layout has {_FIXTURES[fixture.what]}.", (fixture.clause,)))
    lines += map(_inscription_line, game.inscriptions)
    return [*lines, *_lines(game, _FURNITURE)]


def _inscription_line(mark: Inscription) -> Line:
    where = "The layout, or a sign at the table," if mark.sign_instead else "The layout"
    return Line(f"{where} shows {_INSCRIPTIONS[mark.what]}.", (mark.clause,))


def card_lines(game: Game) -> list[Line]:
    """Which decks are used, and for how long (chapter 3)."""
    return _lines(game, _CARDS)


def opening_lines(game: Game) -> list[Line]:
    """What comes before the first deal, between rounds, and at an idle table (chapters 4, 5)."""
    return _lines(game, _OPENING)


def wager_lines(game: Game) -> list[Line]:
    """How wagers are made, and when betting ends (chapter 7)."""
    return _lines(game, _WAGERS)


def clearing_line(step: SettleStep) -> Line:
    sentence = "The dealer racks the cards in order, so that every hand can be rebuilt."
    return Line(sentence, (step.cleared,))


def progressive_lines(game: Game, terms: ProgressiveRules) -> list[Line]:
    """How a progressive wager is taken, validated and paid (chapters 7, 11 and 12)."""
    validated = "every winning wager" if terms.validates == "all" else "each award from the meter"
    lines = [
        Line("Each wager feeds the meters at the rates of the submission.", (terms.rates,)),
        Line("The player checks that the device accepted the wager.", (terms.accepted,)),
        Line(f"A floorperson validates {validated} before it is paid.", (terms.validated,)),
        Line("Before that the dealer looks at the lamp of the winning hand.", (terms.lamp,)),
        Line("Winning wagers are paid by the chosen paytable.", (terms.paid,)),
        Line("An award takes what the meter holds at the seat's turn.", (terms.turn,)),
        Line("A full award is not paid from the table inventory.", (terms.full_award,)),
        Line("The cards stay on the table until all about the wager is done.", (terms.stays,)),
        Line("Another player's qualifying hand pays envy.", (terms.envy,)),
        Line("The receiver's own stake decides which envy table pays.", (terms.envy_table,)),
        Line("A player's own hand never pays that player envy.", (terms.envy_not_own,)),
    ]
    return [line for line in lines if line.clauses[0]]


def _lines(game: Game, sentences: Iterable[tuple[str, str]]) -> list[Line]:
    """Each sentence with the game's clause for it, where its document has one."""
    return [
        Line(text.format(cards=len(game.cards), seats=game.seats), (clause,))
        for text, rule in sentences
        if (clause := game.cite(rule))
    ]


# ── dealing ───────────────────────────────────────────────────────────────────────────────────────


def dealing_lines(game: Game, dealing: Dealing) -> list[Line]:
    """A method card by card, from "no more bets" to the stub."""
    lines = [Line("The dealer announces “no more bets”.", (dealing.announce,))]
    if dealing.lammers:
        replaced = listed([wager.name for wager in game.wagers if wager.lammer])
        lines.append(Line(f"Lammers replace the chips of {replaced}.", (dealing.lammers,)))
    if dealing.lockout:
        lines.append(Line("The progressive system takes no further wager.", (dealing.lockout,)))
    if dealing.collect:
        sentence = "The dealer collects the progressive chips and counts them against the wagers."
        lines.append(Line(sentence, (dealing.collect,)))
    lines += [Line(text, (game.cite(rule),)) for text, rule in _HANDLING.get(dealing.method, ())]
    gives = [Line(give_words(game, give), (give.clause,)) for give in dealing.order]
    lines += [*gives[:-1], Line(gives[-1].text, (*gives[-1].clauses, *dealing.also))]
    lines.append(Line(_stub_words(game), (dealing.stub,)))
    return [*lines, *_count_lines(game, dealing)]


def _count_lines(game: Game, dealing: Dealing) -> list[Line]:
    face_down, misdeal = map(game.cite, _COUNT[dealing.method])
    counts = "At least every 5 rounds the dealer first counts the stub, face down."
    return [
        Line(counts, tuple(dict.fromkeys((dealing.count, face_down)))),
        Line("If all cards are there, the stub goes to the rack.", (dealing.right,)),
        Line("If not, the dealer looks for a misdeal.", (misdeal,)),
        Line("A misdeal voids the round; the deck stays.", (dealing.misdealt,)),
        Line("Without a misdeal the round is void and the deck is removed.", (dealing.wrong,)),
    ]


def _stub_words(game: Game) -> str:
    # Ruling D3: the cards that replace discards come from the stub.
    if game.draws:
        return "The dealer keeps the stub for the draws, then puts it in the discard rack."
    return "The dealer puts the stub in the discard rack."


def give_words(game: Game, give: Give) -> str:
    match give.to:
        case "box":
            name = game.wager(game.box_for).name
            return (
                f"{counted(give.cards)} face down to the Six Card box, where the {name} is offered."
            )
        case "community":
            burned = f", {counted(give.burn)} of it burned from the bottom" if give.burn else ""
            places = listed([ORDINALS[n] for n in give.slots])
            return (
                f"{'A packet of ' if give.burn else ''}{counted(give.cards)} face down to the "
                f"community{burned}: "
                f"the {places} community {'card' if len(give.slots) == 1 else 'cards'}."
            )
        case "seats":
            dealt = f"{counted(give.cards)} face down to each betting seat in turn, clockwise"
            return f"{dealt}{_packet(give)}."
    assert_never(give.to)


def _packet(give: Give) -> str:
    if give.cards == 1:
        return f": the {ORDINALS[give.slots[0]]} card of the hand"
    if give.slots != tuple(sorted(give.slots)):
        return f"; the top card of the packet is the {ORDINALS[give.slots[0]]} card of the hand"
    return ""
