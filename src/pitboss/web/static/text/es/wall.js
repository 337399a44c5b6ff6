// @ts-check
// Palabras de la pared: todas las mesas en una pantalla de la sala.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "La sala",
  tables: "Mesas",
  alarms: "Avisos",
  money: (amount) => `$ ${amount}`,
  summary: (tables, playing, seats) =>
    `${plural(tables, "1 mesa", `${tables} mesas`)}, ${playing} en uso, ` +
    plural(seats, "1 asiento ocupado", `${seats} asientos ocupados`),
  page: (page, pages) => `${page} de ${pages}`,
  notLive: "Sin conexión: lo que se ve no está al día.",
  calm: "Sin avisos.",
  more: (count) => `y ${count} más`,
  calls: (table, count) =>
    count > 1 ? `Avisos nuevos: ${count}, el primero en ${table}` : `Aviso nuevo en ${table}`,
  seats: (taken, all) => `${taken} de ${all} asientos`,
  limits: (least, most) => `${least} a ${most}`,
  rounds: (count, hour) => `Mano ${count} · ${hour} por hora`,
  waits: (whose, time) => `${whose}, desde hace ${time}`,
  noDealer: "Aún sin crupier",
  meter: (name) => (name === "meter" ? "Progresivo" : name),
  alarm: {
    floor: (what) => `Supervisor: ${what}`,
    device: (name) => `Fuera de servicio: ${name}`,
    deck: (name) => `Hay que cambiar: ${name}`,
    soon: (name) => `Se cambia: ${name}`,
    dealer: (what) => `Crupier: ${what}`,
    player: (seat) => `El asiento ${seat} no ha decidido`,
  },
  for: (what, time) => `${what}, desde hace ${time}`,
  in: (what, time) => `${what} en ${time}`,
});
