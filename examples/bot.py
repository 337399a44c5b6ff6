"""Plays ten rounds of any game as well as it can be played: `python examples/bot.py 235-stud`."""

import sys

import pitboss

table = pitboss.Table(sys.argv[1] if len(sys.argv) > 1 else "mississippi-stud")
table.sit("bot", seat=1, chips="1,000.00")

while table.round <= 10:
    table.bet(1)  # the minimum on every spot that a round requires
    table.deal(seed=table.round)
    while table.choices:
        table.act(table.hint())
    won = table.settle()["bot"]
    print(f"Round {table.round - 1}: {won / 100:+.2f}")
print(f"{table.chips('bot') / 100:.2f} of 1000.00 in chips.")
