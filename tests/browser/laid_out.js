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
    const low = box(document.querySelector(".dock")).top;
    if (scrollY) wrong.push(`the page has been scrolled by ${scrollY}`);
    const results = ".seat.own .badge, .seat.own .why, .seat.own .envies small";
    for (const element of all(results).filter(shown)) {
      const { left, right, top, bottom } = words(element);
      if (top < 0 || left < 0 || right > innerWidth || bottom > Math.min(low, innerHeight))
        wrong.push(
          `out of sight: ${named(element)} at ${Math.round(bottom)}, ` +
            `the dock at ${Math.round(low)}`,
        );
      const face = element.closest(".face");
      const cell = face && box(face);
      if (face && (left < cell.left - 3 || right > cell.right + 3))
        wrong.push(`wider than its place: ${named(element)}`);
    }
  }

  // Amounts can be read: no two over each other.
  function checkBadges() {
    const badges = all(".felt .badge").filter(shown);
    const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1;
    const overlapDown = (a, b) => a.top < b.bottom - 1 && b.top < a.bottom - 1;
    badges.forEach((one, place) => {
      for (const other of badges.slice(place + 1))
        if (overlap(box(one), box(other)) && overlapDown(box(one), box(other)))
          wrong.push(`over each other: ${named(one)} and ${named(other)}`);
    });
  }

  // One's own place with its frame, whose corners are round, is on the cloth, not on the rail.
  function checkCloth() {
    const cloth = document.querySelector(".cloth .surface");
    for (const seat of all(".seat.own"))
      if (!corners(box(seat), 4).every((corner) => lies(cloth, corner)))
        wrong.push("one's own place lies over the rail");
  }

  // What is inscribed stands within its outline.
  function checkInscriptions() {
    for (const spot of all('.spot.own:not([data-state~="filled"])')) {
      const name = spot.querySelector(".name");
      if (spot.closest('[data-cells] [data-state~="results"]') || !shown(name)) continue;
      const area = spot.querySelector(".area > :first-child");
      const side = area.localName === "path";
      // In an upright square the words are as wide as the middle, not as the corners.
      const { left, right, top, bottom } = words(name);
      const middle = (top + bottom) / 2;
      const ends = [
        [left, middle],
        [right, middle],
      ];
      const points = side ? ends : corners({ left, right, top, bottom }, 2);
      if (!points.every((point) => lies(area, point)))
        wrong.push(`wider than its outline: ${named(name)}`);
    }
  }

  checkSight();
  checkBadges();
  checkCloth();
  checkInscriptions();
  const tops = new Set(all(".dealt pit-card").map((card) => Math.round(box(card).top)));
  if (tops.size > 1) wrong.push(`the dealer's cards stand on ${tops.size} lines`);
  const wide = document.documentElement.scrollWidth;
  if (wide > document.documentElement.clientWidth) wrong.push(`${wide} pixels wide`);
  return wrong;
};
