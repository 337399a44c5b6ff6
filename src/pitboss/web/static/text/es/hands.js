// @ts-check
// Nombres de las manos y de los pagos, a partir de las palabras del reglamento.
/** @type {[RegExp, string][]} */
const WORDS = [
  [/\bnatural royal flush\b/g, "escalera real natural"],
  [/\bwild royal flush\b/g, "escalera real con comodín"],
  [/\bsuper royal\b/g, "superescalera real"],
  [/\bmini royal\b/g, "mini real"],
  [/\broyal flush\b/g, "escalera real"],
  [/\bstraight flush\b/g, "escalera de color"],
  [/\bfour of a kind\b/g, "póquer"],
  [/\bfull house\b/g, "full"],
  [/\bthree of a kind\b/g, "trío"],
  [/\btwo pair\b/g, "doble pareja"],
  [/\bpair\b/g, "pareja"],
  [/\bflush\b/g, "color"],
  [/\bstraight\b/g, "escalera"],
  [/\bfive aces\b/g, "cinco ases"],
  [/\ball three bets win\b/g, "ganan las tres apuestas"],
  [/\bnothing\b/g, "nada"],
  [/\bfolded\b/g, "retirada"],
  [/\bor better\b/g, "o mejor"],
  [/\b(\d+)s to (\d+)s\b/g, "$1 a $2"],
  [/\b(\d+)s\b/g, "$1"],
  [/\btens\b/g, "dieces"],
  [/\bjacks\b/g, "jotas"],
  [/\bqueens\b/g, "reinas"],
  [/\bkings\b/g, "reyes"],
  [/\baces\b/g, "ases"],
  [/\bace\b/g, "as"],
  [/\bking\b/g, "rey"],
  [/\bqueen\b/g, "reina"],
  [/\bclubs\b/g, "tréboles"],
  [/\bdiamonds\b/g, "diamantes"],
  [/\bhearts\b/g, "corazones"],
  [/\bspades\b/g, "picas"],
  [/\bnot\b/g, "no"],
  [/\bof\b/g, "de"],
  [/\band\b/g, "y"],
  [/\bor\b/g, "o"],
];

export default /** @satisfies {Page.Text} */ ({
  handName: (/** @type {string} */ words) =>
    WORDS.reduce((text, [pattern, word]) => text.replace(pattern, word), words),
  oddsName: (/** @type {string} */ odds) =>
    odds === "push"
      ? "empate"
      : odds
          .replace(/ to /, " a ")
          .replace(/ for /, " por ")
          .replace(/% of meter$/, " % del bote")
          .replace(/% of /, " % del bote "),
});
