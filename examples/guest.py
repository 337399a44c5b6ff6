"""A guest's first round of Mississippi Stud, at the address that `./pit run` prints."""

import httpx

api = httpx.Client(base_url="http://127.0.0.1:8235/api", timeout=60)
api.headers["Authorization"] = "Bearer " + api.post("/guest").json()["token"]
table, seq, view = "/tables/big-river", 0, {"round": 1}
seat = api.post(f"{table}/seat", json={"cents": 100_00}).json()["seat"]


def ask(**command):
    body = {"id": f"at-{seq}", "command": {"seat": seat, **command}}
    api.post(f"{table}/commands", json=body).raise_for_status()


while view["round"] == 1:
    reply = api.get(table, params={"after": seq}).json()  # waits until something happens
    seq, view = reply["seq"], reply["view"]
    if view["choices"]:
        ask(type="Act", act="bet")
    elif view["bets"] and not view["seats"][0]["stakes"]:
        ask(type="Bet", stakes={"ante": 5_00})
        api.post(f"{table}/ready")
print(f"Round 1 is settled: {view['chips'] / 100:.2f} of 100.00 in chips.")
