// @ts-check
// Palabras del cartel en una pantalla junto a la mesa.
import { plural } from "/static/base/plurals.js";

const and = (/** @type {string[]} */ names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} y ${names.at(-1)}` : (names[0] ?? "");
const or = (/** @type {(string | number)[]} */ names) =>
  names.length > 1 ? `${names.slice(0, -1).join(", ")} o ${names.at(-1)}` : `${names[0]}`;

export default /** @satisfies {Page.Text} */ ({
  title: (table) => `Cartel de ${table}`,
  minimum: "Mínimo",
  maximum: "Máximo",
  money: (/** @type {any} */ amount) => `$${amount}`,
  meters: "Botes progresivos",
  meter: (name) => (name === "meter" ? "Progresivo" : `Progresivo ${name}`),
  terms: (rate, reset) => `toma el ${rate} de cada apuesta · vuelve a ${reset}`,
  notLive: "Se perdió la conexión: los botes no están al día.",
  envy: "Premio de envidia",
  envyFor: "para cada otro jugador del progresivo en la mesa",
  also: (names) => `también ${and(names)}`,
  stake: (least, most) => (least === most ? `apuesta ${least}` : `apuesta ${least} a ${most}`),
  paidOn: "Un bote paga lo que marca cuando se paga la mano.",
  hand: "Mano",
  pays: "Paga",
  limit: (amount) => `Límite de pago ${amount} por mano`,
  noLimit: "Sin límite de pago",
  joker: "Cada comodín es un as, o completa escalera o color",
  multiples: (spots, sizes, of) => `${and(spots)}: ${or(sizes)} veces ${of}`,
  boxes: (count) => plural(count, "Una mano por jugador", `Hasta ${count} manos por jugador`),
  change: (hour, least, most) => `Desde ${hour}: mínimo ${least}, máximo ${most}`,
  practice: "Fichas de práctica, sin valor",
});
