"""A guest's first round of Mississippi Stud, at the address that `./pit run` prints."""

from pitboss.client import Client

house = Client("http://127.0.0.1:8235")
house.guest()
seat = house.sit("big-river", cents=100_00)
for update in seat.follow(socket=False):  # or over a WebSocket
    if update.round > 1:
        break
    if update.choices:
        seat.act("bet")
    elif update.may_bet(seat.number):
        seat.bet(ante=5_00)
        seat.ready()
print(f"Round 1 is settled: {update.chips / 100:.2f} of 100.00 in chips.")
