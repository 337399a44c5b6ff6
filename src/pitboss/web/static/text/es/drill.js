// @ts-check
// Palabras de la práctica de pagos.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Práctica de pagos",
  intro:
    "La casa reparte una mano terminada. Págala como un crupier: empieza por el asiento " +
    "correcto, sigue el sentido del juego y en cada asiento retira, deja o paga las casillas por " +
    "orden. Después compara tus pagos con los de la casa.",
  game: "Juego",
  level: "Dificultad",
  levels: {
    required: "Apuestas obligatorias",
    sides: "Con apuestas adicionales",
    everything: "Todo, también apuestas grandes",
  },
  deal: "Repartir una mano",
  again: "Otra mano",
  check: "Comparar con la casa",
  reset: "Empezar de nuevo",
  community: "Cartas comunes",
  box: "Caja de seis cartas",
  meters: "Botes",
  limit: (sum, wagers) => `Límite de pago ${sum} por mano para: ${wagers}`,
  envy: "Envidia",
  seat: (n) => `Asiento ${n}`,
  folded: "no fue",
  nothing: "No queda ninguna apuesta por pagar.",
  stake: (sum) => `apuesta ${sum}`,
  collected: "recogida en «no va más»",
  take: "Retirar",
  push: "Empate",
  pay: "Pagar",
  none: "Nada",
  spotAt: (spot, seat) => `${spot}, asiento ${seat}`,
  amount: (spot, seat) => `Pagado en ${spot}, asiento ${seat}, en dólares`,
  place: (n) => `${n}`,
  placed: (n) => `pagada en el puesto ${n}`,
  left: (n) =>
    n === 0
      ? "Todas las casillas tienen respuesta."
      : plural(n, "Queda 1 casilla.", `Quedan ${n} casillas.`),
  paytables: "Tablas de pagos",
  hand: "Mano",
  pays: "Paga",

  score: (right, of) => `${right} de ${of} casillas bien`,
  perfect: "Todo bien, y en su orden.",
  orderRight: (direction) => `Los asientos en su orden: ${direction}.`,
  orderWrong: (due, own) => `El orden de los asientos es ${due}; el tuyo fue ${own || "ninguno"}.`,
  direction: {
    "clockwise from the dealer's left": "en el sentido del reloj desde la izquierda del crupier",
    "counterclockwise from the dealer's right":
      "en sentido contrario al reloj desde la derecha del crupier",
  },
  withinRight: "Las casillas en su orden en cada asiento.",
  withinWrong: (seat, due) => `En el asiento ${seat} el orden es ${due}.`,
  right: "bien",
  yours: (what) => `tú: ${what}`,
  unanswered: "tú: sin respuesta",
  take_: "retirarla",
  push_: "empate",
  pay_: (sum) => `pagar ${sum}`,
  nothing_: "nada",
  cut: (sum) => `${sum} por encima del límite, sin pagar`,
  andThen: " → ",

  record: "Tus aciertos en este navegador",
  noRecord: "Nada todavía.",
  rounds: (n) => plural(n, "1 mano", `${n} manos`),
  share: (percent) => `${percent} de casillas bien`,
  lately: (percent) => `${percent} en las últimas diez manos`,
  perSpot: (seconds) => `${seconds} s por casilla`,
  chart: "Casillas bien, mano a mano",
  round: "Mano",
  percent: "Bien",
  forget: "Borrar los aciertos",
  keyDeal: "Repartir una mano",
  keyCheck: "Comparar con la casa",
});
