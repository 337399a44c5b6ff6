"""A deck arranged so that named places get named cards."""

from pitboss.cards import Card, parse_card, which_joker
from pitboss.notation.header import bad
from pitboss.table.state import BURNED, Table, dealing_plan


def arranged_deck(table: Table, text: str) -> tuple[Card, ...]:
    """`1: 2c 7d | community: 9h 9s 4d | box: … | burned: … | next: …`, slots in order.

    `next` names the cards that follow the deal. The cards not named come in the deck's own order.
    """
    cards_for: dict[str, list[Card]] = {}
    used: set[Card] = set()
    for part in text.split("|"):
        place, colon, names = part.strip().partition(":")
        place = f"seat {place}" if place.isdigit() else place
        if not colon:
            raise bad(f"{part.strip()!r} names no place", what_to_do="write it as 1: 2c 7d")
        cards_for[place] = [_fresh(name, used) for name in names.split()]
    plan = dealing_plan(table.dealing, table.rules.deals_box, table.wagering())
    places = {to.place for to in plan} | {"next"}
    if strange := [place for place in cards_for if place not in places]:
        raise bad(f"no card goes to {', '.join(strange)}")
    rest = iter([card for card in table.rules.game.cards if card not in used])
    burned = iter(cards_for.get(BURNED, []))
    order: list[Card] = []
    for to in plan:
        if to.place == BURNED:
            card = next(burned, None)
            order.append(next(rest) if card is None else card)
            continue
        cards = cards_for.get(to.place, [])
        order.append(cards[to.slot] if to.slot < len(cards) else next(rest))
    return (*order, *cards_for.get("next", []), *rest)


def _fresh(name: str, used: set[Card]) -> Card:
    card = which_joker(parse_card(name), used)
    if card in used:
        raise bad(f"{name} is dealt twice")
    used.add(card)
    return card
