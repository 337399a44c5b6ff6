// Plays rounds in the page by pressing what it offers, whatever that is, and notes what it shows.
async ({ rounds, seed }) => {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 4294967296;
  };
  const later = (milliseconds) =>
    new Promise((done) => {
      setTimeout(done, milliseconds);
    });
  const all = (selector) => [...document.querySelectorAll(selector)];
  const open = ":not([aria-disabled='true'])";
  const root = document.querySelector("[data-phase][data-turn]");
  const until = async (true_, what) => {
    const end = performance.now() + 180000;
    for (let value = true_(); ; value = true_()) {
      if (value) return value;
      if (performance.now() > end)
        throw new Error(`waited in vain for ${what} in round ${root.dataset.round}`);
      await later(3);
    }
  };
  const press = async (what) =>
    (await until(() => all(`button[data-do="${what}"]${open}`)[0], what)).click();
  const put = (spot) => {
    const chips = all("[data-chip]").slice(0, 2);
    chips[Math.floor(random() * chips.length)].click();
    spot.click();
  };

  async function bet() {
    await until(() => root.dataset.betting === "true", "bets");
    const spots = all(`.front button[data-spot]${open}`);
    // The message of the last act may overtake its answer: the chip waits and is not lost.
    put(spots[0]);
    let again = performance.now() + 5000;
    await until(() => {
      // A page that has not finished drawing may miss a click; a player would click once more.
      if (!spots[0].dataset.stake && performance.now() > again) {
        put(spots[0]);
        again = performance.now() + 5000;
      }
      return spots[0].dataset.stake;
    }, "a chip");
    for (const spot of spots.slice(1)) if (!spot.dataset.stake && random() < 0.6) put(spot);
    await press("bet");
    await press("ready");
  }

  async function decide() {
    const acts = all(`button[data-act]${open}`);
    const stay = acts.filter((one) => one.dataset.act !== "fold");
    const chosen = random() < 0.15 ? acts : stay; // who folds sees little
    const act = chosen[Math.floor(random() * chosen.length)];
    if (act.dataset.act === "discard")
      for (const slot of all("button[data-slot]")) if (random() < 0.15) slot.click();
    const was = act.dataset.key + root.dataset.turn;
    act.click();
    await until(() => !act.isConnected || act.dataset.key + root.dataset.turn !== was, "the act");
  }

  const noted = [];
  for (let played = 0; played < rounds; played += 1) {
    const number = Number(root.dataset.round);
    const over = () => root.dataset.over === "true" && Number(root.dataset.round) === number + 1;
    await bet();
    for (;;) {
      await until(() => over() || all(`button[data-act]${open}`).length, "an act or the end");
      if (over()) break;
      await decide();
    }
    // The cloth follows what lies on it once a frame is laid out, before anybody sees it.
    if (window.lookOver)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    noted.push({
      number,
      wrong: window.lookOver?.() ?? [],
      net: Number(document.querySelector("[data-net]").dataset.net),
      words: document.querySelector("[data-net]").textContent,
      chips: Number(document.querySelector("[data-chips]").dataset.chips),
      results: all("[data-result][data-cents]").map((spot) => ({
        seat: Number(spot.closest("[data-seat]").dataset.seat),
        spot: spot.dataset.spot,
        cents: Number(spot.dataset.cents),
        says: spot.getAttribute("aria-label") ?? spot.title,
        badge: spot.querySelector(".badge")?.textContent ?? spot.textContent,
      })),
    });
  }
  return noted;
};
