// How acts and their worth are said; shared by the table's coach, the session page and the trainer.
import text from "/text/coach.js";
import { dollars } from "../base/money.js";

// Worths are fractions of a cent; what is shown is rounded, and nothing is rounded away unsaid.
export function worth({ cents }) {
  if (cents === 0) return text.money(dollars(0));
  const shown = text.money(dollars(Math.abs(cents)));
  return cents < 0 ? text.minus(shown) : shown;
}

export function cost({ cents }) {
  if (cents === 0) return text.nothing;
  return cents < 0.5 ? text.tiny : text.money(dollars(cents));
}

export function actName(act) {
  if (act.act === "discard") return text.discard(act.cards);
  const name = text.act[act.act] ?? act.act;
  return act.multiple && act.act === "bet" ? text.bet(name, act.multiple) : name;
}

export function doing(act) {
  if (act.act === "discard") return text.discarding(act.cards);
  const name = text.doing[act.act] ?? act.act;
  return act.multiple && act.act === "bet" ? text.bet(name, act.multiple) : name;
}

// What a decision cost, in a sentence.
export function verdict(told) {
  const said =
    told.taken.cost.exact === "0"
      ? text.right(actName(told.taken))
      : text.wrong(actName(told.best), doing(told.taken), cost(told.taken.cost));
  return told.by_house ? text.byHouse(said) : said;
}
