"""The administration in a browser: a submission checked as it is typed and kept, tables, people."""

import re

from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import Server
from browser.visits import Visits
from kit.premises import PASSWORD
from pitboss.house.floor.submissions import newest_submission
from pitboss.house.people.persons import find_person
from pitboss.rulebook.submission import check, example


def type_in(page: Page, old: str, new: str) -> None:
    """The text with one thing changed, as if it had been typed."""
    page.get_by_label("Submission, as TOML").evaluate(
        """(area, [old, now]) => {
          if (!area.value.includes(old)) throw new Error(`no ${old}`);
          area.value = area.value.replace(old, now);
          area.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        [old, new],
    )


def test_a_submission_is_checked_while_it_is_typed_and_kept(visit: Visits, server: Server) -> None:
    page = visit("/admin#submission", role="administrator")
    expect(page.get_by_text("Valid: every choice is allowed.")).to_be_visible()
    approvals = page.get_by_role("table", name="What the Commission approved")
    expect(approvals.get_by_role("row", name="the layout of the tables")).to_be_visible()
    keep = page.get_by_role("button", name="Save this submission")
    expect(keep).to_be_disabled()
    type_in(page, 'minimum = "10.00"', 'minimum = "0.30"')
    due = check(page.get_by_label("Submission, as TOML").input_value()).violations
    assert due
    for one in due:
        row = page.locator(".problems li", has_text=one.key)
        expect(row).to_contain_text(one.what)
        expect(row).to_contain_text(one.allowed)
        expect(row).to_contain_text(one.clause)
        expect(row.get_by_role("button")).to_have_text(f"Line {one.line}")
        expect(page.locator(".gutter .bad").first).to_have_text(str(due[0].line))
    expect(keep).to_be_disabled()
    no_violations(page)
    page.get_by_role("button", name=f"Go to line {due[0].line}").click()
    chosen = page.get_by_label("Submission, as TOML").evaluate(
        "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
    )
    assert 'minimum = "0.30"' in chosen
    type_in(page, 'minimum = "0.30"', 'minimum = "15.00"')
    expect(page.get_by_text("Valid: every choice is allowed.")).to_be_visible()
    expect(page.locator(".game", has_text="Double Draw").locator(".pill")).to_have_text("changed")
    before = newest_submission(server.house).number
    keep.click()
    expect(page.locator("dialog")).to_contain_text("Double Draw Poker")
    no_violations(page)
    page.locator("dialog").get_by_role("button", name="Save this submission").click()
    number = before + 1
    expect(page.locator(".notice", has_text=f"Saved as submission {number}")).to_be_visible()
    kept = newest_submission(server.house)
    assert (kept.number, kept.by) == (number, "the_administrator")
    assert kept.text == example().replace('minimum = "10.00"', 'minimum = "15.00"')
    history = page.get_by_role("table", name="Saved submissions")
    expect(history.get_by_role("row", name=f"{number} ")).to_be_visible()
    # What another kept meanwhile is not overwritten unseen.
    other = visit("/admin#submission", role="administrator", name="second_boss")
    expect(other.get_by_text("Valid: every choice is allowed.")).to_be_visible()
    for editor, amount in ((page, "20.00"), (other, "25.00")):
        type_in(editor, 'minimum = "15.00"', f'minimum = "{amount}"')
        save = editor.get_by_role("button", name="Save this submission")
        expect(save).to_be_enabled()
        save.click()
        editor.locator("dialog").get_by_role("button", name="Save this submission").click()
    expect(other.locator(".notice.bad")).to_contain_text("was stored in the meantime")
    assert '"20.00"' in newest_submission(server.house).text


def test_a_table_is_opened_and_closed(visit: Visits, server: Server) -> None:
    page = visit("/admin#tables", role="administrator")
    page.get_by_label("Name", exact=True).fill("Green Corner")
    expect(page.get_by_label("Id", exact=True)).to_have_value("green-corner")
    page.get_by_label("Game", exact=True).select_option("let-it-ride")
    page.get_by_label("Dealt by").select_option("dealer")
    page.get_by_role("button", name="Open the table").click()
    row = page.get_by_role("row", name=re.compile("Green Corner"))
    expect(row).to_contain_text("a dealer")
    assert server.house.live("green-corner").row.mode == "dealer"
    page.get_by_label("Name", exact=True).fill("Green Corner")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".notice.bad")).to_contain_text("choose another id")
    no_violations(page)
    page.get_by_role("button", name="Settings of Green Corner").click()
    page.get_by_label("Seconds to decide").fill("45")
    no_violations(page)
    page.locator("dialog").get_by_role("button", name="Set", exact=True).click()
    expect(page.locator(".notice.good")).to_contain_text("has its new settings")
    assert server.house.live("green-corner").row.settings.deciding == 45
    page.get_by_role("button", name="Close table Green Corner").click()
    page.locator("dialog").get_by_role("button", name="Close").click()
    expect(row).to_contain_text("closed")
    assert "green-corner" not in {one.id for one in server.house.table_rows()}


def test_people_are_hired_paid_promoted_and_let_go(visit: Visits, server: Server) -> None:
    page = visit("/admin#people", role="administrator")
    page.get_by_label("Name", exact=True).fill("Wanda")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    row = page.get_by_role("row", name=re.compile("Wanda"))
    expect(row).to_contain_text("dealer")
    page.get_by_label("Name begins with").fill("wan")
    page.get_by_role("button", name="Find").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_role("button", name="Wanda").click()
    no_violations(page)
    page.get_by_label("Cash at the cage").fill("250.50")
    page.get_by_role("button", name="Pay in").click()
    expect(page.locator("dialog h2")).to_have_text("Pay in 250.50 for Wanda?")
    page.locator("dialog").get_by_role("button", name="Pay in").click()
    expect(row).to_contain_text("250.50")
    page.get_by_role("button", name="Wanda").click()
    page.locator("dialog").get_by_label("Role").select_option("floorperson")
    page.get_by_role("button", name="Give this role").click()
    expect(row).to_contain_text("floorperson")
    session = visit("/", role=None)
    login = session.request.post("/api/login", data={"name": "Wanda", "password": PASSWORD})
    assert login.json()["role"] == "floorperson"
    page.get_by_role("button", name="Find").click()
    expect(row).to_contain_text("logged in")
    page.get_by_role("button", name="Wanda").click()
    page.get_by_role("button", name="Close the account").click()
    page.locator("dialog").get_by_role("button", name="Close the account").click()
    expect(row).to_contain_text("closed")
    assert session.request.get("/api/me").status == 401
    with server.house.store.read() as tx:
        assert find_person(tx, "Wanda") is None
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_text("Wanda: dealer → floorperson")).to_be_visible()
    expect(page.get_by_text("Wanda: 250.50 paid in")).to_be_visible()
    no_violations(page)


def test_every_part_on_a_phone(visit: Visits) -> None:
    for part in ("house", "submission", "tables", "people", "log"):
        page = visit(f"/admin#{part}", role="administrator", phone=True)
        expect(page.get_by_role("tab", selected=True)).to_have_text(part, ignore_case=True)
        expect(page.locator("[role=tabpanel]:not([hidden]) p").first).to_be_visible()
        no_sideways(page)
        big_enough(page)
        no_violations(page)


def test_the_page_is_for_administrators(visit: Visits) -> None:
    page = visit("/admin", role="auditor")
    expect(page.get_by_text("This page is for: administrator.")).to_be_visible()
    expect(page.get_by_role("tab")).to_have_count(0)
