"""Both languages whole: no text is missing or superfluous, and none leaves its control.

In the suite each language is looked at in one size here (test_pages.py has every page in Spanish on
a phone), in `./pit soak long` in both.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import pitboss.web
from browser.axe import no_sideways
from browser.house import Server
from browser.visits import Visits
from kit.tiers import tier
from pitboss.rankings import RANKINGS
from pitboss.rulebook import GAMES, OwnRules, tables_with
from pitboss.table.refusals import Reason

TEXT = Path(pitboss.web.__file__).parent / "static" / "text"
AREAS = sorted(path.stem for path in (TEXT / "en").glob("*.js"))
# Words that are the same in both languages.
SAME = re.compile(
    r"^[\W\d]*$|^[A-Z]( [A-Z])?$"
    r"|^(Pitboss|JSON( lines)?|CSV|Parquet|SQLite|PostgreSQL|\.round|Id|JK|Esc|Drop|Normal"
    r"|No|PDF|Base|real|Real|Space|Backspace|Escape|English|Español|Menú|auditor|dealer|General)$"
)

COMPARE = """async ([area, languages]) => {
  // Modules, not their texts: a text called `then` would be waited for.
  const modules = await Promise.all(
    languages.map((name) => import(`/static/text/${name}/${area}.js`)),
  );
  const [one, other] = modules.map((module) => module.default);
  const wrong = [], same = [];
  const kind = (value) =>
    Array.isArray(value) ? "list" : value instanceof RegExp ? "pattern" : typeof value;
  const compare = (first, second, at) => {
    if (kind(first) !== kind(second))
      wrong.push(`${at}: ${kind(first)} in ${languages[0]}, ${kind(second)} in ${languages[1]}`);
    else if (typeof first === "function") {
      if (first.length !== second.length)
        wrong.push(`${at}: takes ${first.length} and ${second.length}`);
    } else if (typeof first === "string") {
      if (first === second) same.push([at, first]);
    } else if (first && typeof first === "object")
      for (const key of new Set([...Object.keys(first), ...Object.keys(second)]))
        compare(first[key], second[key], `${at}.${key}`);
  };
  compare(one, other, area);
  return { wrong, same };
}"""

# Controls whose words are wider than they are, or cut off.
OVERFLOWING = """() => [...document.querySelectorAll("button, .button, .pill, summary, h1, h2, h3")]
  .filter((one) => one.checkVisibility() && one.clientWidth && !one.closest(".quiet"))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.tagName} ${one.textContent.trim().slice(0, 60)}`)"""

PATHS = ("/", "/rules/let-it-ride", "/odds", "/trainer", "/session", "/fairness", "/login", "/wall")


def test_both_languages_have_the_same_areas() -> None:
    assert sorted(path.stem for path in (TEXT / "es").glob("*.js")) == AREAS


def test_no_text_is_missing_or_superfluous(visit: Visits) -> None:
    page = visit("/fairness")
    faults: list[str] = []
    for area in AREAS:
        answer = page.evaluate(COMPARE, [area, ["en", "es"]])
        faults += answer["wrong"]
        copies = [f"{at}: not translated, {words!r}" for at, words in answer["same"]]
        faults += [
            line
            for line, (_, words) in zip(copies, answer["same"], strict=True)
            if not SAME.search(words)
        ]
    assert not faults, "\n".join(faults)


def test_every_refusal_of_a_table_is_translated(visit: Visits) -> None:
    page = visit("/fairness")
    script = "async () => (await import('/static/text/es/refusals.js')).default.codes()"
    assert {reason.name for reason in Reason} <= set(page.evaluate(script))


def test_every_hand_and_its_odds_have_a_name(visit: Visits) -> None:
    """Paytables and rankings are the rulebook's, in English: no word of it is left in Spanish."""
    tables = [
        table
        for game in GAMES
        for letters in tables_with(game, OwnRules()).values()
        for table in letters.values()
    ]
    names = {row.name for table in tables for row in table.rows}
    names |= {category.name for ranking in RANKINGS.values() for category in ranking.categories}
    names |= {"pair of 10s", "pair of jacks", "mini royal of spades", "nothing", "folded"}
    odds = {str(row.pays) for table in tables for row in table.rows}
    script = """async ([names, odds]) => {
      const { default: words } = await import('/static/text/es/hands.js');
      return [...names.map(words.handName), ...odds.map(words.oddsName)];
    }"""
    shown = visit("/fairness").evaluate(script, [sorted(names), sorted(odds)])
    english = re.compile(r"\b(flush|straight|house|kind|pair|of|or|to|for|push|royal|ace)\b")
    assert [words for words in shown if english.search(words)] == []
    assert len(set(shown[: len(names)])) == len(names)  # no two hands share a name


SPREAD = [("en-US", True), ("es-MX", False)]


@pytest.mark.parametrize(
    ("locale", "phone"), tier(SPREAD, [*SPREAD, ("en-US", False), ("es-MX", True)])
)
def test_no_words_leave_their_control(visit: Visits, locale: str, phone: bool) -> None:
    page = visit("/", locale=locale, phone=phone)
    for path in PATHS:
        page.goto(path)
        expect(page.locator("main h1").first).to_be_visible()
        assert page.locator("html").get_attribute("lang") == locale[:2]
        assert not page.evaluate(OVERFLOWING), path
        no_sideways(page)


FORMATS = """async () => {
  const { cents, dollars, number, percent, signed } = await import("/static/base/money.js");
  const { plural } = await import("/static/base/plurals.js");
  return [
    dollars(123456789), signed(-2000), number(1234567), percent(0.0351), cents(17.6),
    ...[0, 1, 2].map((count) => plural(count, "one", "many")),
  ];
}"""


@pytest.mark.parametrize(
    ("locale", "formats"),
    [
        ("en-US", ["1,234,567.89", "−20.00", "1,234,567", "3.51%", "18 ¢"]),
        ("es-MX", ["1,234,567.89", "−20.00", "1,234,567", "3.51%", "18 ¢"]),
        ("es-ES", ["1.234.567,89", "−20,00", "1.234.567", "3,51 %", "18 ¢"]),
    ],
)
def test_amounts_numbers_and_plurals_follow_the_locale(
    visit: Visits, locale: str, formats: list[str]
) -> None:
    shown: list[str] = visit("/login", locale=locale).evaluate(FORMATS)
    assert [words.replace("\u00a0", " ") for words in shown] == [*formats, "many", "one", "many"]


def test_a_round_in_spanish(server: Server, visit: Visits) -> None:
    table = server.table("let-it-ride", name="Llano Abierto")
    page = visit("/", locale="es-MX")
    expect(page.get_by_role("heading", level=1)).to_contain_text("juegos de póquer contra la casa")
    page.locator(f'[data-table="{table}"]').get_by_role(
        "link", name=re.compile("^Sentarse")
    ).click()
    expect(page.locator("[data-seated=true]")).to_be_visible()
    expect(page.locator("main")).to_contain_text("apuestas")


def test_the_language_is_a_setting(visit: Visits) -> None:
    page = visit("/trainer")
    expect(page.get_by_role("heading", level=1)).to_have_text("Trainer")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("es")
    expect(page.get_by_role("heading", level=1)).to_have_text("Entrenador")
    _restore(page)


def _restore(page: Page) -> None:
    page.get_by_role("button", name="Ajustes").click()
    page.get_by_label("Idioma").select_option("auto")
    expect(page.get_by_role("heading", level=1)).to_have_text("Trainer")
