// @ts-check
// Palabras de las manos terminadas: las propias y las que abre un auditor.
import { plural as pluralOf } from "/static/base/plurals.js";

const plural = (
  /** @type {number} */ count,
  /** @type {string} */ one,
  /** @type {string} */ many,
) => `${count} ${pluralOf(count, one, many)}`;
/** @type {Record<string, string>} */
const PLACES = {
  community: "las cartas comunes",
  box: "la caja de seis cartas",
  burned: "el descarte",
};
const place = (/** @type {string} */ name) => PLACES[name] ?? name.replace("seat", "asiento");
const slots = (/** @type {any[]} */ list) =>
  list.map((/** @type {any} */ slot) => slot + 1).join(", ");
const backs = ["roja", "azul"];
/** @type {Record<string, string>} */
const duties = {
  inspect: "Se inspeccionan las cartas",
  verify: "Un supervisor verifica la inspección",
  spread: "Se extienden las cartas boca arriba",
  view: "Se miran las cartas",
  wash: "Se mezclan y apilan las cartas",
  recut: "Se pide otro corte",
  idle: "La mesa descansa: las cartas están boca abajo",
  "idle-up": "La mesa descansa: las cartas están boca arriba",
  turn: "Se vuelven las cartas boca arriba",
  close: "Se cierra la mesa",
};
const forThem = (/** @type {any} */ event) =>
  (event.by_house ? " (la casa juega por un jugador ausente)" : "") + enteredBy(event);
const enteredBy = (/** @type {any} */ event) =>
  event.entered ? `, anotado por el crupier ${event.entered}` : "";

/** @type {Record<string, string>} */
const DROPPED = { abandoned: "abandonado", forfeited: "perdido" };
/** @type {Record<string, string>} */
const ROLES = {
  player: "jugador",
  dealer: "crupier",
  floorperson: "supervisor",
  auditor: "auditor",
  administrator: "administrador",
};

