"""The drawings of the cards: each within its card, alike from both ends, and light."""

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
