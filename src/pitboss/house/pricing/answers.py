"""Computes the answers, as records for JSON; every figure is a fraction with its decimal."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, assert_never

import msgspec
from msgspec import UNSET

from pitboss.errors import PitbossError
from pitboss.house.pricing import questions as q
from pitboss.odds import price
from pitboss.odds.figures import exact
from pitboss.odds.game import WHOLE_GAME, PricedGame, meter_amounts, priced_game, priced_in
from pitboss.odds.prices.limits import STAKES, ceiling, limit_prices
from pitboss.odds.prices.progressive import Progressive, forfeits, progressive_price, solved_with
from pitboss.odds.sheet.json import (
    progressive_record,
    record,
    sheet_record,
    solved_record,
    spread_record,
)
from pitboss.odds.sheet.sheet import SheetRequest, check, sheet
from pitboss.rulebook import GAMES, PUBLISHED

MAX_RULES: Final = 20  # in a rule list that a visitor may request


class BadPriceQuestion(PitbossError):
    """A question that this game has no figure for."""


def answer(question: q.Question) -> dict[str, Any]:
    game = subject_of(question)
    match question:
        case q.SheetQuestion():
            return _sheet(game, question)
        case q.OverviewQuestion():
            return _overview(
                priced_in(PUBLISHED.with_own(question.game, question.own), question.game)
            )
        case q.LinesQuestion():
            return _lines(game)
        case q.MeterQuestion():
            return _at_meter(game, question)
        case q.CombinedQuestion():
            return _both(game, question)
        case q.LimitQuestion():
            return _limit(game, question)
        case q.HandQuestion():
            return _hand(game, question)
        case q.ClassesQuestion():
            from pitboss.house.pricing.classes import page

            return page(game, question, base_letters(game, question.letters))
        case q.CardQuestion():
            return _card(game, question)
        case q.SessionsQuestion():
            return _sessions(game, question)
        case q.FanQuestion():
            return _fan(game, question)
        case q.WhatIfQuestion() | q.DrawWhatIfQuestion():
            from pitboss.house.pricing.what_if import what_if

            return what_if(game, question)
    assert_never(question)


def subject_of(question: q.Question) -> PricedGame:
    """The rules that a question is about. A question about published paytables is priced without
    the house's own paytables, so that it finds the solutions that ship with the package.
    """
    own = question.own
    if own is not UNSET and own.game is None:
        letters = {getattr(question, "letter", "")}
        for field in ("letters", "tables"):
            letters |= {*getattr(question, field, {}).values()}
        if not any(
            letter in own_letters for own_letters in own.tables.values() for letter in letters
        ):
            return priced_game(question.game)
    return priced_in(PUBLISHED.with_own(question.game, own), question.game)


def base_letters(game: PricedGame, letters: Mapping[str, str]) -> dict[str, str]:
    """The letters that affect decisions; `base` stands for the whole game's."""
    if WHOLE_GAME not in letters:
        return dict(letters)
    game.table(game.lettered(WHOLE_GAME), letters[WHOLE_GAME])
    return game.base_letters(letters[WHOLE_GAME])


def _sheet(game: PricedGame, question: q.SheetQuestion) -> dict[str, Any]:
    fields = msgspec.structs.asdict(question)
    del fields["game"], fields["own"]
    return sheet_record(sheet(game, SheetRequest(**fields)))


def _overview(game: PricedGame) -> dict[str, Any]:
    """Prices progressive wagers at their reset amounts, one seat and the smallest stake."""
    wagers = []
    published = priced_game(game.game.key) if game.game.key in GAMES else game
    for key in game.wager_keys():
        for letter in game.letters(key):
            # The published letters' figures ship with the package.
            source = published if letter in published.letters(key) else game
            figures = price(source, key, letter)
            wagers.append(
                {
                    "wager": key,
                    "name": figures.name,
                    "paytable": letter,
                    "unit": figures.unit,
                    "combinations_total": figures.total,
                    **spread_record(figures),
                }
            )
    return {
        "game": game.game.key,
        "fingerprint": game.fingerprint,
        "own_rules": game.mark,
        "wagers": wagers,
    }


def _lines(game: PricedGame) -> dict[str, Any]:
    wager, rules = game.game.progressive_wager, game.game.progressive
    lines = []
    if wager is not None and rules is not None:
        for letter in game.letters(wager.key):
            for stake in rules.stakes:
                lines.append(_line(progressive_price(game, letter, stake=stake)))
    return {"game": game.game.key, "fingerprint": game.fingerprint, "lines": lines}