export default /** @satisfies {Page.Text} */ ({
  title: "Mis manos",
  lead: "Tus últimas cien manos. Abre una para verla otra vez carta a carta, como la viste.",
  none: "Todavía no has jugado ninguna mano. Siéntate en una mesa; todas se guardan aquí.",
  lobby: "Ver las mesas",
  find: "Buscar manos",
  more: "Manos anteriores",
  list: "Manos, primero las últimas",
  when: "Terminó",
  table: "Mesa",
  round: "Mano",
  hand: "Cartas",
  staked: "Apostado",
  net: "Ganado o perdido",
  outcome: "Resultado",
  player: "Jugador",
  seat: "Asiento",
  game: "Juego",
  began: "Empezó",
  ended: "Terminó",
  settled: "pagada",
  void: "anulada",
  open: (table, number) => `Abrir la mano ${number} de ${table}`,
  openShort: (name, number) => `${name}, mano ${number}`,
  of: (title, at) => `${title} · ${at}`,
  back: "Volver a la lista",
  roundTitle: (table, number) => `Mano ${number} de ${table}`,
  nobody: "sin apuestas",

  looksAs: "Vista como",
  viewer: {
    watcher: "un espectador",
    dealer: "el crupier",
    floorperson: "un supervisor",
    auditor: "un auditor",
    seat: (number, player) => `asiento ${number}, ${player}`,
  },
  steps: "Paso a paso",
  stepOf: (now, all) => `Paso ${now} de ${all}`,
  begin: "Antes del primer paso",
  first: "Inicio",
  back1: "Atrás",
  on: "Siguiente",
  last: "Final",
  play: "Reproducir",
  pause: "Pausa",
  firstHint: "Al principio",
  backHint: "Un paso atrás",
  onHint: "Un paso adelante",
  lastHint: "Al final",
  playHint: "Reproducir o parar",
  jump: "Paso",
  loadSteps: "Cargando la mano…",
  stepList: "Qué pasó",
  by: (role, name) =>
    role === "house" ? "la casa" : role === name ? role : `${ROLES[role] ?? role} ${name}`,

  felt: "La mesa después de este paso",
  community: "Cartas comunes",
  box: "Caja de seis cartas",
  meters: "Botes",
  meter: (name, amount) => (name === "meter" ? `Progresivo ${amount}` : `${name} ${amount}`),
  phase: {
    bets: "apostando",
    unmatched: "contando apuestas",
    dealing: "repartiendo",
    counting: "contando el resto",
    play: "jugando",
    settling: "pagando",
  },
  stateOf: (phase, cards) => `La mesa: ${phase}; las cartas: ${cards}`,
  turn: "decide",
  folded: "no fue",
  dropped: { abandoned: "abandonado", forfeited: "perdido" },
  own: "quien mira",
  seatAt: (number, player) => `Asiento ${number}: ${player}`,
  stake: (spot, amount) => `${spot}: ${amount}`,
  noStakes: "sin apuesta",
  emptyFelt: "Nadie se sienta a la mesa.",

  facts: "La mano",
  result: "Lo que apostó y ganó cada asiento",
  text: "Como archivo .round",
  textHint: "La notación que se reproduce sola: la lee pitboss replay.",
  download: "Descargar",
  downloadOf: (form) => `Descargar ${form}`,
  forms: { round: ".round", json: "JSON", parquet: "Parquet" },
  tabs: "Vistas de la mano",
  tabSteps: "Pasos",
  tabText: "Texto",
  tabProof: "Prueba",

  prove: "Comprobar esta mano",
  proof: "Qué se comprobó",
  provePlain:
    "El mazo se saca otra vez de la semilla, cada entrada del registro está encadenada a la " +
    "anterior, y la mano se juega otra vez con sus órdenes.",
  proving: "Comprobando…",
  allGood: "Todo coincide.",
  notGood: "Algo no coincide: mira abajo.",
  check: {
    seed: "La semilla responde a su compromiso",
    deck: (number) => `La barajada ${number} es la que da la semilla`,
    noDeck: "Ningún mazo de esta mano lo barajó la casa",
    chain: (first, last) => `Las entradas ${first} a ${last} están encadenadas sin corte`,
    signed: (number, at) => `Firmada por la casa en el punto ${number}, ${at}`,
    unsigned: "Aún sin firmar; la casa firma cada minuto",
    replay: "Jugada otra vez, acaba igual al centavo",
  },
  yes: "coincide",
  no: "no coincide",
  wait: "espera",
  apart: "nada que comprobar",
  checkOf: "Prueba",
  verdict: "Veredicto",
  commitment: "Compromiso",
  seed: "Semilla",
  playerSeeds: "Semillas de los jugadores",
  head: "Última huella",
  noSeeds: "ninguna",

  keyOn: "Un paso adelante",
  keyBack: "Un paso atrás",
  keyFirst: "Al principio",
  keyLast: "Al final",
  keyPlay: "Reproducir o parar los pasos",

  // Una frase por suceso. `w` escribe cantidades, casillas y cartas.
  later: (t, w) =>
    `Corregida después: asiento ${t.seat}, ${w.spot(t.spot)} ${w.signed(t.cents)}; ` +
    `${t.reason} (${t.clause})`,
  events: {
    TableOpened: (t, w) =>
      `Se abre la mesa; los botes marcan ${Object.entries(t.meters)
        .map(([name, amount]) => `${name} ${w.money(Math.floor(amount / 1e6))}`)
        .join(", ")}`,
    CardsReceived: (t) =>
      `Se ${pluralOf(t.decks, "recibe 1 baraja", `reciben ${t.decks} barajas`)}` +
      `${t.prepared ? ", ya inspeccionadas y barajadas" : ""}`,
    DutyDone: (t) =>
      (duties[t.duty] ?? t.duty) +
      (t.deck === null ? "" : `, baraja ${backs[t.deck]}`) +
      (t.reason ? `: ${t.reason}` : ""),
    DeckDefective: (t) =>
      `La baraja ${backs[t.deck]} es defectuosa: ${t.what}; la toma ${t.taken_by}`,
    ShuffleDirected: (t) => `Un supervisor manda barajar: ${t.reason}`,
    DeckLoaded: (t) => `La baraja ${backs[t.deck]} entra en la barajadora`,
    CardsShuffled: (t) =>
      `La baraja ${backs[t.deck]} se baraja ${t.device ? "con la máquina" : "a mano"}` +
      (t.counted == null ? "" : `, ${plural(t.counted, "carta contada", "cartas contadas")}`),
    CardsCut: (t) => `El mazo se corta a ${plural(t.depth, "carta", "cartas")}`,
    DeckRemoved: (t) => `La baraja ${backs[t.deck]} se retira: ${t.why}`,
    DeviceReported: (t) => `El aparato (${t.device}): ${t.condition}`,
    MethodChanged: (t) => `Desde ahora se reparte con ${t.method}, ${t.variant}`,
    Seated: (t) => `${t.player} se sienta en el asiento ${t.seat}${enteredBy(t)}`,
    SeatLeft: (t, w) =>
      `${t.player} deja el asiento ${t.seat}${t.cents ? ` con ${w.money(t.cents)}` : ""}` +
      enteredBy(t),
    BoughtIn: (t, w) =>
      `${t.player} compra fichas por ${w.money(t.cents)}` +
      `${t.kind === "chips" ? ", con fichas" : ""}${enteredBy(t)}`,
    BuyInRetracted: (t, w) => `${t.player} no compró fichas por ${w.money(t.cents)}${enteredBy(t)}`,
    HandPlaySet: (t) =>
      t.on
        ? `${t.player} deja que el crupier anote por el asiento ${t.seat}`
        : `${t.player} anota solo por el asiento ${t.seat}`,
    Filled: (t, w) =>
      t.cents < 0
        ? `Fichas por ${w.money(-t.cents)} salen de la banca de la mesa`
        : `Fichas por ${w.money(t.cents)} llegan a la banca de la mesa`,
    WagerPlaced: (t, w) =>
      t.cents
        ? `El asiento ${t.seat} pone ${w.money(t.cents)} en ` +
          `${w.spot(t.spot)}${t.was ? `, antes ${w.money(t.was)}` : ""}${enteredBy(t)}`
        : `El asiento ${t.seat} retira ${w.spot(t.spot)}${enteredBy(t)}`,
    BetsClosed: () => "No va más",
    StakeCollected: (t, w) =>
      `Asiento ${t.seat}: se recoge la apuesta de ${w.money(t.cents)} en ${w.spot(t.spot)}` +
      `${t.lammer ? " y queda una marca en su lugar" : ""}`,
    ChipsCounted: (t, w) =>
      `${w.spot(t.wager)}: ${plural(t.counted, "ficha contada", "fichas contadas")}, ` +
      `${t.accepted} aceptadas`,
    WagerRemoved: (t, w) =>
      `Asiento ${t.seat}: se quita ${w.spot(t.spot)}, vuelven ${w.money(t.cents)}`,
    CardDealt: (t, w) => `Una carta a ${place(t.place)}: ${w.cards([t.card])}`,
    CardSetAside: (t, w) => `Apareció boca arriba y se aparta: ${w.cards([t.card])}`,
    DrawnInError: () => "Se sacó una carta por error",
    CardsRevealed: (t, w) => `Se abre en ${place(t.place)}: ${w.cards(t.cards)}`,
    CardExposed: (t, w) =>
      `La carta ${t.slot + 1} del asiento ${t.seat} la vieron todos: ${w.cards([t.card])}`,
    StubCounted: (t) => `Se cuenta el resto: ${t.stub} cartas; la baraja tiene ${t.total}`,
    Decided: (t, w) => {
      /** @type {Record<string, string>} */
      const acts = {
        bet: `apuesta ${w.money(t.cents)} en ${w.spot(t.spot)}`,
        raise: `sube: ${w.money(t.cents)} en ${w.spot(t.spot)}`,
        ride: `deja ${w.spot(t.spot)}`,
        check: "pasa",
        fold: "no va",
        withdraw: `retira ${w.spot(t.spot)}: ${w.money(t.cents)}`,
      };
      return `El asiento ${t.seat} ${acts[t.act] ?? t.act}${forThem(t)}`;
    },
    Discarded: (t, w) =>
      `El asiento ${t.seat} ` +
      (t.cards.length ? `cambia ${slots(t.slots)}: ${w.cards(t.cards)}` : "se queda con todas") +
      forThem(t),
    EntryRetracted: (t) => `Se deshace la decisión del asiento ${t.seat}: ${t.act}`,
    SeatDropped: (t) =>
      `Asiento ${t.seat}: ${DROPPED[t.why] ?? t.why}` +
      `${t.ground ? ` por ${t.ground}` : ""}` +
      `${t.asked ? `, como pidió ${t.asked}` : ""}${t.reason ? `: ${t.reason}` : ""}`,
    BreachNoted: (t) =>
      `Se anota una falta en el asiento ${t.seat}${t.ground ? `: ${t.ground}` : ""}`,
    SettlementBegun: () => "Empiezan los pagos",
    MetersRead: (t, w) =>
      `Los botes unidos marcan ${Object.entries(t.meters)
        .map(([name, amount]) => `${name} ${w.money(Math.floor(amount / 1e6))}`)
        .join(", ")}`,
    MeterFed: (t, w) => `El bote ${t.meter} toma su parte de las apuestas: ${w.money(t.cents)}`,
    HandShown: (t, w) => `El asiento ${t.seat} muestra ${w.cards(t.cards)}: ${t.hand}`,
    Lost: (t, w) =>
      `El asiento ${t.seat} pierde ${w.money(t.cents)} en ${w.spot(t.spot)}: ${t.reason}`,
    Paid: (t, w) =>
      `Asiento ${t.seat}, ${w.spot(t.spot)}: ` +
      `${t.hand === t.odds ? t.hand : `${t.hand}, ${t.odds}`}: gana ${w.money(t.won)}, ` +
      `vuelven ${w.money(t.returned)}` +
      `${t.cut ? `; ${w.money(t.cut)} pasa del límite de pago` : ""}`,
    AwardPending: (t, w) =>
      `Asiento ${t.seat}, ${w.spot(t.spot)}: ${t.hand}, ${t.odds}: se llama a un supervisor`,
    AwardValidated: (t) => `Se valida el premio del asiento ${t.seat}`,
    AwardRefused: (t) => `Se rechaza el premio del asiento ${t.seat}: ${t.reason}`,
    SeatReopened: (t) => `Se lee otra vez la mano del asiento ${t.seat}: ${t.reason}`,
    HandRead: (t, w) => `El asiento ${t.seat} se lee como ${w.cards(t.cards)}`,
    SlipOpened: (t, w) =>
      `Comprobante del asiento ${t.seat}, ${t.hand}: el bote ${t.meter} marcaba ` +
      `${w.money(t.before)} y marca ${w.money(t.after)}; ${t.persons.join(" y ")}`,
    PapersCompleted: (t) => `Los documentos del asiento ${t.seat} están completos`,
    PaymentUndone: (t) =>
      `Deshecho: un pago${t.payment.seat ? ` en el asiento ${t.payment.seat}` : ""}` +
      `${t.payment.meter ? ` del bote ${t.payment.meter}` : ""}`,
    ReportMade: (t) => `Un aviso espera al supervisor: ${place(t.place)}`,
    ReportOverruled: (t) => `El aviso sobre ${place(t.place)} se desestima: ${t.reason}`,
    MeterPaid: (t, w) =>
      `El asiento ${t.seat} cobra ${w.money(t.cents)} del bote ${t.meter}: ${t.hand}, ${t.odds}`,
    MeterReset: (t, w) => `El bote ${t.meter} empieza otra vez en ${w.money(t.cents)}`,
    EnvyPaid: (t, w) =>
      `Envidia: el asiento ${t.seat} cobra ${w.money(t.cents)} por ${t.hand} ` +
      `del asiento ${t.holder}`,
    SeatSettled: (t) => `El asiento ${t.seat} está pagado`,
    RoundEnded: (t) => `Termina la mano ${t.round}`,
    RoundVoided: (t) => `La mano se anula: ${t.reason}`,
    StakeReturned: (t, w) =>
      `El asiento ${t.seat} recupera ${w.money(t.cents)} de ${w.spot(t.spot)}`,
    Corrected: (t, w) =>
      `Mano ${t.round}, asiento ${t.seat}, ${w.spot(t.spot)}: se corrige en ` +
      `${w.money(t.cents)}: ${t.reason}`,
  },
});
