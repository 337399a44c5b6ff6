"""Names as the felt prints them."""

from pitboss.rulebook.model import Spot
from pitboss.rulebook.rules import Rules


def felt_name(rules: Rules, spot: Spot) -> str:
    """What the felt prints on a spot: the document's word for the area."""
    wager = rules.wagers[spot.wager]
    return spot.inscription or (rules.label(wager) if wager.optional else spot.name)
