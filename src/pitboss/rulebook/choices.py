"""What a submission decides for one game, and the ordinary choices where it decides nothing."""

import msgspec
from msgspec import UNSET, UnsetType

from pitboss.money import MILLIONTHS, Cents, dollars
from pitboss.rulebook import PUBLISHED, OwnRules, Rulebook, paytables, tables_with
from pitboss.rulebook.model import Game, Method

OptionValue = bool | str | int | None


class MeterTerms(msgspec.Struct, frozen=True):
    meter: str
    rate: int  # of each wager, in parts per million
    initial: Cents
    reset: Cents


class Choices(msgspec.Struct, frozen=True):
    """What a submission decides for one game."""

    game: str
    tables: dict[str, str]  # wager → letter; an optional wager that is absent is not offered
    minimum: Cents
    maximum: Cents
    side_limits: dict[str, tuple[Cents, Cents]] = {}  # wager → least and most, else the table's
    chips: tuple[Cents, ...] = ()
    boxes: int = 1
    method: Method = "manual-shoe"
    variant: str = ""
    decks: int = 1
    shuffler: bool = False
    shuffler_counts: bool = False
    device_reshuffles: bool = False
    progressive_stake: Cents = Cents(0)
    meters: tuple[MeterTerms, ...] = ()
    options: dict[str, OptionValue] = {}
    # A key added later is UNSET when the submission leaves it out: it then stays out of the JSON,
    # and fingerprints written before it still fit. `Rules` reads these.
    confirm_above: Cents | UnsetType = UNSET  # a second person confirms what takes more (G52)
    reads: bool | UnsetType = UNSET  # the shoe reads each face as it deals the card (ruling G47)
    own: OwnRules | UnsetType = UNSET  # rules of no published document, by their content


def rulebook_of(choices: Choices) -> Rulebook:
    """The published rules, with those that the choices carry themselves."""
    return PUBLISHED.with_own(choices.game, choices.own)


def plain_choices(
    game: Game, *, offered: bool = True, own: OwnRules | UnsetType = UNSET
) -> Choices:
    """Ordinary choices for a game: all its wagers, or only the required ones, each with its first
    paytable.
    """
    tables = paytables(game.key) if own is UNSET else tables_with(game.key, own)
    letters = {
        wager.key: next(iter(tables[wager.key]))
        for wager in game.wagers
        if not wager.pays_as and (offered or not wager.optional)
    }
    progressive = game.progressive_wager
    chosen = None
    if progressive is not None and progressive.key in letters:
        chosen = tables[progressive.key][letters[progressive.key]]
    meters = tuple(
        MeterTerms(name, MILLIONTHS // 10 if place == 0 else MILLIONTHS // 20, least, least)
        for place, (name, least) in enumerate(chosen.meters.items() if chosen else ())
    )
    automated = game.dealing("automated-shoe") or game.dealings[0]
    return Choices(
        game=game.key,
        tables=letters,
        minimum=dollars(5),
        maximum=dollars(500),
        side_limits={
            wager.key: (dollars(1), dollars(100))
            for wager in game.wagers
            if wager.optional
            and wager.key in letters
            and not wager.stakes
            and not wager.progressive
        },
        chips=tuple(dollars(n) for n in (1, 5, 25, 100, 500)),
        boxes=game.boxes or game.boxes_default,
        method=automated.method,
        variant=automated.variant,
        decks=2,
        shuffler=True,
        shuffler_counts=True,
        progressive_stake=game.progressive.stakes[0] if chosen and game.progressive else Cents(0),
        meters=meters,
        own=own,
    )
