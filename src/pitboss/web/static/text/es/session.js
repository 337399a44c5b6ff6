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
  chartTitle: "Tu resultado frente a lo esperado",
  chartLabel: (result, expected, spread) =>
    `Gráfico de líneas a lo largo de las manos. Tu resultado termina en ${result}; jugando bien ` +
    `se esperaba ${expected}, con un margen de ${spread}.`,
  finding: (amount, above, inside, rounds) =>
    `Tras ${rounds} manos estás ${amount} por ${above ? "encima" : "debajo"} de lo que espera el ` +
    "mejor juego: " +
    (inside ? "el azar solo hace otro tanto a casi todos." : "raro, incluso para el azar."),
  chartX: "Manos",
  outside: "inusual: menos de 1 de cada 20 llega aquí",
  lines: {
    result: "Tu resultado",
    expected: "Esperado jugando bien",
    band: "19 de 20 acaban aquí",
  },
  bandLow: "Banda desde",
  bandHigh: "Banda hasta",
  luckTitle: "Suerte y errores, sumados",
  luckFinding: (luck, mistakes) =>
    `La suerte ha traído ${luck} y los errores ${mistakes}. La suerte se compensa a la larga; ` +
    "los errores no.",
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
    "La banda mide dos desviaciones típicas a cada lado, para el mejor juego con tus apuestas, " +
      "como si las apuestas de una mano no compartieran cartas.",
    "No cuentan las manos anuladas ni aquellas de las que se retiró un asiento.",
  ],
});
