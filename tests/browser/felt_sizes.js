// What does not fit or is too small on this window, in words.
({ card }) => {
  const wrong = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (element) => element.getBoundingClientRect();
  const isVisible = (element) => element.checkVisibility() && box(element).width > 0;
  const { innerWidth: width, innerHeight: height } = window;
  const felt = box(document.querySelector(".felt"));
  const dock = box(document.querySelector(".dock"));
  const name = (element) =>
    `${element.closest("[data-seat]")?.dataset.seat ?? ""} ${element.className} ` +
    `“${element.textContent.trim().slice(0, 30)}”`;
  const words = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };

  function checkOwn() {
    // Own cards are as wide as promised, all inside the felt.
    for (const one of all(".seat.own pit-card")) {
      if (box(one).width < card) wrong.push(`an own card is ${Math.round(box(one).width)} wide`);
      if (box(one).bottom > felt.bottom || box(one).left < felt.left || box(one).right > felt.right)
        wrong.push("an own card leaves the felt");
    }
    // One line stands above the table.
    const inLine = (one) =>
      isVisible(one) && !["absolute", "fixed"].includes(getComputedStyle(one).position);
    const tops = all("header.top > *").filter(inLine).map(box);
    if (Math.max(...tops.map(({ top }) => top)) > Math.min(...tops.map(({ bottom }) => bottom)))
      wrong.push("the header has two lines");
    // Nothing is drawn twice, nothing scrolls, no band is empty between felt and dock.
    if (all(".seat.own").length !== 1) wrong.push("the own seat is not drawn once");
    const root = document.documentElement;
    if (root.scrollWidth > width || root.scrollHeight > height + 1) wrong.push("the page scrolls");
    const gap = dock.left > felt.left ? height - felt.bottom : dock.top - felt.bottom;
    if (Math.abs(gap) > 2) wrong.push(`a band of ${gap} pixels is empty`);

    // Every own spot with its sum and its name is on the felt, before the dock, 44 pixels large.
    for (const spot of all(".spot.own")) {
      for (const part of spot.querySelectorAll(".area, .name, .amount, .badge")) {
        if (!isVisible(part)) continue;
        const at = box(part);
        if (at.bottom > felt.bottom + 1 || at.left < felt.left - 1 || at.right > felt.right + 1)
          wrong.push(`off the felt: ${name(spot)}`);
      }
      if (box(spot).width < 44) wrong.push(`a spot ${box(spot).width} wide`);
      // What is inscribed stands within the outline; a diamond is narrower beside its middle.
      const inscribed = spot.querySelector(".limits");
      if (!isVisible(inscribed)) continue;
      const [line, outline] = [words(inscribed), box(spot.querySelector(".area"))];
      const share = spot.matches(".side") ? 0.78 : 0.96;
      if (line.width > outline.width * share)
        wrong.push(`wider than its outline: ${name(spot)}, ${inscribed.textContent}`);
    }
  }
  const overlap = (a, b, slack) =>
    a.left < b.right - slack &&
    b.left < a.right - slack &&
    a.top < b.bottom - slack &&
    b.top < a.bottom - slack;
  const apart = (selector, slack) => {
    const list = all(selector).filter(isVisible);
    list.forEach((one, place) => {
      for (const other of list.slice(place + 1))
        if (overlap(box(one), box(other), slack))
          wrong.push(`over each other: ${name(one)} and ${name(other)}`);
    });
  };
  function checkApart() {
    apart(".arc > .seat", 3);
    apart(".spot.own .area", 3);
    apart(".spot.own :is(.amount, .badge)", 1);
    apart(".dealt pit-card", 1);
    apart(".acts button, .tray .chip", 1);
  }

  function checkOthers() {
    // Places of others are wholly on the felt and clear of the own hand and the board.
    for (const seat of all(".arc > .seat")) {
      const at = box(seat);
      if (at.left < felt.left - 1 || at.right > felt.right + 1 || at.bottom > felt.bottom + 1)
        wrong.push(`a neighbour leaves the felt: ${name(seat)}`);
      for (const one of [...seat.querySelectorAll("pit-card")].filter(isVisible))
        if (box(one).left < at.left - 3 || box(one).right > at.right + 3)
          wrong.push(`a neighbour's card leaves its place: ${name(seat)}`);
      for (const piece of all(
        ".seat.own pit-card, .dealt pit-card, .holds, .makes > *, .spot.own .area",
      ))
        if (isVisible(piece) && overlap(at, box(piece), 2))
          wrong.push(`a neighbour lies over ${name(piece)}: ${name(seat)}`);
    }
    // The board and the words beside the hand lie clear of the hand.
    for (const piece of all(".dealt pit-card, .holds, .makes > *, .spot.own .area"))
      for (const own of all(".seat.own pit-card"))
        if (isVisible(piece) && overlap(box(piece), box(own), 2))
          wrong.push(`over the hand: ${name(piece)}`);
  }

  function checkWords() {
    // No text is smaller than twelve pixels, none of a control is cut.
    for (const element of all(".has-table *")) {
      const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!own || !isVisible(element) || element.closest("svg, .quiet, .skip")) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size > 0 && size < 11.99) wrong.push(`text of ${size} px: ${name(element)}`);
    }
    for (const button of all(".dock button, .top button").filter(isVisible)) {
      const at = box(button);
      const inside = words(button);
      if (at.right > width + 1 || at.bottom > height + 1 || at.left < -1)
        wrong.push(`a control leaves the window: ${name(button)}`);
      if (inside.width > at.width + 1 || inside.height > at.height + 1)
        wrong.push(`a control's words are cut: ${name(button)}`);
      if (at.width < 43.5 || at.height < 43.5)
        wrong.push(
          `a control is ${Math.round(at.width)}×${Math.round(at.height)}: ${name(button)}`,
        );
    }
  }

  checkOwn();
  checkApart();
  checkOthers();
  checkWords();
  return wrong;
};
