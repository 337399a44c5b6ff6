"""The `.round` text: a round as a pit boss would tell it, read, written and replayed.

Lines that begin with `>` go in; `rules`, `house` and `given` say by which rules and choices it is
played and, for a round from a house's log, where it began; `#` and blank lines are the author's;
`as ROLE NAME:` before a sentence names the person who really gives it, such as a dealer who enters
for a seat; everything else is derived: `-` what happened, `<` money, `?` who sees and may do what,
`!` a refusal, `=` the round's result.
"""
