"""Checks a declared game: every name must mean something, and the cards must suffice."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from pitboss.rankings import RANKINGS
from pitboss.rulebook.describe import counted, listed
from pitboss.rulebook.model import DECKS, Dealing, Decide, Exchange, Game, RevealStep, SettleStep
from pitboss.rulebook.toml.reading import Report
from pitboss.rulebook.toml.toml_lines import Path
from pitboss.rulebook.toml.values import quote

MAX_SEATS: Final = 7
MAX_HOLE: Final = 7


class Declared(NamedTuple):
    """A game, the place of its table in the file, and the report."""

    game: Game
    path: Path
    report: Report

    def bad(self, *place: str | int, what: str, allowed: str) -> None:
        self.report.violation((*self.path, *place), what, "", allowed)

    def among(
        self, names: Iterable[str], allowed: Iterable[str], of: str, *place: str | int
    ) -> None:
        """Each name must be one of the allowed ones."""
        words = list(dict.fromkeys(allowed))
        for name in names:
            if name not in words:
                what = f"there is no {of} {quote(name)}"
                choice = f"choose {listed(words, 'or')}" if words else f"the game has no {of}"
                self.bad(*place, what=what, allowed=choice)

    def once(self, names: Iterable[str], field: str) -> None:
        earlier: set[str] = set()
        for place, name in enumerate(names):
            if name in earlier:
                what = f"{quote(name)} names two of them"
                self.bad(field, place, "key", what=what, allowed="give each a key of its own")
            earlier.add(name)

    def no_cycle(self, links: dict[str, tuple[str, ...]], field: str, word: str) -> None:
        """No name may lead back to itself."""
        for place, start in enumerate(links):
            reached: set[str] = set()
            ahead = list(links[start])
            while ahead:
                name = ahead.pop()
                if name not in reached:
                    reached.add(name)
                    ahead += links.get(name, ())
            if start in reached:
                what = f"{quote(start)} leads back to itself by {word}"
                self.bad(field, place, word, what=what, allowed="end the circle at one of them")


def numbers(case: Declared) -> None:
    game = case.game
    for key, value, least, most in (
        ("seats", game.seats, 1, MAX_SEATS),
        ("hole", game.hole, 1, MAX_HOLE),
        ("community", game.community, 0, 5),
        ("box", game.box, 0, 5),
    ):
        if not least <= value <= most:
            case.bad(key, what=f"{value} {key}", allowed=f"{least} to {most} are allowed")
    case.among([game.deck], DECKS, "deck", "deck")


def cards(case: Declared) -> None:
    """Every seat's cards, the common ones and the most that can be drawn come from one deck."""
    game = case.game
    drawn = sum(step.up_to for step in game.play if isinstance(step, Exchange))
    burned = max((sum(give.burn for give in d.order) for d in game.dealings), default=0)
    total = game.seats * (game.hole + drawn) + game.community + game.box + burned
    size = len(DECKS.get(game.deck, ()))
    if size and total > size:
        most = (size - game.community - game.box - burned) // max(1, game.hole + drawn)
        what = f"{counted(game.seats, 'seat')} take {counted(total)} and the deck has {size}"
        case.bad("seats", what=what, allowed=f"{counted(most, 'seat')} at most")


def hands(case: Declared) -> None:
    game = case.game
    for name, slots in game.hands.items():
        for part, places, size in (
            ("hole", slots.hole, game.hole),
            ("community", slots.community, game.community),
            ("box", slots.box, game.box),
        ):
            if any(place >= size for place in places) or len(set(places)) < len(places):
                what = f"{list(places)} names a place twice or beyond the {counted(size)}"
                allowed = f"places from 0 to {size - 1}" if size else "leave it out"
                case.bad("hands", name, part, what=what, allowed=allowed)
    if any(place >= game.hole for place in game.hidden):
        case.bad("hidden", what="a place beyond the hand", allowed=f"0 to {game.hole - 1}")


def wagers(case: Declared) -> None:
    game = case.game
    keys, options = [wager.key for wager in game.wagers], [option.key for option in game.options]
    case.once(keys, "wagers")
    for place, wager in enumerate(game.wagers):
        at = ("wagers", place)
        case.among([wager.on], game.hands, "hand", *at, "on")
        case.among(filter(None, [wager.pays_as]), keys, "wager", *at, "pays_as")
        case.among(wager.wins_with, keys, "wager", *at, "wins_with")
        case.among(filter(None, [wager.minimum_option]), options, "option", *at, "minimum_option")
        case.among(filter(None, [wager.label_option]), options, "option", *at, "label_option")
        if wager.ranking_unless:
            case.among([wager.ranking_unless[0]], options, "option", *at, "ranking_unless")
            case.among([wager.ranking_unless[1]], RANKINGS, "ranking", *at, "ranking_unless")
        if wager.progressive and (game.progressive is None or wager.key != "progressive"):
            what = "a progressive wager needs its own rules and the key progressive"
            case.bad(*at, "progressive", what=what, allowed="write [….progressive]")
    case.no_cycle({w.key: (w.pays_as,) for w in game.wagers}, "wagers", "pays_as")
    case.no_cycle({w.key: w.wins_with for w in game.wagers}, "wagers", "wins_with")
    if not any(w.on == "hand" and not w.wins_with and not w.optional for w in game.wagers):
        allowed = 'leave on out, or write on = "hand"'
        case.bad("wagers", what='no required wager is decided on the hand "hand"', allowed=allowed)
    case.among(filter(None, [game.box_for]), keys, "wager", "box_for")
    if game.box and not game.box_for:
        case.bad("box_for", what="the box is dealt for no wager", allowed="name its wager")
    case.among(game.limit.wagers, keys, "wager", "limit", "wagers")
    if not any(option.key == "payout_limit" for option in game.options):
        allowed = 'add { key = "payout_limit", ruling = "G14" }'
        case.bad("options", what="the option payout_limit is missing", allowed=allowed)


