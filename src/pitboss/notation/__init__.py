"""The `.round` text: a round as a pit boss would tell it, read, written and replayed.

Lines that begin with `>` go in; `#` and blank lines are the author's; everything else is derived:
`-` what happened, `<` money, `?` who sees and may do what, `!` a refusal, `=` the round's result.
"""
