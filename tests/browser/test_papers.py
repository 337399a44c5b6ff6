"""The page of papers and the sign on a screen: slips are printed and copied, meters are live."""

from playwright.sync_api import Page, expect

from browser.axe import no_violations
from browser.house import Server
from browser.visits import Visits
from pitboss.house.books.printing import register
from pitboss.house.books.register import SlipFilter
from pitboss.money import format_short
from pitboss.rulebook.toml.values import percent

OVERFLOWS = """() => [...document.querySelectorAll("main, main *")]
  .filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1
      || box.left < -1 || box.top < -1);
  }).map((one) => one.className || one.tagName)"""
OVERLAPS = """() => {
  const parts = [...document.querySelectorAll("main > *, .pays")].filter((one) => !one.hidden);
  const boxes = parts.map((one) => [one, one.getBoundingClientRect()]);
  return boxes.flatMap(([a, one], place) => boxes.slice(place + 1)
    .filter(([b, two]) => !a.contains(b) && one.right > two.left + 1 && two.right > one.left + 1
      && one.bottom > two.top + 1 && two.bottom > one.top + 1)
    .map(([b]) => `${a.className} over ${b.className}`));
}"""


def printings(server: Server, table: str, number: str) -> int:
    return register(server.house, SlipFilter(table=table, number=number))[0].printings


def test_a_slip_is_printed_when_it_is_made_and_again_as_a_copy(
    server: Server, visit: Visits
) -> None:
    table = server.table("mississippi-stud", mode="dealer", currency="real")
    page = visit(f"/papers?table={table}&fresh=1", role="floorperson")
    fill = page.get_by_role("row").filter(has_text="Fill slip")
    expect(fill).to_contain_text("not yet")
    with page.context.expect_page():
        fill.get_by_role("button", name="Print of F").click()
    # Only those not printed are listed, so it leaves the list.
    expect(fill).to_have_count(0)
    number = register(server.house, SlipFilter(table=table, kind="fill"))[0].slip.number
    assert printings(server, table, number) == 1
    auditor = visit("/auditor", role="auditor")
    auditor.get_by_role("tab", name="Slips").click()
    form = auditor.get_by_role("search", name="Find slips")
    form.get_by_label("Number").fill(number.lower())
    form.get_by_label("Table").select_option(table)
    form.get_by_role("button", name="Find").click()
    row = auditor.get_by_role("row").filter(has_text=number)
    expect(row).to_have_count(1)  # until the answer comes, every table's slip of that number
    expect(row).to_contain_text("original")
    with auditor.context.expect_page():
        row.get_by_role("button", name="Print a copy").click()
    expect(row).to_contain_text("original, 1 copy")
    row.get_by_role("button", name=f"Fill slip {number}").click()
    expect(auditor.get_by_role("dialog")).to_contain_text("Table inventory after")
    no_violations(auditor)


def test_a_sign_fills_the_screen_and_follows_the_meters(server: Server, visit: Visits) -> None:
    """shows the odds, limits and meters of the table on a screen beside it"""
    table = server.table("let-it-ride")
    server.rig(table, "2: 2s 7c 9d | community: Qh 6c | box: 2d 7h 3h")
    page: Page = visit(f"/sign/{table}", size=(1920, 1080))
    meter = page.locator("[data-meter]").first
    expect(meter).to_be_visible()
    before = meter.inner_text()
    for size in ((1920, 1080), (1080, 1920), (1280, 720)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.wait_for_function("() => document.querySelector('.sign').scrollHeight <= innerHeight")
        assert page.evaluate(OVERFLOWS) == []
        assert page.evaluate(OVERLAPS) == []
    robot = server.robot(table, 2)
    robot.bet(bet_1=500, bet_2=500, bet_3=500, progressive=100)
    robot.choose("ride")
    robot.choose("ride")
    expect(meter).not_to_have_text(before)
    state = server.state(table)
    rules = state.rules
    for terms, shown in zip(
        rules.choices.meters, page.locator(".meters .terms").all(), strict=True
    ):
        expect(shown).to_contain_text(f"takes {percent(terms.rate)} of each wager")
        expect(shown).to_contain_text(f"resets to {format_short(terms.reset)}")
    for wager in rules.wagers.values():
        if not wager.pays_as:
            section = page.locator(".pays").filter(has_text=rules.label(wager)).first
            for row in rules.tables[wager.key].rows:
                expect(section).to_contain_text(str(row.pays))
    expect(page.locator(".limits")).to_contain_text("$5")
