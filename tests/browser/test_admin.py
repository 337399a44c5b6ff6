"""The administration in a browser: a submission checked and stored, tables, people."""

import re

from playwright.sync_api import Page, expect

from browser.axe import big_enough, no_sideways, no_violations
from browser.house import BOSS, Server
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
    submission = newest_submission(server.house)
    assert (submission.number, submission.by) == (number, "the_administrator")
    assert submission.text == example().replace('minimum = "10.00"', 'minimum = "15.00"')
    history = page.get_by_role("table", name="Saved submissions")
    expect(history.get_by_role("row", name=f"{number} ")).to_be_visible()
    # A submission stored by somebody else meanwhile is not overwritten unseen.
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


def test_people_are_hired_promoted_and_let_go(visit: Visits, server: Server) -> None:
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
    expect(page.get_by_role("button", name="Pay in")).to_have_count(0)  # staff hold no chips
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
    no_violations(page)


def manage(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()
    expect(page.locator("dialog h2")).to_have_text(f"Manage {name}")


def test_a_closed_account_is_paid_out_and_opened_again(visit: Visits, server: Server) -> None:
    server.person("player", "Petra")
    page = visit("/admin#people", role="administrator")
    row = page.get_by_role("row", name=re.compile("Petra"))
    manage(page, "Petra")
    page.get_by_label("Cash at the cage").fill("250.50")
    page.get_by_role("button", name="Pay in").click()
    expect(page.locator("dialog h2")).to_have_text("Pay in 250.50 for Petra?")
    page.locator("dialog").get_by_role("button", name="Pay in").click()
    expect(row).to_contain_text("250.50")
    manage(page, "Petra")
    page.get_by_role("button", name="Close the account").click()
    page.locator("dialog").get_by_role("button", name="Close the account").click()
    expect(row).to_contain_text("closed")
    manage(page, "Petra")
    no_violations(page)
    page.get_by_label("Cash at the cage").fill("250.50")
    page.get_by_role("button", name="Pay out").click()
    page.locator("dialog").get_by_role("button", name="Pay out").click()
    expect(page.get_by_text("Petra has 0.00 in real money now.").first).to_be_visible()
    manage(page, "Petra")
    page.get_by_role("button", name="Open the account again").click()
    expect(row).to_contain_text("open")
    page.get_by_role("tab", name="Log").click()
    expect(page.get_by_text("Petra: account opened again")).to_be_visible()


def test_much_cash_waits_for_a_second_person(visit: Visits, server: Server) -> None:
    server.person("player", "Paula")
    page = visit("/admin#people", role="administrator")
    manage(page, "Paula")
    page.get_by_label("Cash at the cage").fill("10,000.01")
    page.get_by_role("button", name="Pay in").click()
    page.locator("dialog").get_by_role("button", name="Pay in").click()
    page.get_by_role("button", name="Ask a second person").click()
    waiting = "asks for 10,000.01 of cash into the wallet of Paula"
    expect(page.get_by_text(waiting)).to_be_visible()
    expect(page.get_by_text("You requested this")).to_be_visible()
    no_violations(page)
    floor = visit("/floor", role="floorperson")
    expect(floor.get_by_text(waiting)).to_be_visible()
    other = visit("/admin#people", role="administrator", name="second_boss")
    other.get_by_role("button", name="Approve").click()
    expect(other.get_by_text("is approved and done").first).to_be_visible()
    other.get_by_role("button", name="Find").click()
    expect(other.get_by_role("row", name=re.compile("Paula"))).to_contain_text("10,000.01")


def test_chips_come_into_the_cage(visit: Visits) -> None:
    page = visit("/admin#house", role="administrator")
    page.get_by_label("Amount").fill("500")
    page.get_by_role("button", name="Bring in").click()
    expect(page.get_by_text("The cage has 500.00 now.").first).to_be_visible()
    page.get_by_label("Amount").fill("500.01")
    page.get_by_role("button", name="Take out").click()
    expect(page.get_by_text("would go below zero")).to_be_visible()


def test_a_password_that_somebody_else_set_is_changed(visit: Visits, server: Server) -> None:
    server.desk.hire(BOSS, "Fiona", "floorperson", PASSWORD)
    page = visit("/login")
    form = page.get_by_role("form", name="Log in")
    form.get_by_label("Name").fill("Fiona")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Log in").click()
    line = page.get_by_text("Somebody else set your password")
    expect(line).to_be_visible()
    page.get_by_role("button", name="Change password").click()
    no_violations(page)
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill("my own password")
    page.get_by_label("New password again").fill("my other password")
    change = page.locator("dialog").get_by_role("button", name="Change password")
    change.click()
    expect(page.get_by_text("The two new passwords differ.")).to_be_visible()
    page.get_by_label("New password again").fill("my own password")
    change.click()
    expect(line).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(line).to_have_count(0)


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
