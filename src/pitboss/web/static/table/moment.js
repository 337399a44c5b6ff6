// What the table waits for and what this player may do now, from the view alone.
import text from "/text/table.js";
import { cash } from "./spot.js";

export function stateOf({ view, layout, me, ready, draft, felt }) {
  const own = view.seats.filter((seat) => seat.yours);
  const several = own.length > 1;
  if (view.due?.what === "validate") return text.state.validate(view.due.seat, view.due.clause);
  if (looks(view, felt) && own.length) return text.state.view(view.due.clause);
  if (view.phase === "unmatched") return text.state.unmatched;
  if (view.turn) {
    const seat = view.seats.find((one) => one.seat === view.turn);
    if (!seat?.yours) return text.state.other(view.turn, seat?.player ?? "");
    const at = several ? view.turn : 0;
    if (view.discards !== null) return text.state.discard(view.discards, at);
    return text.state.decide(nameOf(felt, view.choices[0]?.spot), at);
  }
  if (view.phase === "bets") return betting({ view, layout, me, ready, draft, own });
  if (view.phase === "settling" || view.due?.what === "settle") return text.state.settling;
  if (view.due?.what === "count stub") return text.state.count;
  if (own.length && !own.some((seat) => Object.keys(seat.stakes).length))
    return text.state.watchingRound;
  return text.state.dealing;
}

function betting({ view, layout, me, ready, draft, own }) {
  if (layout.voided) return text.voided(layout.voided.reason, layout.voided.clause);
  if (!own.length) return me?.role === "player" ? text.state.watching : text.state.staff;
  if (!view.bets.length) return text.state.preparing;
  const placed = own.some((seat) => Object.keys(seat.stakes).length);
  if (!placed && !layout.over && view.chips < total(leastOf(draft)) * own.length)
    return text.state.noChips;
  if (placed) return ready ? text.state.waiting : text.state.placed;
  if (layout.over && !draft.boxes.size) {
    const { net } = layout;
    if (net !== null)
      return net > 0
        ? text.roundWon(cash(net))
        : net < 0
          ? text.roundLost(cash(-net))
          : text.roundEven;
    return text.state.betsAgain;
  }
  return text.state.bets;
}

const looks = (view, felt) => view.due?.what === "view" && felt.table.mode === "dealer";
const nameOf = (felt, key) => felt.spots.find((spot) => spot.spot === key)?.name ?? "";
const total = (stakes) => Object.values(stakes).reduce((sum, cents) => sum + cents, 0);

// The acts that are offered: only what may be done, each with what it costs.
export function actsOf(moment) {
  const { view, me } = moment;
  if (me?.role !== "player") return [];
  const own = view.seats.filter((seat) => seat.yours);
  if (!own.length) return [];
  // A table is opened by players too: the cards lie face up until one of them has looked.
  if (looks(view, moment.felt))
    return [
      {
        key: "view",
        label: text.viewed,
        small: "",
        shortcut: "D",
        main: true,
        title: view.due.clause,
        data: { "data-do": "view" },
        does: moment.does.view,
      },
    ];
  if (view.turn && own.some((seat) => seat.seat === view.turn))
    return view.discards !== null ? discarding(moment) : deciding(moment);
  return view.phase === "bets" && view.bets.length ? bets(moment, own) : [];
}

function deciding({ view, felt, does }) {
  const seat = view.seats.find((one) => one.seat === view.turn);
  return view.choices.map((choice, place) => {
    const of = nameOf(felt, felt.spots.find((spot) => spot.spot === choice.spot)?.of);
    const spot = nameOf(felt, choice.spot);
    const lies = seat.stakes[choice.spot] ?? 0;
    const small = choice.cents
      ? text.actTimes(choice.multiple, of)
      : choice.act === "ride"
        ? text.actStays(spot, cash(lies))
        : choice.act === "withdraw"
          ? text.actBack(spot, cash(lies))
          : choice.act === "check"
            ? text.actFree
            : "";
    return {
      key: `act ${choice.act} ${choice.multiple} ${choice.spot}`,
      label: choice.cents
        ? text.actCost(text.act[choice.act], cash(choice.cents))
        : text.act[choice.act],
      small,
      shortcut: String(place + 1),
      title: choice.clause,
      main: choice.act !== "fold" && place === 0,
      data: {
        "data-act": choice.act,
        "data-multiple": choice.multiple,
        "data-cents": choice.cents,
      },
      does: () => does.act(choice),
    };
  });
}

function discarding({ view, marked, does }) {
  return [
    {
      key: "discard",
      label: text.discard(marked.size),
      small: marked.size ? "" : text.discardHint,
      shortcut: "D",
      main: true,
      title: view.due?.clause,
      data: { "data-act": "discard", "data-do": "discard" },
      does: does.discard,
    },
  ];
}

function bets(moment, own) {
  const { view, draft, ready, last, felt, does } = moment;
  const placed = Object.fromEntries(own.map((seat) => [seat.seat, seat.stakes]));
  const down = own.reduce((sum, seat) => sum + total(seat.stakes), 0);
  const purse = view.chips + down;
  const changed = own.some((seat) => draft.changed(seat.seat, placed[seat.seat]));
  const drafted = own.reduce(
    (sum, seat) => sum + (draft.boxes.has(seat.seat) ? draft.total(seat.seat) : total(seat.stakes)),
    0,
  );
  const found = [];
  const button = (key, label, more) =>
    found.push({ key, label, data: { "data-do": key }, does: does[key], ...more });
  if (changed && drafted)
    button("bet", down ? text.change(cash(drafted)) : text.bet(cash(drafted)), {
      main: true,
      shortcut: "D",
      off: drafted > purse,
    });
  if (down && !changed && felt.table.mode === "self-dealt") {
    button("ready", ready ? text.readySaid : text.ready, {
      main: !ready,
      shortcut: "D",
      off: ready,
    });
  }
  const least = total(leastOf(draft)) * own.length;
  if (!down && purse < least) button("buy", text.buy, { main: true, shortcut: "B", off: false });
  else if (!down) again(moment, own, purse, drafted, button);
  if (last.sides && own.some((seat) => total(moment.sidesFor(seat.seat)) > 0)) {
    const cost = own.reduce((sum, seat) => sum + total(moment.sidesFor(seat.seat)), 0);
    button("sides", text.sides(cash(cost)), { shortcut: "S", off: drafted + cost > purse });
  }
  if (draft.past.length) button("undo", text.undo, { shortcut: "U" });
  if (changed && drafted) button("clear", text.clear, { shortcut: "C" });
  else if (down) button("clear", text.takeBack, { shortcut: "C" });
  return found;
}

const leastOf = (draft) =>
  Object.fromEntries(
    draft.open.filter((spot) => spot.required).map((spot) => [spot.spot, spot.least]),
  );

function again({ draft, last }, own, purse, drafted, button) {
  const stakes = last.stakes ? draft.like(last.stakes) : null;
  const cost = total(stakes ?? leastOf(draft)) * own.length;
  button("rebet", (stakes ? text.rebet : text.least)(cash(cost)), {
    main: !drafted,
    shortcut: "R",
    off: cost > purse,
  });
  if (!stakes) return;
  const twice = total(draft.like(last.stakes, 2)) * own.length;
  button("double", text.double(cash(twice)), { shortcut: "X", off: twice > purse });
}
