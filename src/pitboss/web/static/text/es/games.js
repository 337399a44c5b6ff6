// @ts-check
// Cada juego en una frase, por su clave; un juego propio de la casa se describe por sus cartas.
/** @type {Record<string, string>} */
const AIM = {
  "mississippi-stud":
    "Dos cartas tuyas y tres en la mesa. Apuesta según se abren; pagan desde jotas.",
  "let-it-ride": "Tres apuestas; dos las puedes retirar. Paga desde una pareja de dieces.",
  "235-stud": "Apuesta a tus dos cartas, a tres y a cinco. Cada mano paga por sí sola.",
  "double-draw": "Cinco cartas; cambia hasta tres, dos veces. Paga desde la doble pareja.",
};

export default /** @satisfies {Page.Text} */ ({
  aimOf: (game, { hole, community }) =>
    AIM[game] ??
    (community
      ? `${hole} cartas tuyas y ${community} en la mesa, contra la tabla de pagos.`
      : `${hole} cartas tuyas, contra la tabla de pagos.`),
});
