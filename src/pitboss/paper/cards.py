"""Cards to hold in the hand: the rules for players, the procedure for dealers."""

from collections.abc import Iterator
from typing import Final

from pitboss.money import format_short
from pitboss.paper.content import Item, Paper, PaperSection, items
from pitboss.paper.felt_names import felt_name, felt_words
from pitboss.paper.sign import limits, payout_tables
from pitboss.rankings import RANKINGS
from pitboss.rulebook import describe, procedure, register
from pitboss.rulebook.describe import listed
from pitboss.rulebook.model import SettleStep, Spot
from pitboss.rulebook.register import rulings
from pitboss.rulebook.rules import Rules

CHAPTER_LEVELS: Final = 3  # document, chapter and section


def rule_card(rules: Rules, operator: str) -> Paper:
    """The game for a player who has never seen it."""
    game = rules.game
    return Paper(
        kind="how to play",
        title=game.name,
        operator=operator,
        sections=(
            PaperSection("Before the deal", tuple(_opening_bets(rules))),
            PaperSection("The play", _felt_items(rules, _play_lines(rules)), True),
            *_conduct(rules),
            PaperSection("What each wager is paid on", tuple(_wager_terms(rules))),
            PaperSection("Hands, the highest first", tuple(_hands(rules))),
            PaperSection("Limits", tuple(limits(rules))),
        ),
        tables=tuple(payout_tables(rules)),
    )


def _play_lines(rules: Rules) -> list[describe.Line]:
    return [describe.step_line(rules.game, step) for step in rules.game.play]


def _felt_items(rules: Rules, lines: list[describe.Line]) -> tuple[Item, ...]:
    return items(describe.Line(felt_words(rules, line.text), line.clauses) for line in lines)


def _opening_bets(rules: Rules) -> Iterator[Item]:
    for spot in rules.spots.values():
        if not spot.multiples:
            yield Item(f"{felt_name(rules, spot)}: {_terms(rules, spot)}.", (spot.clause,))


def _terms(rules: Rules, spot: Spot) -> str:
    if spot.equal_to:
        return f"required, equal to {felt_name(rules, rules.spots[spot.equal_to])}"
    least, most = rules.limits(spot)
    amounts = format_short(least)
    if least != most:
        amounts = f"{amounts} to {format_short(most)}"
    if spot.required:
        return f"required, {amounts}"
    needs = listed([felt_name(rules, rules.spots[key]) for key in spot.needs])
    return f"optional, {amounts}" + (f"; needs {needs}" if needs else "")


def _wager_terms(rules: Rules) -> Iterator[Item]:
    for wager in rules.wagers.values():
        terms = describe.wager_terms(rules.game, wager)
        yield Item(f"{rules.label(wager)}: {terms}.", (wager.clause,))

    own = [c for c in rulings()["G5"].clauses if register.path_of(c)[0] in rules.game.documents]
    clauses = tuple(clause for clause in own if len(register.path_of(clause)) > CHAPTER_LEVELS)
    yield Item("A wager is paid on its highest hand only.", ("G5", *clauses))


def _conduct(rules: Rules) -> list[PaperSection]:
    """What the document asks of players who have looked at their cards."""
    sections = []
    for document in rules.game.documents[:1]:
        lines = [
            Item(clause.says, (clause.id,))
            for clause in register.clauses_of(document).values()
            if _is_conduct(clause.id)
        ]
        sections.append(PaperSection("Your cards", tuple(lines)))
    return sections


def _is_conduct(clause: str) -> bool:
    """The paragraphs of section A of chapter 11."""
    _, chapter, *below = register.path_of(clause)
    return chapter.lstrip(".") == "11" and below[:1] == ["A"] and len(below) == 2


def _hands(rules: Rules) -> Iterator[Item]:
    """Every ranking that decides an offered wager, each once."""
    keys = dict.fromkeys(table.ranking for table in rules.tables.values())
    for key in keys:
        if key in RANKINGS:
            ranking = RANKINGS[key]
            names = [rules.game.hand_names.get(c.name, c.name) for c in ranking.categories]
            yield Item(f"{describe.counted(ranking.size)}: {', '.join(names)}.")


def procedure_card(rules: Rules, operator: str) -> Paper:
    """Every duty of the game under the house's own method, in order."""
    game = rules.game
    play = _play_lines(rules)
    play += [procedure.clearing_line(s) for s in game.play if isinstance(s, SettleStep)]
    sections = [
        PaperSection("Cards", items(procedure.card_lines(game))),
        PaperSection("Opening, shuffling and cutting", items(procedure.opening_lines(game)), True),
        PaperSection("Wagers", items(procedure.wager_lines(game))),
        PaperSection(
            describe.dealing_name(rules.dealing),
            items(procedure.dealing_lines(game, rules.dealing)),
            True,
        ),
        PaperSection("The play", _felt_items(rules, play), True),
    ]
    if rules.progressive is not None and game.progressive is not None:
        lines = procedure.progressive_lines(game, game.progressive)
        sections.append(PaperSection("The progressive wager", items(lines)))
    if game.grounds:
        sections.append(_forfeits(rules))
    return Paper(
        kind="dealer's procedure", title=game.name, operator=operator, sections=tuple(sections)
    )


def _forfeits(rules: Rules) -> PaperSection:
    """Grounds on which a player loses all wagers; the last one also cites the conduct clause."""
    *lines, last = procedure.ground_lines(rules.game)
    conduct = (rules.game.cite("conduct"),)
    last = describe.Line(last.text, (*last.clauses, *conduct))
    return PaperSection("What costs a player the wagers of the round", items([*lines, last]))


def irregularity_guide(rules: Rules, operator: str) -> Paper:
    """What goes wrong at a table, and what the dealer does about it, at a glance."""
    game = rules.game
    wrong = procedure.troubles(game, rules.dealing)
    sections = [
        PaperSection(
            "At the table",
            tuple(Item(t.line.text, t.line.clauses, head=f"{t.what}.") for t in wrong),
        )
    ]
    if game.grounds:
        sections.append(_forfeits(rules))
    sections.append(
        PaperSection(
            "Always",
            (
                Item("Stop, say what you see, and call a floorperson: the floorperson decides."),
                Item("Touch no card and pay nothing until it is decided."),
                Item("Every report and every void is written in the log with its clause."),
            ),
        )
    )
    return Paper(
        kind="quick guide to irregularities",
        title=game.name,
        operator=operator,
        sections=tuple(sections),
    )