def _line(figures: Progressive) -> dict[str, Any]:
    """The edge is `at_zero`, plus `per_cent` for each cent on a meter, plus `per_seat` for each
    other seat in play.
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


def _at_meter(game: PricedGame, question: q.MeterQuestion) -> dict[str, Any]:
    wager = game.game.progressive_wager
    if wager is None:
        raise BadPriceQuestion(f"{game.game.name} has no progressive meter")
    _check_progressive(game, wager.key, question.letter, question.stake, question.meters)
    check(game, SheetRequest(seats=question.seats))
    own = price(game, wager.key, question.letter, stake=question.stake, meters=question.meters)
    figures = progressive_price(
        game, question.letter, stake=question.stake, seats=question.seats, meters=question.meters
    )
    return {
        "wager": wager.key,
        "paytable": question.letter,
        **spread_record(own),
        "progressive": progressive_record(figures, game.game.seats),
    }


def _check_progressive(
    game: PricedGame, wager: str, letter: str, stake: int, meters: dict[str, int]
) -> None:
    table = game.table(wager, letter)
    rules = game.game.progressive
    assert rules is not None
    if stake not in rules.stakes:
        raise BadPriceQuestion("the progressive wager has no such stake (ruling G6)")
    meter_amounts(game, letter, meters)
    if not meters.keys() <= table.meters.keys():
        raise BadPriceQuestion(f"table {letter} has other meters: {', '.join(table.meters)}")


def _both(game: PricedGame, question: q.CombinedQuestion) -> dict[str, Any]:
    wager = game.game.progressive_wager
    if wager is None or not forfeits(game):
        raise BadPriceQuestion(f"in {game.game.name} no fold forfeits a progressive wager")
    _check_progressive(game, wager.key, question.letter, question.stake, question.meters)
    check(game, SheetRequest(stakes={WHOLE_GAME: question.base_stake}))
    solved = solved_with(
        game,
        question.letter,
        base_stake=question.base_stake,
        stake=question.stake,
        meters=question.meters,
    )
    return solved_record(solved)


def _limit(game: PricedGame, question: q.LimitQuestion) -> dict[str, Any]:
    game.table(game.lettered(WHOLE_GAME), question.letter)
    highest = ceiling(game, 500)
    limit = question.limit if question.limit is not None else highest
    for stake in question.stakes:
        check(game, SheetRequest(stakes={WHOLE_GAME: stake}))
    prices = (
        ()
        if limit is None
        else limit_prices(game, question.letter, limit, question.stakes or STAKES)
    )
    return {
        "game": game.game.key,
        "paytable": question.letter,
        "highest_allowed_cents": highest,
        "payout_limits": [record(each) for each in prices],
    }


def _hand(game: PricedGame, question: q.HandQuestion) -> dict[str, Any]:
    from pitboss.odds.strategy.advice import advise
    from pitboss.odds.strategy.json import advice_record

    advice = advise(
        game,
        question.cards,
        dead=question.dead,
        letters=base_letters(game, question.letters),
        bets=question.bets,
    )
    return advice_record(game, advice, question.stake)


def _card(game: PricedGame, question: q.CardQuestion) -> dict[str, Any]:
    from pitboss.odds.rule_lists.json import card_record
    from pitboss.odds.rule_lists.price import pocket_card

    if question.rules is not None and not 1 <= question.rules <= MAX_RULES:
        raise BadPriceQuestion(f"a list has 1 to {MAX_RULES} rules")
    card = pocket_card(game, base_letters(game, question.letters), question.rules)
    return card_record(game, card)


def _fan(game: PricedGame, question: q.FanQuestion) -> dict[str, Any]:
    from pitboss.odds.sessions.fan import SHARES, fan
    from pitboss.odds.sessions.one_round import one_round

    bets = one_round(game, {WHOLE_GAME: question.stake}, {WHOLE_GAME: question.letter})
    return {
        "game": game.game.key,
        "paytable": question.letter,
        "stake": question.stake,
        "rounds": question.rounds,
        "shares": [float(share) for share in SHARES],
        "expectation": exact(bets.moments.mean),  # cents a round
        "points": [
            {
                "rounds": point.rounds,
                "quantiles": [(low + high) / 2 for low, high in point.quantiles],
                "ahead": sum(point.ahead) / 2,
                "within": point.ahead[1] - point.ahead[0],
            }
            for point in fan(bets, question.rounds)
        ],
    }


def _sessions(game: PricedGame, question: q.SessionsQuestion) -> dict[str, Any]:
    from pitboss.odds.sheet.plots import BANDS, ROUNDS, SEED, SESSIONS, sessions

    figures = price(game, WHOLE_GAME, question.letter)
    bands, median = sessions(figures)
    shown = [n for n in range(ROUNDS) if (n + 1) % 10 == 0]
    return {
        "game": game.game.key,
        "paytable": question.letter,
        "unit": figures.unit,
        "sessions": SESSIONS,
        "seed": SEED,
        "expectation": exact(figures.expectation),  # per round
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
