"""The metrics, as strict as the text format is, and the health beside them."""

import asyncio
import re

from web.asgi import Place, running

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z]+="[^"\\\n]*",?)*)\})? (-?\d+(?:\.\d+)?(?:e-\d+)?)')


def test_each_family_stands_in_one_piece_and_says_what_is_so(place: Place) -> None:
    async def story() -> None:
        async with running(place):
            player = await place.guest()
            await player.post("/api/tables/big-river/seat", {"cents": 10_000})
            answer = await (await place.staff("auditor")).get("/metrics")
            assert answer.header("content-type") == "text/plain; version=0.0.4; charset=utf-8"
            text = answer.body.decode()
            families: list[str] = []
            values: dict[str, float] = {}
            kind = ""
            for line in text.splitlines():
                if line.startswith("# HELP "):
                    families.append(line.split()[2])
                elif line.startswith("# TYPE "):
                    assert line.split()[2] == families[-1]
                    kind = line.split()[3]
                    assert kind in ("counter", "gauge", "histogram")
                else:
                    sample = SAMPLE.fullmatch(line)
                    assert sample is not None, line
                    name = sample[1]
                    if kind == "histogram":
                        name = re.sub("_(bucket|sum|count)$", "", name)
                    assert name == families[-1], "a family in pieces"
                    assert line.rpartition(" ")[0] not in values, "told twice"
                    values[line.rpartition(" ")[0]] = float(sample[3])
            assert len(set(families)) == len(families)
            labels = 'table="big-river",game="mississippi-stud",currency="practice"'
            here = f'{{{labels},mode="self-dealt"}}'
            assert values[f"pitboss_seats_taken{here}"] == 1
            assert values[f"pitboss_entries_total{here}"] == place.house.live("big-river").seq
            assert values[f"pitboss_rounds_total{here}"] == 0
            mega = 'pitboss_meter_cents{link="mississippi-stud-practice",meter="mega"}'
            assert values[mega] == 25_000_00
            assert values["pitboss_approvals"] == values["pitboss_program_faults"] == 0

    asyncio.run(story())


def test_a_program_that_was_changed_is_not_well(place: Place) -> None:
    async def story() -> None:
        well = (await place.client().get("/health")).json
        assert well == {"well": True, "tables": 4}
        place.house.program = ["cards.py was changed"]
        assert (await place.client().get("/health")).json["well"] is False
        auditor = await place.staff("auditor")
        assert "pitboss_program_faults 1\n" in (await auditor.get("/metrics")).body.decode()

    asyncio.run(story())


def test_lobby_and_table_say_that_the_house_is_stopped(place: Place) -> None:
    async def story() -> None:
        visitor = place.client()
        table = (await visitor.get("/api/tables")).json[0]
        assert table["stopped"] == ""
        place.house.program = ["cards.py was changed"]
        notice = place.house.stop_notice
        assert {row["stopped"] for row in (await visitor.get("/api/tables")).json} == {notice}
        assert (await visitor.get(f"/api/tables/{table['id']}")).json["stopped"] == notice

    asyncio.run(story())
