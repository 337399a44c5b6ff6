"""A player's decisions as keys with their cost, and cards marked for the discard."""

from collections.abc import Mapping, Sequence

import msgspec

from pitboss.money import Cents, format_cents
from pitboss.rulebook.rules import Rules
from pitboss.table import commands as c
from pitboss.table.view import Choice
from pitboss.terminal.console import ENTER, MenuItem
from pitboss.terminal.house import PLAYER, SEAT
from pitboss.terminal.words import card_word


def by_key(rules: Rules, choices: Sequence[Choice]) -> dict[str, Choice]:
    """Keys the acts by their order, as on the page: `1` is the first one in every game.

    An act that chips do not reach leaves its number free, so that `1` never comes to mean a fold.
    """
    multiples = rules.spots[choices[0].spot].multiples or (1,)
    places = {times: str(place) for place, times in enumerate(multiples, 1)}
    last = str(len(multiples) + 1)
    return {
        places.get(choice.multiple, last) if choice.multiple else last: choice for choice in choices
    }


def question(rules: Rules, choices: Sequence[Choice], chips: int) -> str:
    """Names the spot, the chips in hand, and a wager that they do not cover."""
    spot = rules.spots[choices[0].spot]
    sentence = f"{spot.name}: you have {format_cents(chips)} in chips."
    if spot.multiples and len(choices) <= len(spot.multiples):
        sentence += " They do not cover every choice; you may buy more."
    return sentence


def options(
    rules: Rules, choices: Mapping[str, Choice], stakes: Mapping[str, Cents]
) -> list[MenuItem]:
    return [
        MenuItem(key, _label(rules, choice, stakes), _names(choices, choice))
        for key, choice in choices.items()
    ]


def _names(choices: Mapping[str, Choice], choice: Choice) -> tuple[str, ...]:
    """Words for a line, and the act's first letter where no other act has it."""
    sizes = any(one.multiple > 1 for one in choices.values())
    if sizes and choice.multiple:
        times = choice.multiple
        return f"{times}x", f"{choice.act} {times}x", f"{choice.act} {times}"
    return choice.act[0], choice.act


def _label(rules: Rules, choice: Choice, stakes: Mapping[str, Cents]) -> str:
    """The act with the amount it costs, gives up or returns."""
    name = rules.spots[choice.spot].name
    match choice.act:
        case "ride":
            return f"let {name} ride, {format_cents(stakes[choice.spot])} stays"
        case "withdraw":
            return f"withdraw {name}, {format_cents(stakes[choice.spot])} back"
        case "fold":
            lost = sum(cents for key, cents in stakes.items() if key in rules.lost_by_folding)
            return f"fold, losing {format_cents(lost)}"
        case "check":
            return "check, at no cost"
        case _:
            return f"{choice.act} {format_cents(choice.cents)}"


def act(choice: Choice) -> c.Act:
    fields = {"by": PLAYER, "seat": SEAT, "act": choice.act, "multiple": max(choice.multiple, 1)}
    return msgspec.convert(fields, c.Act, from_attributes=True)


def discard_options(
    cards: Sequence[str], marked: frozenset[int], *, plain: bool
) -> tuple[MenuItem, ...]:
    done = f"draw {len(marked)}" if marked else "stand pat"
    return (
        *(
            MenuItem(
                str(n),
                f"{'keep' if n - 1 in marked else 'discard'} {card_word(card, plain=plain)}",
                takes="and others, as in 1 3" if plain and n == 1 else "",
                on_felt=True,
            )
            for n, card in enumerate(cards, 1)
        ),
        MenuItem("d", done, ("draw", "stand", "stand pat", "pat")),
        MenuItem(ENTER, done),
    )


def mark(marked: frozenset[int], text: str, cards: int, most: int) -> frozenset[int] | str:
    """Marks or unmarks these card numbers; returns the marked slots, or an objection."""
    numbers = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word) <= cards for word in numbers):
        return f"Cards are named by their numbers, 1 to {cards}."
    after = marked ^ {int(word) - 1 for word in numbers}
    if len(after) > most:
        return f"No more than {most} may be discarded now."
    return after
