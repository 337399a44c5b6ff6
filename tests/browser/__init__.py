"""A real Chromium at a real server.

How a test is written (fixtures are in conftest.py, the server is house.py's `Server`):

    def test_something(server: Server, visit: Visits) -> None:
        table = server.table("mississippi-stud")           # its own, its clocks out of the way
        server.rig(table, "1: Ad Kd | community: Qd Jd Td")  # the next shuffle there, then another
        page = visit(f"/table/{table}")                    # a context of its own; a guest
        floor = visit("/floor", role="floorperson")        # logged in by a cookie
        phone = visit(f"/table/{table}", phone=True)       # 390×844, touch
        dark = visit("/", settings={"theme": "dark", "deck": "four"})
        no_violations(page)                                # axe, from browser.axe
        big_enough(phone)                                  # every control is 44×44 px

- `server.house` is the house itself, in this process: `server.act(table, Command(...))` does what a
  test needs done behind the page's back; `server.round(table, n)` is a round's record.
- `server.void(table)` voids the round being played; `server.drop(table)` drops its sockets.
- `server.robot(table, seat)` is another player at the table, with no browser, who plays on.
- Animation is off (`speed` instant, reduced motion) unless `motion=True` is said.
- At a test's end each page is looked over: an error in the console, an exception, a breach of the
  content security policy or a request to another host fails it. Where one is meant to
  happen: `visit.forgive(page, "part of its text")`.
- Find elements by what they mean (`get_by_role`, `[data-seat="3"] [data-spot="ante"]`,
  `[data-do="bet"]`, `[data-act="fold"]`), and wait for what is expected with `expect`; never sleep.
"""
