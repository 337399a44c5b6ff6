"""The pocket card of a game's strategy: short rule lists for each decision, and what they cost."""

import re
from fractions import Fraction

from pitboss.odds.game import WHOLE_GAME, priced_rules
from pitboss.odds.prices.price import unit_words
from pitboss.odds.rule_lists.text import PocketCard, PricedList
from pitboss.paper.content import Item, Paper, PaperSection
from pitboss.paper.felt_names import felt_words
from pitboss.rulebook.rules import Rules


def strategy_card(rules: Rules, card: PocketCard, operator: str) -> Paper:
    cost = Fraction(card.cost)
    unit = felt_words(rules, unit_words(priced_rules(rules), WHOLE_GAME))
    edge = f"House edge with these rules {_percent(card.edge)} of {unit}"
    best = "the best there is" if not cost else f"{_percent(Fraction(card.optimal))} at best"
    return Paper(
        kind="pocket strategy",
        title=rules.game.name,
        operator=operator,
        lead=(Item("The first rule that fits applies."),),
        sections=(
            *(
                PaperSection(felt_words(rules, each.name), _rules(each), numbered=True)
                for each in card.lists
            ),
            PaperSection("Words", tuple(Item(_readable(line)) for line in card.legend)),
            PaperSection("Cost", (Item(f"{edge}: {best}. Priced exactly: {card.exact}."),)),
        ),
    )


def _rules(each: PricedList) -> tuple[Item, ...]:
    return tuple(Item(f"{rule.when}: {rule.act}") for rule in each.rules)


def _readable(text: str) -> str:
    """Writes a fraction inside a remark as a percentage."""
    return re.sub(r"\b\d+/\d+\b", lambda fraction: _percent(Fraction(fraction[0])), text)


def _percent(value: Fraction) -> str:
    return f"{float(value):.4%}".replace("%", " %")
