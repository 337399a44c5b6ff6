// @ts-check
// Palabras de la ayuda para jugar bien: pistas, el entrenador y los nombres de los actos.
/** @type {Record<string, string>} */
const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const mark = (/** @type {any} */ name) =>
  name === "JK" ? "comodín" : `${name[0] === "T" ? "10" : name[0]}${SUITS[name[1]]}`;
const ACTS = {
  bet: "Apostar",
  raise: "Subir",
  ride: "Dejarla",
  check: "Pasar",
  withdraw: "Retirar la apuesta",
  fold: "No ir",
};
const DOING = {
  bet: "Apostar",
  raise: "Subir",
  ride: "Dejarla",
  check: "Pasar",
  withdraw: "Retirarla",
  fold: "No ir",
};
/** @type {Record<string, string>} */
const STAGES = {
  "3rd-street": "Tercera calle",
  "4th-street": "Cuarta calle",
  "5th-street": "Quinta calle",
};

export default /** @satisfies {Page.Text} */ ({
  title: "Ayuda al jugar",
  money: (amount) => `$${amount}`,
  minus: (amount) => `−${amount}`,
  tiny: "menos de un centavo",
  nothing: "nada",
  act: ACTS,
  doing: DOING,
  bet: (act, multiple) => `${act} ${multiple}×`,
  discard: (cards) =>
    cards.length ? `Cambiar ${cards.map(mark).join(" ")}` : "Quedarse con todas",
  discarding: (cards) =>
    cards.length ? `Cambiar ${cards.map(mark).join(" ")}` : "Quedarse con todas",
  cards: (cards) => cards.map(mark).join(" "),

  mode: "Ayuda",
  modeHint: "Pista: pídela en tu turno. Entrenador: ve lo que costó cada decisión.",
  hint: "Pista",
  hintKey: "Una pista, en tu turno",
  asking: "Calculando…",
  waiting: "La primera respuesta de este juego tarda unos segundos.",
  none: "La pista aparece aquí en tu turno.",
  off: "La ayuda está apagada. Elige Pista o Entrenador arriba para ver cuánto vale cada acto.",
  best: (act, amount, other) => `${act}: ${amount} mejor que ${other}`,
  only: (act) => `${act}: nada es mejor`,
  cents: (amount) => `${amount} ¢`,
  ties: (act) => `${act} es igual de bueno.`,
  optionsCaption: "Cada acto y su valor exacto",
  columns: { act: "Acto", worth: "De promedio", cost: "Te cuesta" },
  isBest: "lo mejor",
  more: (n) => `Mostrar ${n} más`,
  exact: (fraction) => `exactamente ${fraction} centavos`,
  counted: (names) => `Incluido: ${names.join(", ")}.`,
  meters: (levels) => `El progresivo cuenta con sus botes de ahora: ${levels.join(", ")}.`,
  meter: (name, amount) => `${name} ${amount}`,
  apart: (names) => `No incluido, pues ninguna decisión lo cambia: ${names.join(", ")}.`,
  limit: (amount) => `Incluye el límite de pago de ${amount}, que estas apuestas pueden alcanzar.`,
  limitApart: (names) => `No incluye lo que el límite puede quitar a ${names.join(", ")}.`,
  chips:
    "Supone solo las fichas que tienes aquí: no cuentan las apuestas que no puedes pagar. " +
    "Comprar más lo cambiaría.",
  seen: (cards) => `Las cartas que viste en otra parte ya no salen: ${cards.map(mark).join(" ")}.`,

  coachTitle: "Tus decisiones en esta mano",
  coachNone: "Aquí aparece lo que costó cada decisión.",
  right: (act) => `Bien: ${act}.`,
  wrong: (best, doing, cost) => `Lo mejor: ${best}. ${doing} costó ${cost}.`,
  byHouse: (verdict) => `Se jugó por ti. ${verdict}`,
  stageSaid: (stage, verdict) => `${stage}: ${verdict}`,
  stage: (key) =>
    STAGES[key] ??
    key.replaceAll("-", " ").replace(/^./, (/** @type {any} */ first) => first.toUpperCase()),
  toSession: "Todas mis decisiones",
  toTrainer: "Entrenar este juego",
  trouble: "Ahora no hay pista.",
});
