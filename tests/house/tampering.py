"""Changes made directly in the database, in SQL, and the audit check that must report each."""

T = "mississippi-stud-1"

TAMPERING = {
    # what is done: (SQL, the check that must name it, words it must say)
    "an amount in the log": (
        f"UPDATE entries SET body = CAST(replace(body, '\"cents\":500', '\"cents\":600') AS BLOB) "
        f"WHERE stream = '{T}' AND kind = 'Bet' AND round = 2",
        "check_chain",
        "the chain is broken",
    ),
    "a time in the log": (
        f"UPDATE entries SET at = at + 1 WHERE stream = '{T}' AND seq = 5",
        "check_chain",
        "entry 5: the chain is broken",
    ),
    "who gave a command": (
        f"UPDATE entries SET by_name = 'bob' WHERE stream = '{T}' AND kind = 'Bet' AND round = 1",
        "check_chain",
        "the chain is broken",
    ),
    "an entry deleted": (
        f"DELETE FROM entries WHERE stream = '{T}' AND seq = 20",
        "check_chain",
        "entry 20 is missing",
    ),
    "the last entry deleted": (
        f"DELETE FROM entries WHERE stream = '{T}' AND "
        f"seq = (SELECT max(seq) FROM entries WHERE stream = '{T}')",
        "check_chain",
        "the log ends at",
    ),
    "the desk's last entry deleted": (
        "DELETE FROM entries WHERE stream = 'house' AND "
        "seq = (SELECT max(seq) FROM entries WHERE stream = 'house')",
        "check_signed",
        "was changed or removed",
    ),
    "two entries swapped": (
        f"UPDATE entries SET seq = CASE seq WHEN 6 THEN -7 ELSE -6 END "
        f"WHERE stream = '{T}' AND seq IN (6, 7);"
        f"UPDATE entries SET seq = -seq WHERE stream = '{T}' AND seq < 0",
        "check_chain",
        "the chain is broken",
    ),
    "an entry of no table": (
        "INSERT INTO entries SELECT 'ghost', seq, at, by_role, by_name, kind, round, sealed, body, "
        "hash FROM entries WHERE stream = 'house' AND seq = 1",
        "check_chain",
        "ghost",
    ),
    "a balance": (
        "UPDATE balances SET cents = cents + 100 WHERE account = 'practice/wallet/ann'",
        "check_balances",
        "practice/wallet/ann",
    ),
    "a balance and its counterpart": (
        "UPDATE balances SET cents = cents + 100 WHERE account = 'practice/wallet/ann';"
        "UPDATE balances SET cents = cents - 100 WHERE account = 'practice/issue'",
        "check_balances",
        "practice/wallet/ann",
    ),
    "a balance made up": (
        "INSERT INTO balances VALUES ('real/wallet/ann', 100)",
        "check_balances",
        "real/wallet/ann",
    ),
    "a balance of nothing, made up": (
        "INSERT INTO balances VALUES ('pracdice/cage', 0)",
        "check_balances",
        "pracdice/cage",
    ),
    "a posting's number": (
        f"UPDATE postings SET n = 7 WHERE stream = '{T}' AND seq = 5 AND n = 0",
        "check_postings",
        "entry 5",
    ),
    "a posting": (
        f"UPDATE postings SET cents = cents + 100 WHERE stream = '{T}' AND seq = 5 AND n = 0",
        "check_postings",
        "entry 5",
    ),
    "a posting sent elsewhere": (
        f"UPDATE postings SET target = 'practice/wallet/eve' "
        f"WHERE stream = '{T}' AND target = 'practice/chips/{T}/ann' AND seq = "
        f"(SELECT min(seq) FROM postings WHERE target = 'practice/chips/{T}/ann')",
        "check_postings",
        "not those of its events",
    ),
    "a posting removed": (
        f"DELETE FROM postings WHERE stream = '{T}' AND seq = 5",
        "check_postings",
        "entry 5",
    ),
    "a posting added": (
        "INSERT INTO postings VALUES ('house', 99, 0, 'practice/issue', 'practice/wallet/ann', 5)",
        "check_postings",
        "entry 99",
    ),
    "a meter": (
        "UPDATE meters SET millionths = millionths + 1",
        "check_meters",
        "the events make",
    ),
    "a meter removed": ("DELETE FROM meters", "check_meters", "is missing"),
    "a meter's lock": (f"UPDATE meters SET locked_by = '{T}'", "check_meters", "is locked by"),
    "a revealed seed": (
        "UPDATE seeds SET revealed = zeroblob(32) WHERE round = 2",
        "check_fairness",
        "round 2",
    ),
    "a seed told early": (
        "UPDATE seeds SET revealed = zeroblob(32) WHERE round = 4",
        "check_fairness",
        "round 4",
    ),
    "a commitment": (
        "UPDATE seeds SET commitment = 'ff' || substr(commitment, 3) WHERE round = 4",
        "check_fairness",
        "round 4: the stored seed is not the one committed to",
    ),
    "a live seed changed for another": (
        "UPDATE seeds SET sealed = (SELECT sealed FROM seeds WHERE round = 3) WHERE round = 4",
        "check_fairness",
        "does not open",
    ),
    "a shuffle not counted": (
        "UPDATE seeds SET shuffles = 0 WHERE round = 1",
        "check_fairness",
        "round 1: 0 shuffles",
    ),
    "a player's seed": (
        "UPDATE seeds SET player_seeds = '[\"mine\"]' WHERE round = 1",
        "check_fairness",
        "round 1: the players' seeds",
    ),
    "a seed removed": ("DELETE FROM seeds WHERE round = 4", "check_fairness", "round 4"),
    "a snapshot": (
        "UPDATE tables SET snapshot = CAST(substr(snapshot, 1, 40) || zeroblob(8) || "
        "substr(snapshot, 49) AS BLOB)",
        "check_snapshots",
        "does not open",
    ),
    "a snapshot in letters": (
        "UPDATE tables SET snapshot = 'nothing'",
        "check_snapshots",
        "cannot be checked",
    ),
    "a body in letters": (
        f"UPDATE entries SET body = CAST(body AS TEXT) WHERE stream = '{T}' AND seq = 5",
        "check_chain",
        "entry 5",
    ),
    "a snapshot's place": (
        "UPDATE tables SET snapshot_seq = snapshot_seq - 1",
        "check_snapshots",
        "does not open",
    ),
    "the state a round left": (
        "UPDATE rounds SET after = (SELECT after FROM rounds WHERE round = 2) WHERE round = 1",
        "check_rounds",
        "does not open",
    ),
    "how a round ended": (
        "UPDATE rounds SET outcome = 'void' WHERE round = 2",
        "check_rounds",
        "round 2: recorded as void",
    ),
    "a round removed": ("DELETE FROM rounds WHERE round = 2", "check_rounds", "round 2 has no"),
    "a round made up": (
        "INSERT INTO rounds SELECT stream, 77, began, ended, outcome, after FROM rounds "
        "WHERE round = 1",
        "check_rounds",
        "round 77 is recorded but not in the log",
    ),
    "what a seat won": (
        "UPDATE round_seats SET net = net + 100 WHERE round = 2",
        "check_rounds",
        "round 2: the record of its seats",
    ),
    "a command id": (
        "DELETE FROM commands WHERE seq = 7",
        "check_commands",
        "entry 7 has no command id",
    ),
    "a command id given to another": (
        "UPDATE commands SET id = 'eve:1' WHERE seq = 7",
        "check_commands",
        "eve:1",
    ),
    "a command id for another of the same giver": (
        "UPDATE commands SET id = 'ann:never given' WHERE seq = 7",
        "check_commands",
        "is not its effect",
    ),
    "what was asked under a command id": (
        "UPDATE commands SET asked = substr(asked, 2) || 'f' WHERE seq = 7",
        "check_commands",
        "the recorded request is not the one",
    ),
    "a command's reply": (
        "UPDATE commands SET reply = CAST(replace(reply, '\"events\":1', '\"events\":3') AS BLOB) "
        "WHERE seq = 7",
        "check_commands",
        "its reply is not the one",
    ),
    "a role": (
        "UPDATE people SET role = 'administrator' WHERE name = 'ann'",
        "check_people",
        "ann is administrator",
    ),
    "an assignment": (
        f"INSERT INTO assignments VALUES ('fay', '{T}', 9, 'boss', 1)",
        "check_assignments",
        f"fay is assigned to {T}",
    ),
    "a submission": (
        "INSERT INTO submissions VALUES (1, 2, 'ann', 'mine')",
        "check_submissions",
        "submission 1 is not the one in the log",
    ),
    "a clause that a round is found by": (
        "UPDATE round_clauses SET clause = 'MS 99.A' WHERE round = 2 AND clause = "
        "(SELECT min(clause) FROM round_clauses WHERE round = 2)",
        "check_rounds",
        "round 2: the clauses and hands in its index",
    ),
    "an approval that another act had": (
        "UPDATE commands SET id = 'flo:approval 9' WHERE id = 'flo:approval 1'",
        "check_two_persons",
        "flo did alone what takes two persons",
    ),
    "a checkpoint in the database": (
        "UPDATE checkpoints SET body = replace(body, '\"number\":2', '\"number\":9') "
        "WHERE number = 2",
        "check_signed",
        "checkpoint 2 outside is not the one in the database",
    ),
    "a checkpoint removed from the database": (
        "DELETE FROM checkpoints WHERE number = 2",
        "check_signed",
        "checkpoint 2 outside is not the one in the database",
    ),
    "who gives awards at a table": (
        "UPDATE tables SET settings = "
        'CAST(replace(settings, \'voids":"house"\', \'voids":"floorperson"\') AS BLOB)',
        "check_tables",
        f"{T} is not the table that the log made",
    ),
    "the name of a choice that has a default": (
        "UPDATE tables SET choices = CAST(replace(choices, '\"device_re', '\"device_rf') AS BLOB)",
        "check_tables",
        f"{T} is not the table that the log made",
    ),
    "a table closed": (
        "UPDATE tables SET closed = 1",
        "check_tables",
        f"{T} is closed, which the log does not say",
    ),
    "when a round began": (
        "UPDATE rounds SET began = began + 1 WHERE round = 2",
        "check_rounds",
        "round 2: recorded as begun at",
    ),
    "when a checkpoint was made": (
        "UPDATE checkpoints SET at = at - 1 WHERE number = 2",
        "check_signed",
        "checkpoint 2 has another time",
    ),
    "where a table's log ends": (
        "UPDATE tables SET seq = seq - 1",
        "check_chain",
        "the table's row says",
    ),
    "a fill whose slip was printed": (
        f"DELETE FROM entries WHERE stream = '{T}' AND kind = 'Fill' AND round = 4",
        "check_slips",
        "slip F2023-0002 was printed, but the log has no such slip",
    ),
    "a printing moved to another slip": (
        "UPDATE entries SET body = CAST(replace(body, '\"copy\":1', '\"copy\":0') AS BLOB) "
        "WHERE kind = 'SlipPrinted'",
        "check_slips",
        "slip F2023-0002 was printed twice as number 0",
    ),
}
