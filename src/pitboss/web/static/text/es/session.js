// @ts-check
// Palabras de la página en que un jugador mira hacia atrás.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Mi juego",
  lead:
    "Tus resultados por partes: lo que cabía esperar jugando bien, lo que fue suerte y lo que " +
    "costaron los errores.",
  noPlayer:
    "Siéntate en una mesa como invitado o con tu cuenta; después tus manos se revisan aquí.",
  toLobby: "A las mesas",
  none: "Todavía no hay manos terminadas. Juega unas cuantas y vuelve.",
  since: "Manos de",
  sinceChoices: { day: "las últimas 24 horas", week: "los últimos 7 días", all: "siempre" },
  currency: "Fichas",
  currencies: { practice: "Fichas de práctica", real: "Fichas de dinero real" },
  looking: (n) => plural(n, "Falta 1 mano por revisar…", `Faltan ${n} manos por revisar…`),
  working: "Resolviendo el juego por primera vez; tarda unos segundos…",
  result: "Resultado",
  expected: "Esperado jugando bien",
  luck: "Suerte",
  mistakes: "Errores",
  rounds: "Manos",
  decisions: "Decisiones",
  rightOf: (right, all) => `${right} de ${all} acertadas`,
  noDecision: "ninguna aún",
  luckSaid: (amount, good) =>
    good ? `La suerte te dio ${amount}.` : `La suerte te quitó ${amount}.`,
  mistakesSaid: (amount) => `Los errores te costaron ${amount}.`,
  noMistakes: "Ningún error hasta ahora.",
  chartTitle: "Tu dinero frente a lo esperado",
  chartLabel: (result, expected) =>
    `Gráfico de líneas por manos. Tu resultado acaba en ${result}; jugando bien se habría ` +
    `esperado ${expected}.`,
  chartX: "Mano",
  chartY: "Dólares",
  lines: {
    result: "Tu resultado",
    expected: "Esperado jugando bien",
    after: "Esperado menos tus errores",
  },
  byGame: "Por juego",
  byStage: "Por momento",
  game: "Juego",
  stage: "Momento",
  right: "Bien",
  wrong: "Mal",
  each: "Coste de cada uno",
  costliest: "Los errores más caros",
  costliestNone: "Ninguno: cada decisión fue la mejor.",
  mistakeAt: (table, round) => `${table}, mano ${round}`,
  replay: "En palabras",
  replayOf: (where) => `En palabras: ${where}`,
  steps: "Paso a paso",
  stepsOf: (where) => `Paso a paso: ${where}`,
  replayTitle: (table, round) => `${table}, mano ${round}`,
  replayText: "La mano en palabras",
  training: "Entrenamiento",
  train: "Entrenar",
  trainStage: (game, stage) => `Entrenar ${game}, ${stage}`,
  how: "Cómo se calcula",
  howText: [
    "Lo esperado es el resultado medio de jugar bien con tus apuestas, botes y fichas, antes de " +
      "repartir.",
    "Un error cuesta la diferencia entre lo que hiciste y lo mejor, con lo que podías ver. Las " +
      "decisiones que el reloj tomó por ti también cuentan.",
    "La suerte es el resto, hasta la fracción de centavo: resultado = esperado + suerte − " +
      "errores. El premio por la mano de otro se espera como si los demás jugaran bien.",
    "No cuentan las manos anuladas ni aquellas de las que se retiró un asiento.",
  ],
});
