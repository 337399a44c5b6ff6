"""Advice and rule lists on the terminal."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.cards import card_names
from pitboss.commands.views.blocks import Span, columns, paragraph, styled
from pitboss.money import Cents, format_short
from pitboss.odds.game import PricedGame
from pitboss.odds.rule_lists.text import PocketCard, PricedList

if TYPE_CHECKING:
    from pitboss.odds.strategy.advice import Advice

MAX_SHOWN = 12  # acts; the JSON lists all


def signed(value: Fraction, digits: int = 6) -> str:
    text = f"{abs(float(value)):,.{digits}f}"
    return f"−{text}" if value < 0 else f"+{text}"


def money(value: Fraction, stake: Cents) -> str:
    cents = round(value * stake)
    sign = "−" if cents < 0 else "+"
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{part:02d}"


def percent(value: Fraction, digits: int = 4) -> str:
    return f"{float(value * 100):.{digits}f} %"


def _tables(game: PricedGame, letters: dict[str, str]) -> str:
    several = [w for w in letters if len(game.tables[w]) > 1]
    return ", ".join(f"{wager} {letters[wager]}" for wager in several)


def _heading(game: PricedGame, letters: dict[str, str], what: str) -> str:
    tables = _tables(game, letters)
    title = " · ".join(filter(None, (game.game.name, what, game.mark)))
    return styled(title, "heading") + (styled(f"   paytable {tables}", "dim") if tables else "")


def advice_lines(game: PricedGame, advice: "Advice", stake: Cents) -> Iterator[str]:
    yield _heading(game, advice.letters, game.game.spot(advice.decision).name)
    facts = [("cards", card_names(advice.cards))]
    if advice.dead:
        facts.append(("dead", card_names(advice.dead)))
    if advice.bets:
        facts.append(("earlier", ", ".join(advice.bets)))
    yield from columns([(Span(key, "dim"), value) for key, value in facts])
    yield ""
    shown = advice.options[:MAX_SHOWN]
    rows = [tuple(Span(t, "dim") for t in ("act", "worth", "exactly", "costs", "in money"))]
    for place, option in enumerate(shown):
        style = "felt" if option.tied else ""
        cost = (
            Span("best" if not place else "as good", style)
            if option.tied
            else Span(signed(-option.cost))
        )
        rows.append(
            (
                Span(option.act, style),
                Span(signed(option.value)),
                Span(str(option.value).replace("-", "−"), "dim"),
                cost,
                Span(money(option.value, stake)),
            )
        )
    yield from columns(rows, stretch=2)
    if len(advice.options) > MAX_SHOWN:
        yield styled(f"and {len(advice.options) - MAX_SHOWN} worse; --json lists all", "dim")
    yield ""
    yield from paragraph(_in_words(advice))
    yield from paragraph(
        Span(
            f"Worth: the whole round, in units of {_unit(game)}; money at {format_short(stake)}.",
            "dim",
        )
    )


def _unit(game: PricedGame) -> str:
    return game.game.spots[0].name


def _in_words(advice: "Advice") -> str:
    ties = advice.ties
    if len(ties) == len(advice.options):
        return "It makes no difference."
    if len(ties) > 1:
        return f"{' and '.join(option.act for option in ties)} are equally good."
    second = advice.options[1]
    return (
        f"Best: {advice.best.act}. The second best, {second.act}, costs {float(second.cost):.6f}."
    )


def card_lines(game: PricedGame, card: PocketCard) -> Iterator[str]:
    yield _heading(game, card.letters, "rules for a pocket card")
    cost = Fraction(card.cost)
    unit = _unit(game)
    yield from columns(
        [
            (
                Span("optimal play", "dim"),
                f"house edge {percent(Fraction(card.optimal))} of {unit}",
            ),
            (
                Span("these rules", "dim"),
                f"house edge {percent(card.edge)}"
                + (", exactly as good" if not cost else f", {percent(cost)} more"),
            ),
        ]
    )
    for each in card.lists:
        yield ""
        yield from _list(each)
    if card.legend:
        yield ""
        for text in card.legend:
            yield from paragraph(Span(_readable(text), "dim"))
    yield from paragraph(Span(f"Priced exactly: {card.exact}.", "dim"))


def _readable(text: str) -> str:
    """Writes a fraction inside a remark as a decimal."""
    words = (
        f"{float(Fraction(word)):.6f}" if "/" in word and word.replace("/", "").isdigit() else word
        for word in text.split()
    )
    return " ".join(words)


def _list(each: PricedList) -> Iterator[str]:
    cost = Fraction(each.cost)
    worth = "never wrong" if not cost else f"costs {percent(cost)}"
    yield styled(each.name, "bold") + styled(f"   the first that fits; {worth}", "dim")
    rows = [
        (
            Span(f"{place}."),
            Span(rule.when),
            Span(rule.act, "felt" if place < len(each.rules) else ""),
            Span(f"{float(Fraction(share)) * 100:.1f} %", "dim"),
        )
        for place, (rule, share) in enumerate(zip(each.rules, each.shares, strict=True), 1)
    ]
    yield from columns(rows, stretch=1, indent=2)
    if each.mistakes:
        yield styled(
            f"  hands it gets wrong: {each.wrong:,} classes; the worst, with their cost",
            "dim",
        )
        worst = [
            (m.cards, m.does, Span("best", "dim"), m.best, f"{float(Fraction(m.cost)):.7f}")
            for m in each.mistakes[:5]
        ]
        yield from columns(worst, stretch=3, indent=4)
    shorter = [(n, Fraction(c)) for n, c in each.lengths if n < len(each.rules)]
    if shorter:
        text = ", ".join(f"{n} rule{'s' * (n > 1)} {percent(c, 3)}" for n, c in shorter[-3:])
        yield styled(f"  shorter lists cost more: {text}", "dim")
