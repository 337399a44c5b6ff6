// @ts-check
// Palabras de las páginas de reglas. Lo que dicen las reglas viene del reglamento mismo.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Reglas",
  games: "Juegos",
  contents: "En esta página",
  unknown: "No existe ese juego.",
  facts: (seats, deck, boxes) => `${seats} asientos · ${deck} · lugares por jugador: ${boxes}`,
  print: (rules) => `Reglas ${rules}`,
  printHint:
    "La primera mitad de la huella de las reglas de este juego. Cada pago la lleva, para mostrar " +
    "con qué reglas se hizo",
  sit: (table) => `Sentarse en ${table}`,
  odds: "Probabilidades y estrategia",
  card: "Tarjeta de bolsillo",
  fairness: "Juego limpio",
  json: "JSON",
  example: "Un ejemplo",
  exampleLead:
    "Una mano con las apuestas mínimas, jugada lo mejor posible. Pulsa Reproducir o avanza paso " +
    "a paso.",
  exampleFinding: (staked, hand, net) =>
    `$${staked} apostados en total, ${hand}, ${net[0]}$${net.slice(1)}.`,
  noExample: "No hay ejemplo de este juego.",
  ranking: "Las manos, de mejor a peor",
  rankingLead: "Solo las cartas claras forman la mano; las pálidas no importan.",
  rankingOf: (wagers) => `Para ${wagers}`,
  round: "Cómo se juega una mano",
  roundLead:
    "Los jugadores apuestan, el crupier anuncia «no va más» y reparte; después, en este orden:",
  wagers: "Dónde se apuesta",
  spot: "Casilla",
  spots: "Las casillas del tapete",
  bets: "Las apuestas, y qué las decide",
  stake: "Apuesta",
  clause: "Cláusula",
  wager: "Apuesta",
  decidedBy: "La decide",
  edge: "Ventaja de la casa",
  edgeOf: (share, letter) => `${share} (tabla ${letter})`,
  edgeHint: (fraction) => `Exactamente ${fraction} de una unidad, sobre todos los repartos`,
  working: "calculando…",
  paytables: "Tablas de pagos",
  paytablesLead: "Una casa elige una letra para cada apuesta. Las que se usan aquí están marcadas.",
  hand: "Mano",
  letter: (letter) => `Tabla ${letter}`,
  here: "aquí",
  hereLong: (tables) => `Se juega en ${tables}`,
  edgeRow: "Ventaja de la casa, por unidad",
  split: (/** @type {any} */ title, /** @type {any} */ letters) =>
    `${title}: ${plural(letters.length, "tabla", "tablas")} ${letters.join(", ")}`,
  limits: "Límites",
  tableLimits: (table) => `Límites en ${table}`,
  least: "Mínimo",
  most: "Máximo",
  money: (amount) => `$${amount}`,
  payoutLimit: (amount) => `Esta mesa paga como mucho $${amount} de ganancia por mano.`,
  noLimit: "Esta mesa no limita las ganancias.",
  dealing: "El procedimiento, paso a paso",
  clauses: "Cláusulas",
  clausesLead: (count) =>
    `Cada cláusula de las reglas de este juego en nuestras palabras, ${count} en total, y ` +
    "cómo se aplica cada una.",
  status: {
    enforced: "la impone el programa",
    recorded: "se pide o se registra",
    documented: "documentada",
  },
  says: "Dice",
  how: "Cómo se aplica",
  find: "Buscar cláusulas",
  found: (count) => plural(count, "1 cláusula", `${count} cláusulas`),
  rulings: "Criterios",
  rulingsLead: (count) =>
    `Donde los documentos callan o se contradicen decide un criterio: ${count} para este juego.`,
  option: (key, value) => `La casa puede elegir otra cosa (${key}); lo normal es ${value}.`,
  alternative: "Si no",
  changes: "Qué cambia con eso",
});
