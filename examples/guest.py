"""A guest's round of Mississippi Stud, at the address that `./pit run serve` prints."""

import json
import sys
import time
import urllib.request

house, table, headers = sys.argv[1], "/api/tables/big-river", {"Content-Type": "application/json"}


def call(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(house + path, data, headers)) as answer:
        return json.load(answer)


def ask(kind, **more):
    command = {"type": kind, "seat": 1, **more}
    return call(f"{table}/commands", {"id": str(time.time_ns()), "command": command})


def view_when(true):
    while not true(view := call(table)["view"]):
        time.sleep(0.1)
    return view


me = call("/api/guest", {})
headers["Authorization"] = f"Bearer {me['token']}"
ask("Sit", player=me["name"])
ask("BuyIn", cents=100_00)
view_when(lambda view: view["cards"] in ("stacked", "used"))  # the house has opened the table
ask("Bet", stakes={"ante": 5_00})
call(f"{table}/ready", {})
for _ in range(3):
    view_when(lambda view: view["turn"] == 1)
    ask("Act", act="bet", multiple=1)
view = view_when(lambda view: view["round"] == 2)
print(f"Round 1 is settled: {view['chips'] / 100:.2f} of 100.00 in chips.")
