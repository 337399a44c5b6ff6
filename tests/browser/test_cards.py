"""The drawings of cards and chips: cards whole, alike from both ends and light, chips in stacks."""

from typing import Any

from browser.visits import Visits

# The most elements of a face: a court has a path for each of its colours.
MAX_NUMBER, MAX_COURT = 6, 24
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] + ["JK"]
DRAW = """async (names) => {
  const { card } = await import("/static/base/cards.js");
  return names.map((name) => {
    const element = card(name);
    element.style.setProperty("--card-width", "100px");
    document.body.append(element);
    const boxes = [...element.querySelectorAll(".full path, .small path")].map((path) => {
      const small = path.closest(".small");
      if (small) small.style.setProperty("display", "inline");
      const { x, y, width, height } = path.getBBox();
      return { small: Boolean(small), plain: !path.hasAttribute("class"), x, y, width, height };
    });
    return { name, count: element.querySelectorAll("*").length, boxes };
  });
}"""


def test_every_card_is_whole_alike_from_both_ends_and_light(visit: Visits) -> None:
    cards: list[dict[str, Any]] = visit("/login").evaluate(DRAW, CARDS)
    assert [card["name"] for card in cards] == CARDS
    for card in cards:
        most = MAX_COURT if card["name"][0] in "JQK" else MAX_NUMBER
        assert card["count"] <= most, card
        assert sum(box["plain"] for box in card["boxes"]) == 2, card  # a full face and a small one
        for box in card["boxes"]:
            right, bottom = box["x"] + box["width"], box["y"] + box["height"]
            assert 0 <= box["x"] <= right <= 100, card
            assert 0 <= box["y"] <= bottom <= 140, card
            if not box["small"] and card["name"] != "JK":
                assert abs(box["x"] + right - 100) < 0.5, card
                assert abs(box["y"] + bottom - 140) < 0.5, card


# At 30 pixels: which face is shown, and the pixels that its rank and suit take.
SMALL = """async (names) => {
  const { card } = await import("/static/base/cards.js");
  const shown = names.map((name) => {
    const element = card(name);
    element.style.setProperty("--card-width", "30px");
    document.body.append(element);
    return element;
  });
  await new Promise((done) => { requestAnimationFrame(done); });
  return shown.map((element) => {
    const [full, small] = [".full", ".small"].map((face) => element.querySelector(face));
    const marks = [...small.querySelectorAll("path")].map((path) => path.getBoundingClientRect());
    const [width, height] = [
      Math.max(...marks.map(({ right }) => right)) - Math.min(...marks.map(({ left }) => left)),
      Math.max(...marks.map(({ bottom }) => bottom)) - Math.min(...marks.map(({ top }) => top)),
    ];
    return { whole: getComputedStyle(full).display !== "none", width, height };
  });
}"""


def test_a_card_of_thirty_pixels_is_filled_by_its_rank_and_suit(visit: Visits) -> None:
    for face in visit("/login").evaluate(SMALL, CARDS):
        assert not face["whole"]
        assert face["width"] > 11 and face["height"] > 28, face


# Columns of a stack, each from its lowest chip: the colour's number is the denomination's place.
STACK = """async (amounts) => {
  const { chips, useChips } = await import("/static/table/felt/chips.js");
  useChips([100, 500, 2500, 10000, 50000]);
  return amounts.map((cents) => {
    const element = chips(cents);
    document.body.append(element);
    const columns = {};
    for (const chip of element.querySelectorAll("g[class^=chip]")) {
      const [x, y] = chip.getAttribute("transform").match(/-?\\d+/g).map(Number);
      (columns[x] ??= []).push([y, Number(chip.getAttribute("class").slice(5))]);
    }
    return Object.values(columns);
  });
}"""


def test_chips_lie_in_stacks_the_highest_lowest(visit: Visits) -> None:
    few, many, most = visit("/login").evaluate(STACK, [3600, 99_900, 10_000_000])
    assert [[colour for _, colour in column] for column in few] == [[3, 2, 2, 1]]
    assert len(many) == 2 and len(most) == 3
    for column in (*few, *many, *most):
        heights = [y for y, _ in column]
        assert len(column) <= 8 and heights == sorted(heights, reverse=True)
    colours = [colour for column in many for _, colour in column]
    assert colours == sorted(colours, reverse=True)
