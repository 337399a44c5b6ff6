"""The choices for questions about a game's odds: wagers, letters, meters and decisions."""

from fractions import Fraction

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.cards import card_name
from pitboss.odds.figures import ExactFigure, exact_figure
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game, priced_in
from pitboss.odds.prices.progressive import forfeits
from pitboss.odds.rule_lists.price import shipped_cards
from pitboss.rulebook import GAMES, MARK, PUBLISHED, OwnRules
from pitboss.rulebook.model import Decide, Exchange, Game, RevealStep


class MenuWager(msgspec.Struct, frozen=True, kw_only=True):
    """A wager that can be priced. `lettered` is the wager of this menu whose letter it shares."""

    wager: str
    name: str
    letters: list[str]
    lettered: str
    whole: bool
    required: bool
    optional: bool
    progressive: bool
    stakes_cents: list[int]


class MenuDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A decision, with the number of cards the player knows at it."""

    decision: str
    name: str
    cards: int
    discarded: int  # at most
    acts: list[str]
    multiples: list[int]
    clause: str


class MenuProgressive(msgspec.Struct, frozen=True):
    wager: str
    stakes_cents: list[int]
    meters: dict[str, dict[str, int]]  # letter → meter → reset amount in cents
    forfeited_by_fold: bool


class OddsMenu(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    name: str
    fingerprint: str
    mark: str  # says so where the game is of no published document
    own_letters: dict[str, list[str]]  # by wager: paytables of no published document
    deck: list[str]
    seats: int
    unit: str  # of the whole game's figures
    wagers: list[MenuWager]
    base: list[str]  # the wagers whose letters affect decisions
    decisions: list[MenuDecision]
    progressive: MenuProgressive | None


class ShippedEdge(msgspec.Struct, frozen=True):
    unit: str
    house_edge: ExactFigure


def menu(game_key: str, own: OwnRules | UnsetType = UNSET) -> OddsMenu:
    game = priced_in(PUBLISHED.with_own(game_key, own), game_key)
    model = game.game
    return OddsMenu(
        game=model.key,
        name=model.name,
        fingerprint=game.fingerprint,
        mark=MARK if model.key not in GAMES else "",
        own_letters={} if own is UNSET else {key: [*each] for key, each in own.tables.items()},
        deck=[card_name(card) for card in model.cards],
        seats=model.seats,
        unit=model.spots[0].name,
        wagers=[_wager(game, key) for key in game.wager_keys()],
        base=list(game.base_wagers()),
        decisions=decisions(model),
        progressive=_progressive(game),
    )


def _wager(game: PricedGame, key: str) -> MenuWager:
    whole = key == WHOLE_GAME
    declared = None if whole else game.wager(key)
    return MenuWager(
        wager=key,
        name=game.game.name if declared is None else declared.name,
        letters=list(game.letters(key)),
        lettered=_letter_source(game, key),
        whole=whole,
        required=whole or key in game.base_wagers(),
        optional=declared is not None and declared.optional,
        progressive=declared is not None and declared.progressive,
        stakes_cents=list(declared.stakes) if declared is not None else [],
    )


def _letter_source(game: PricedGame, key: str) -> str:
    """The wager of this menu whose letter this one shares."""
    return WHOLE_GAME if key == WHOLE_GAME or key in game.base_wagers() else game.lettered(key)


def decisions(game: Game) -> list[MenuDecision]:
    """Decisions in the order of play; in a draw game the second also depends on the discards."""
    cards = game.hole - len(game.hidden)
    rows: list[MenuDecision] = []
    exchanged = 0
    for step in game.play:
        match step:
            case RevealStep(what="community" | "slot"):
                cards += step.cards
            case Exchange():
                exchanged += step.up_to
            case Decide():
                rows.append(
                    MenuDecision(
                        decision=step.spot,
                        name=game.spot(step.spot).name,
                        cards=cards,
                        discarded=exchanged,
                        acts=[step.decline, step.accept],
                        multiples=list(game.spot(step.spot).multiples),
                        clause=step.clause,
                    )
                )
    return rows


def _progressive(game: PricedGame) -> MenuProgressive | None:
    rules, wager = game.game.progressive, game.game.progressive_wager
    if rules is None or wager is None:
        return None
    tables = game.tables[wager.key]
    meters = {letter: dict[str, int](table.meters) for letter, table in tables.items()}
    return MenuProgressive(wager.key, list(rules.stakes), meters, forfeits(game))


def shipped_edge(game_key: str, letters: dict[str, str]) -> ShippedEdge | None:
    """The whole game's edge under optimal play if it ships with the package: a lobby does not wait
    for a solution.
    """
    game = priced_game(game_key)
    base = {key: letters[key] for key in game.base_wagers()}
    for each in shipped_cards():
        if each.fingerprint == game.fingerprint and each.card.letters == base:
            return ShippedEdge(game.game.spots[0].name, exact_figure(Fraction(each.card.optimal)))
    return None
