"""The answers themselves, as records for JSON; every figure is a fraction with its decimal."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, assert_never

from pitboss.errors import PitbossError
from pitboss.house.pricing import questions as q
from pitboss.odds import price
from pitboss.odds.figures import exact
from pitboss.odds.game import WHOLE_GAME, PricedGame, priced_game
from pitboss.odds.prices.limits import STAKES, ceiling, limit_prices
from pitboss.odds.prices.meters import meter_amounts, progressive_wager
from pitboss.odds.prices.progressive import Progressive, forfeits, progressive_price, solved_with
from pitboss.odds.sheet.json import (
    limit_record,
    progressive_record,
    sheet_record,
    solved_record,
    spread_record,
)
from pitboss.odds.sheet.sheet import SheetRequest, check, sheet

MAX_RULES: Final = 20  # of a list that a visitor may have searched for


class BadPriceQuestion(PitbossError):
    """Something this game has no figure for."""


def answer(question: q.Question) -> dict[str, Any]:
    asked = priced_game(question.game)
    match question:
        case q.SheetQuestion():
            return _sheet(asked, question)
        case q.OverviewQuestion():
            return _overview(asked)
        case q.LinesQuestion():
            return _lines(asked)
        case q.MeterQuestion():
            return _at_meter(asked, question)
        case q.CombinedQuestion():
            return _both(asked, question)
        case q.LimitQuestion():
            return _limit(asked, question)
        case q.HandQuestion():
            return _hand(asked, question)
        case q.ClassesQuestion():
            from pitboss.house.pricing.classes import page

            return page(asked, question, base_letters(asked, question.letters))
        case q.CardQuestion():
            return _card(asked, question)
        case q.SessionsQuestion():
            return _sessions(asked, question)
    assert_never(question)


def base_letters(asked: PricedGame, letters: Mapping[str, str]) -> dict[str, str]:
    """Letters that bear on decisions; `base` is the whole game's."""
    if WHOLE_GAME not in letters:
        return dict(letters)
    asked.table(asked.lettered(WHOLE_GAME), letters[WHOLE_GAME])
    return asked.base_letters(letters[WHOLE_GAME])


def _sheet(asked: PricedGame, question: q.SheetQuestion) -> dict[str, Any]:
    wanted = SheetRequest(
        wager=question.wager,
        tables=question.tables,
        stakes=question.stakes,
        meters=question.meters,
        rates=question.rates,
        seats=question.seats,
        progressive_stake=question.progressive_stake,
        limit=question.limit,
        information=question.information,
    )
    return sheet_record(sheet(asked, wanted))


def _overview(asked: PricedGame) -> dict[str, Any]:
    """Progressive wagers at their reset amounts, one seat, the least stake."""
    wagers = []
    for key in asked.wager_keys():
        for letter in asked.letters(key):
            found = price(asked, key, letter)
            wagers.append(
                {
                    "wager": key,
                    "name": found.name,
                    "paytable": letter,
                    "unit": found.unit,
                    "combinations_total": found.total,
                    **spread_record(found),
                }
            )
    return {"game": asked.game.key, "fingerprint": asked.fingerprint, "wagers": wagers}


def _lines(asked: PricedGame) -> dict[str, Any]:
    wager, rules = progressive_wager(asked), asked.game.progressive
    found = []
    if wager is not None and rules is not None:
        for letter in asked.letters(wager.key):
            for stake in rules.stakes:
                found.append(_line(progressive_price(asked, letter, stake=stake)))
    return {"game": asked.game.key, "fingerprint": asked.fingerprint, "lines": found}


def _line(figures: Progressive) -> dict[str, Any]:
    """The edge is `at_zero`, and `per_cent` for each cent that a meter shows, and `per_seat` for
    each other seat in play.
    """
    at_meter = sum((m.share * m.amount for m in figures.meters), Fraction(0)) / figures.stake
    return {
        "paytable": figures.letter,
        "stake_cents": figures.stake,
        "at_zero": exact(figures.house_edge + at_meter),
        "per_seat": exact(-figures.envy_per_seat),
        "meters": [
            {
                "meter": m.meter,
                "reset_cents": m.reset,
                "per_cent": exact(-m.share / figures.stake),
                "break_even_cents": exact(m.break_even),
            }
            for m in figures.meters
        ],
    }


