// @ts-check
// Palabras del entrenador.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Entrenador",
  lead:
    "Manos de todo el mazo, una decisión cada vez. Las que fallas vuelven hasta que las sabes. " +
    "Cada respuesta se calcula exactamente, con apuestas de $10.",
  game: "Juego",
  stage: "Momento",
  stageOption: (name, answered, right) =>
    answered ? `${name} (${right} de ${answered} bien)` : name,
  question: "¿Qué haces?",
  discardQuestion: (most) => `Elige hasta ${most} cartas para cambiar`,
  again: "Esta la fallaste antes",
  yourHand: "Tus cartas",
  community: "Cartas comunes",
  thrown: "Cambiaste",
  stakes: "En el tapete",
  stake: (name, amount) => `${name} $${amount}`,
  working: "Resolviendo el juego por primera vez; tarda unos segundos…",
  choice: (act, amount) => `${act} $${amount}`,
  mark: (label) => `Cambiar ${label}`,
  discard: (n) =>
    n === 0 ? "Quedarse con todas" : plural(n, "Cambiar 1 carta", `Cambiar ${n} cartas`),
  next: "Otra mano",
  right: "Bien.",
  rightSaid: (words) => `Bien. ${words}.`,
  wrongSaid: (best, doing, cost) => `Lo mejor: ${best}. ${doing} cuesta ${cost}.`,
  rule: "La regla",
  ruleSaid: (when, act, number, of) =>
    `${when}: ${act} (regla ${number} de ${of} de la lista corta).`,
  ruleStand: "quedarse con todas",
  ruleWords: "Qué significan las palabras",
  ruleBest: "Aquí seguirla es lo mejor.",
  ruleCosts: (cost) => `Aquí se desvía un poco: seguirla cuesta ${cost}.`,
  score: "Tus aciertos",
  answered: "Respuestas",
  rightShare: "Bien",
  perAnswer: "Coste por respuesta",
  waiting: "Manos que vuelven",
  noScore: "Responde unas manos para ver tus aciertos.",
  chartLabel: (share) =>
    `Gráfico de líneas de los aciertos entre las últimas 20 respuestas. Acaba en ${share}.`,
  chartX: "Respuesta",
  chartY: "Bien, de las últimas 20",
  chartLine: "Bien",
  keys: {
    answer: "Elegir una respuesta, o una carta para cambiar",
    next: "Cambiar, o ir a otra mano",
  },
  choose: "Elige un juego y un momento",
});
