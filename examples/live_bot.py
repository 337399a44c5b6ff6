"""A bot that plays five rounds of Let It Ride at a running house, each decision by exact odds.

python examples/live_bot.py [ADDRESS]
"""

import sys

import pitboss
from pitboss.client import Client

house = Client(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8235")
house.guest()
seat = house.sit("open-range", cents=500_00)
for update in seat.follow():
    own = next(row for row in update.view["seats"] if row["seat"] == seat.number)
    if update.round > 5:
        break
    if update.choices:
        names = [name for name in (*own["cards"], *update.view["community"]) if name[0].isalnum()]
        seat.act(pitboss.advise("let-it-ride", " ".join(names)).best.act)
    elif update.may_bet(seat.number):
        seat.bet(bet_1=5_00, bet_2=5_00, bet_3=5_00)
        seat.ready()
print(f"Five rounds: {update.chips / 100:.2f} of 500.00 in chips.")
