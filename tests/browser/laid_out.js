// What is wrong with how the table lies on this screen, in words; nothing if it is as it should be.
() => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) =>
    element.textContent.trim() !== "" &&
    box(element).width > 0 &&
    getComputedStyle(element).visibility !== "hidden";
  const named = (element) =>
    `${element.closest("[data-spot]")?.dataset.spot ?? ""} ${element.className} ` +
    `“${element.textContent.trim()}”`;
  const corners = ({ left, right, top, bottom }, inset = 0) => [
    [left + inset, top + inset],
    [right - inset, top + inset],
    [left + inset, bottom - inset],
    [right - inset, bottom - inset],
  ];
  const lies = (shape, [x, y]) =>
    shape.isPointInFill(new DOMPoint(x, y).matrixTransform(shape.getScreenCTM().inverse()));
  const words = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };

  // The results of one's own spots, with their reasons: in sight without scrolling, nothing over
  // them, nothing cut.
  function checkSight() {
    const dock = box(document.querySelector(".dock"));
    const low = dock.left > 0 ? innerHeight : dock.top;
    if (scrollY) wrong.push(`the page has been scrolled by ${scrollY}`);
    const results = ".seat.own .badge, .seat.own .holds, .seat.own .envies small";
    for (const element of all(results).filter(shown)) {
      const { left, right, top, bottom } = words(element);
      if (top < 0 || left < 0 || right > innerWidth || bottom > Math.min(low, innerHeight))
        wrong.push(
          `out of sight: ${named(element)} at ${Math.round(bottom)}, ` +
            `the dock at ${Math.round(low)}`,
        );
    }
  }

  const overlap = (a, b, slack) =>
    a.left < b.right - slack &&
    b.left < a.right - slack &&
    a.top < b.bottom - slack &&
    b.top < a.bottom - slack;

  // An amount lies on its own spot, in its middle, and on no other.
  function checkOwnSpot() {
    for (const badge of all(".spot.own .badge").filter(shown)) {
      const at = box(badge);
      const spot = badge.closest(".spot");
      const area = box(spot.querySelector(".area"));
      const off = (at.left + at.right) / 2 - (area.left + area.right) / 2;
      if (!overlap(at, area, 2) || Math.abs(off) > 3) wrong.push(`off its spot: ${named(badge)}`);
      for (const other of all(".spot.own .area"))
        if (!spot.contains(other) && overlap(at, box(other), 2))
          wrong.push(`on another spot: ${named(badge)}`);
    }
  }

  // The name of a spot is in sight, below its own outline, and over no other name or spot.
  function checkNames() {
    const dock = box(document.querySelector(".dock"));
    const low = dock.left > 0 ? innerHeight : dock.top;
    const names = all(".spot.own .name").filter(shown);
    names.forEach((one, place) => {
      const at = words(one);
      const spot = one.closest(".spot");
      const own = box(spot.querySelector(".area"));
      const middle = (at.left + at.right) / 2;
      if (at.left < 0 || at.right > innerWidth || at.top < 0 || at.bottom > low)
        wrong.push(`out of sight: ${named(one)}`);
      if (middle < own.left || middle > own.right || at.top > own.bottom + own.height / 3)
        wrong.push(`away from its spot: ${named(one)}`);
      for (const other of names.slice(place + 1))
        if (overlap(at, words(other), 1))
          wrong.push(`over each other: ${named(one)} and ${named(other)}`);
      for (const other of all(".spot.own .area"))
        if (!spot.contains(other) && overlap(at, box(other), 3))
          wrong.push(`on another spot: ${named(one)}`);
    });
  }

  // Amounts can be read: no two over each other.
  function checkBadges() {
    const badges = all(".felt .badge").filter(shown);
    badges.forEach((one, place) => {
      for (const other of badges.slice(place + 1))
        if (overlap(box(one), box(other), 1))
          wrong.push(`over each other: ${named(one)} and ${named(other)}`);
    });
  }

  // A banner or a meter's moment leaves an envy bonus to be read.
  function checkMoments() {
    const isDrawn = (element) => element.checkVisibility() && box(element).width > 0;
    for (const one of all(".ribbon, .award").filter(isDrawn))
      for (const other of all(".seat.own .envies p").filter(isDrawn))
        if (overlap(box(one), box(other), 1))
          wrong.push(`over each other: ${named(one)} and ${named(other)}`);
  }

  // One's own cards, spots and their words are on the cloth, not on the rail. The corners of a
  // spot's box are no part of its circle or diamond: the square inside is 15 % smaller.
  function checkCloth() {
    const cloth = document.querySelector(".cloth .surface");
    const onCloth = (piece, at, inset) => {
      if (!corners(at, inset).every((corner) => lies(cloth, corner)))
        wrong.push(`over the rail: ${named(piece)}`);
    };
    for (const card of all(".seat.own pit-card")) onCloth(card, box(card), 4);
    for (const area of all(".seat.own .spot .area"))
      onCloth(area, box(area), box(area).width * 0.15);
    for (const label of all(".seat.own .spot :is(.name, .badge)").filter(shown))
      onCloth(label, words(label), 2);
  }

  checkSight();
  checkOwnSpot();
  checkNames();
  checkBadges();
  checkMoments();
  checkCloth();
  // A card that makes the hand rises from its place; offsets are those of the place.
  const low = (card) => card.offsetTop + card.offsetHeight;
  const lows = new Set(all(".dealt pit-card").map(low));
  if (lows.size > 1) wrong.push(`the dealer's cards stand on ${lows.size} lines`);
  const wide = document.documentElement.scrollWidth;
  if (wide > document.documentElement.clientWidth) wrong.push(`${wide} pixels wide`);
  return wrong;
};