def spots(case: Declared) -> None:
    game = case.game
    keys, wager_keys = [spot.key for spot in game.spots], [wager.key for wager in game.wagers]
    case.once(keys, "spots")
    for place, spot in enumerate(game.spots):
        at = ("spots", place)
        case.among([spot.wager], wager_keys, "wager", *at, "wager")
        case.among(filter(None, [spot.equal_to]), keys, "spot", *at, "equal_to")
        case.among(filter(None, [spot.of]), keys, "spot", *at, "of")
        case.among(spot.needs, keys, "spot", *at, "needs")
        if spot.multiples and not spot.of:
            what = "multiples of nothing"
            case.bad(*at, "of", what=what, allowed="name the spot whose stake they multiply")
        sizes = list(spot.multiples)
        if 0 in sizes or sorted(set(sizes)) != sizes:
            allowed = "whole numbers from 1 up, each once, the smallest first"
            case.bad(*at, "multiples", what=f"{sizes} are not valid multiples", allowed=allowed)
    for word in ("of", "equal_to"):
        links: dict[str, tuple[str, ...]] = {s.key: (getattr(s, word),) for s in game.spots}
        case.no_cycle(links, "spots", word)
    case.no_cycle({spot.key: spot.needs for spot in game.spots}, "spots", "needs")
    if not any(spot.required for spot in game.spots):
        allowed = "write required = true at the spots that every seat bets on"
        case.bad("spots", what="no spot is required", allowed=allowed)


def dealings(case: Declared) -> None:
    game = case.game
    if not game.dealings:
        case.bad("dealings", what="the cards are never dealt", allowed="leave it out, or name one")
    for place, dealing in enumerate(game.dealings):
        for to, size in (("seats", game.hole), ("community", game.community)):
            if sorted(_slots(dealing, to)) != list(range(size)):
                what = f"it deals places {_slots(dealing, to)} of the {to}"
                allowed = f"each of {list(range(size))} once"
                case.bad("dealings", place, "order", what=what, allowed=allowed)
        box = sum(give.cards for give in dealing.order if give.to == "box")
        if box != game.box:
            what, allowed = f"{counted(box)} to the box", f"{counted(game.box)}"
            case.bad("dealings", place, "order", what=what, allowed=allowed)


def _slots(dealing: Dealing, to: str) -> list[int]:
    return [slot for give in dealing.order if give.to == to for slot in give.slots]


def play(case: Declared) -> None:
    game = case.game
    keys = [spot.key for spot in game.spots]
    filled = [spot.key for spot in game.spots if spot.multiples]
    decided = [step.spot for step in game.play if isinstance(step, Decide)]
    for place, step in enumerate(game.play):
        if isinstance(step, Decide):
            case.among([step.spot], keys, "spot", "play", place, "spot")
            rides = step.accept == "ride"
            if step.spot in keys and rides == (step.spot in filled):
                what = f"{quote(step.accept)} on a spot {'with' if rides else 'without'} multiples"
                allowed = '"ride" where the stake lies already, else "bet" or "raise"'
                case.bad("play", place, "accept", what=what, allowed=allowed)
            if (step.decline == "withdraw") != rides:
                what = f"{quote(step.accept)} or {quote(step.decline)}"
                allowed = '"ride" goes with "withdraw", "bet" and "raise" with "check" or "fold"'
                case.bad("play", place, "decline", what=what, allowed=allowed)
    for place, spot in enumerate(game.spots):
        if spot.multiples and decided.count(spot.key) != 1:
            what = f"{decided.count(spot.key)} decisions fill it"
            case.bad("spots", place, "multiples", what=what, allowed="write one in play")
    reveals = [step for step in game.play if isinstance(step, RevealStep)]
    for place_name, size in (("community", game.community), ("box", game.box)):
        number = sum(step.cards for step in reveals if step.what == place_name)
        if number != size:
            what = f"{counted(number)} of the {place_name} revealed, of {size}"
            case.bad("play", what=what, allowed='write { step = "reveal", what = … } for each')
    draws = [step for step in game.play if isinstance(step, Exchange)]
    if not draws and all(step.what == "box" for step in reveals):
        case.bad("play", what="no card is revealed or drawn", allowed="reveal at least one card")
    settles = [isinstance(step, SettleStep) for step in game.play]
    if settles.count(True) != 1 or not settles[-1]:
        what = "the play does not end in one settlement"
        case.bad("play", what=what, allowed='end it with { step = "settle" }, or leave that out')


CHECKS: Final[tuple[Callable[[Declared], None], ...]] = (
    *(numbers, cards, hands, wagers, spots, dealings, play),
)