def _at_meter(asked: PricedGame, question: q.MeterQuestion) -> dict[str, Any]:
    wager = progressive_wager(asked)
    if wager is None:
        raise BadPriceQuestion(f"{asked.game.name} has no progressive meter")
    _check_progressive(asked, wager.key, question.letter, question.stake, question.meters)
    check(asked, SheetRequest(seats=question.seats))
    own = price(asked, wager.key, question.letter, stake=question.stake, meters=question.meters)
    figures = progressive_price(
        asked, question.letter, stake=question.stake, seats=question.seats, meters=question.meters
    )
    return {
        "wager": wager.key,
        "paytable": question.letter,
        **spread_record(own),
        "progressive": progressive_record(figures, asked.game.seats),
    }


def _check_progressive(
    asked: PricedGame, wager: str, letter: str, stake: int, meters: dict[str, int]
) -> None:
    table = asked.table(wager, letter)
    rules = asked.game.progressive
    assert rules is not None
    if stake not in rules.stakes:
        raise BadPriceQuestion("that is no stake of the progressive wager (ruling G6)")
    meter_amounts(asked, letter, meters)
    if not meters.keys() <= table.meters.keys():
        raise BadPriceQuestion(f"table {letter} has other meters: {', '.join(table.meters)}")


def _both(asked: PricedGame, question: q.CombinedQuestion) -> dict[str, Any]:
    wager = progressive_wager(asked)
    if wager is None or not forfeits(asked):
        raise BadPriceQuestion(f"in {asked.game.name} no fold forfeits a progressive wager")
    _check_progressive(asked, wager.key, question.letter, question.stake, question.meters)
    check(asked, SheetRequest(stakes={WHOLE_GAME: question.base_stake}))
    solved = solved_with(
        asked,
        question.letter,
        base_stake=question.base_stake,
        stake=question.stake,
        meters=question.meters,
    )
    return solved_record(solved)


def _limit(asked: PricedGame, question: q.LimitQuestion) -> dict[str, Any]:
    asked.table(asked.lettered(WHOLE_GAME), question.letter)
    highest = ceiling(asked, 500)
    limit = question.limit if question.limit is not None else highest
    for stake in question.stakes:
        check(asked, SheetRequest(stakes={WHOLE_GAME: stake}))
    found = (
        ()
        if limit is None
        else limit_prices(asked, question.letter, limit, question.stakes or STAKES)
    )
    return {
        "game": asked.game.key,
        "paytable": question.letter,
        "highest_allowed_cents": highest,
        "payout_limits": [limit_record(each) for each in found],
    }


def _hand(asked: PricedGame, question: q.HandQuestion) -> dict[str, Any]:
    from pitboss.odds.strategy.advice import advise
    from pitboss.odds.strategy.json import advice_record

    advice = advise(
        asked.game.key,
        question.cards,
        dead=question.dead,
        letters=base_letters(asked, question.letters),
        bets=question.bets,
    )
    return advice_record(asked, advice, question.stake)


def _card(asked: PricedGame, question: q.CardQuestion) -> dict[str, Any]:
    from pitboss.odds.rule_lists.price import pocket_card
    from pitboss.odds.strategy.json import card_record

    if question.rules is not None and not 1 <= question.rules <= MAX_RULES:
        raise BadPriceQuestion(f"a list has 1 to {MAX_RULES} rules")
    card = pocket_card(asked, base_letters(asked, question.letters), question.rules)
    return card_record(asked, card)


def _sessions(asked: PricedGame, question: q.SessionsQuestion) -> dict[str, Any]:
    from pitboss.odds.sheet.plots import BANDS, ROUNDS, SEED, SESSIONS, sessions

    found = price(asked, WHOLE_GAME, question.letter)
    bands, median = sessions(found)
    shown = [n for n in range(ROUNDS) if (n + 1) % 10 == 0]
    return {
        "game": asked.game.key,
        "paytable": question.letter,
        "unit": found.unit,
        "sessions": SESSIONS,
        "seed": SEED,
        "expectation": exact(found.expectation),  # a round
        "bands": [high - low for low, high in BANDS],
        "rounds": [
            {
                "rounds": n + 1,
                "median": float(median[n]),
                "bounds": [[float(low[n]), float(high[n])] for low, high in bands],
            }
            for n in shown
        ],
    }
