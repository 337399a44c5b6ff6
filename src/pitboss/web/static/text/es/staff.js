// @ts-check
// Palabras que comparten las consolas del crupier y de la sala.
const seatOf = (/** @type {any} */ place) => place.replace("seat ", "Asiento ");
const DECKS = ["roja", "azul"];
/** @type {Record<string, string>} */
const DEVICES = { shuffler: "la barajadora", shoe: "el zapato" };
const device = (/** @type {string} */ name) => DEVICES[name] ?? name;

/** @type {Record<string, string>} */
const PLACES = { community: "Cartas comunes", box: "Caja de seis cartas", burned: "Descarte" };
/** @type {Record<string, string>} */
const BOARDS = { community: "Cartas comunes", box: "Caja de seis cartas" };
/** @type {Record<string, string>} */
const WHOSE = {
  dealer: "Crupier",
  floorperson: "Supervisor",
  player: "Jugadores",
  house: "La casa",
};
/** @type {Record<string, string>} */
const DUTIES = {
  inspect: "Inspeccionar las cartas",
  verify: "Verificar la inspección",
  spread: "Extender boca arriba",
  view: "Los jugadores han mirado las cartas",
  wash: "Mezclar y apilar",
  recut: "Pedir otro corte",
  idle: "Descanso: extender boca abajo",
  "idle-up": "Descanso: extender boca arriba",
  turn: "Volver las cartas boca arriba",
  close: "Cerrar la mesa",
};
/** @type {Record<string, string>} */
const METHODS = {
  "manual-shoe": "zapato manual",
  hand: "la mano",
  "automated-shoe": "zapato automático",
};
/** @type {Record<string, string>} */
const KINDS = { cash: "con dinero", chips: "trae fichas" };

export default /** @satisfies {Page.Text} */ ({
  place: (place) => PLACES[place] ?? seatOf(place),
  slot: (n) => `carta ${n + 1}`,
  seat: (n) => `Asiento ${n}`,
  device: DEVICES,
  condition: {
    working: "funciona",
    jammed: "atascada",
    "out of order": "averiada",
    covered: "tapada",
    signed: "señalada como averiada",
  },
  method: {
    "manual-shoe": "zapato manual",
    hand: "de la mano",
    "automated-shoe": "zapato automático",
  },
  back: { red: "Baraja roja", blue: "Baraja azul" },

  // Lo que espera una mesa.
  due: {
    receive: "Recibir las cartas",
    inspect: "Inspeccionar las cartas",
    verify: "Verificar la inspección",
    spread: "Extender las cartas boca arriba",
    view: "Un jugador mira las cartas",
    wash: "Mezclar y apilar las cartas",
    shuffle: "Barajar",
    load: "Poner la otra baraja en la barajadora",
    store: "Barajar la otra baraja en la barajadora",
    idle: "Sin jugadores: extender las cartas",
    cut: "Hacer cortar las cartas",
    bet: "Hagan sus apuestas",
    "no more bets": "Anunciar «no va más»",
    "remove wager": "Las fichas no coinciden: quitar una apuesta",
    deal: "Repartir",
    decide: "Decide un jugador",
    discard: "Un jugador cambia cartas",
    reveal: "Abrir las cartas",
    "count stub": "Contar el resto, boca abajo",
    "show hand": "Abrir la mano siguiente",
    settle: "Pagar",
    validate: "Validar el premio",
    "decide on the report": "Decidir sobre el aviso",
    "read the hand": "Leer otra vez la mano",
    "complete the papers": "Completar los documentos del premio",
  },
  nothingDue: "No toca nada",
  nobody: "Aún no hay jugadores",
  phase: {
    bets: "Apuestas abiertas",
    unmatched: "Las fichas no coinciden",
    dealing: "Repartiendo",
    counting: "Hay que contar el resto",
    play: "En juego",
    settling: "Pagando",
  },
  cards: {
    closed: "cerrada",
    received: "cartas recibidas",
    inspected: "cartas inspeccionadas",
    verified: "cartas verificadas",
    spread: "cartas extendidas",
    viewed: "cartas vistas",
    stacked: "cartas apiladas",
    shuffled: "barajadas, por cortar",
    ready: "cartas listas",
    "in play": "cartas en juego",
    used: "por barajar",
    idle: "en descanso",
    "idle face up": "en descanso, boca arriba",
  },
  mode: { dealer: "con crupier", "self-dealt": "automática" },
  currency: { practice: "fichas de práctica", real: "fichas de dinero real" },
  whose: (role, seat) =>
    seat && role === "player" ? `Asiento ${seat}` : WHOSE[role] + (seat ? `, asiento ${seat}` : ""),
  waits: (time) => `desde hace ${time}`,

  // Actos, por orden.
  act: {
    ReceiveCards: (f) => (f.prepared ? "Recibir barajas preparadas" : "Recibir las cartas"),
    Perform: (f) => DUTIES[f.duty],
    ReportDefect: (f) => `La baraja ${DECKS[f.deck]} es defectuosa`,
    DirectShuffle: () => "Mandar barajar",
    LoadDeck: () => "Poner la otra baraja",
    Shuffle: (f) => (f.device ? "Barajar con la máquina" : "Barajar a mano"),
    Cut: () => "Cortar",
    NoMoreBets: () => "No va más",
    Deal: (f) => (f.count === 1 ? "Repartir una carta" : "Repartir"),
    Reveal: () => "Abrir las cartas",
    CountStub: () => "Contar el resto",
    ShowHand: (f) => `Abrir el asiento ${f.seat}`,
    ReadHand: (f) => `Leer la mano del asiento ${f.seat}`,
    Settle: () => "Pagar",
    RefuseAward: (f) => `Rechazar el premio del asiento ${f.seat}`,
    CompletePapers: (f) => `Los documentos del asiento ${f.seat} están completos`,
    ReopenSeat: (f) => `Abrir otra vez los pagos del asiento ${f.seat}`,
    UpholdReport: () => "Aceptar el aviso",
    OverruleReport: () => "Desestimar el aviso",
    CannotDeal: () => "La mano no se puede repartir",
    ReportForeignCard: () => "Una carta no puede estar ahí",
    ValidateAward: (f) => `Validar el premio del asiento ${f.seat}`,
    RemoveWager: (f) => `Quitar ${f.spot} del asiento ${f.seat}`,
    BuyIn: () => "Un cliente compra fichas",
    Leave: () => "Un cliente se va",
    PlayOn: (f) => `Jugar por el asiento ${f.seat}`,
    Abandon: (f) => `El asiento ${f.seat} queda abandonado`,
    Forfeit: (f) => `El asiento ${f.seat} tocó o mostró cartas`,
    ReportFaceUp: () => "Apareció una carta boca arriba",
    ReportDrawnInError: () => "Se sacó una carta por error",
    ReportWrongNumber: () => "Un lugar no tiene sus cartas",
    ReportCommunityExposed: (f) =>
      f.place === "box"
        ? "Se vio una carta de la caja de seis"
        : "Se vio antes de tiempo una carta común",
    ReportCardExposed: () => "Se vio una carta de un jugador",
    ReportJam: (f) => `Atasco: ${device(f.device)}`,
    ReportOutOfOrder: (f) => `Avería: ${device(f.device)}`,
    MarkDevice: (f) =>
      f.how === "covered" ? `Tapar ${device(f.device)}` : `Señalar ${device(f.device)}`,
    RestoreDevice: (f) => `Vuelve a funcionar: ${device(f.device)}`,
    ChangeMethod: (f) =>
      `Repartir con ${METHODS[f.method] ?? f.method}${f.variant ? `, ${f.variant}` : ""}`,
  },
  // Uno de varios lugares, asientos o cartas de que puede tratar un aviso.
  variant: (f, names = {}) =>
    f.kind
      ? `Asiento ${f.seat}, ${KINDS[f.kind]}`
      : f.spot
        ? `Asiento ${f.seat}, ${names[f.spot] ?? f.spot}`
        : f.slot !== undefined
          ? `Asiento ${f.seat}, carta ${f.slot + 1}`
          : f.place
            ? (BOARDS[f.place] ?? seatOf(f.place))
            : f.ground
              ? `Asiento ${f.seat}, ${f.ground}`
              : `Asiento ${f.seat}`,
  which: "Cuál",
  want: {
    depth: "Cartas sobre la carta de corte",
    stub: "Cartas contadas en el resto",
    counted: "Cartas que contó la máquina",
    reason: "Motivo",
    what: "Qué está mal",
    taken_by: "Supervisor que la toma",
    prepared_by: "Preparada por",
    seal: "Número de precinto",
    card: "Qué carta (Qh, 10s, JK)",
    cards: "Cartas que hay ahí",
    counts: (place) => `Cartas: ${place}`,
    lamp: "El sistema progresivo enciende su luz",
    chips: (name) => `Fichas contadas: ${name}`,
    found: (place) => `Cartas encontradas: ${place}`,
    words: "Qué pasó",
    cents: "Dólares",
  },
  foundWrong: "Un lugar no tiene sus cartas",
  countHint: "Tantas como haya",
  foundHint: "Vacío si es correcto",
  from: (least, most) => `${least} a ${most}`,
  notCard: "Eso no es una carta. Escribe un valor y un palo, como Qh.",

  // Lo que pasaría.
  would: "Lo que pasaría",
  wouldVoid: "La mano se anularía y volverían todas las apuestas.",
  goesOn: "La mano seguiría.",
  then: (what) => `Después: ${what}`,
  noMoney: "No se mueven fichas.",
  bySpot: "Casilla por casilla",
  confirm: "Hacerlo",
  confirmReport: "Avisar",
  notNow: "Ahora no",
  done: (what) => `Hecho: ${what}`,
  needsSecond: "Debe confirmarlo otro supervisor: con esto se pide.",
  requested: (number) => `Pedido con el número ${number}; decide otro supervisor.`,

  // Dinero, casilla por casilla.
  move: {
    take: "Retirar",
    pay: "Pagar",
    push: "Empate",
    award: "Premio",
    envy: "Envidia",
    return: "Devolver",
    waits: "Esperar",
    undo: "Deshacer",
  },
  moves: {
    take: (sum) => `Retirar ${sum}`,
    pay: (sum) => `Pagar ${sum}`,
    push: () => "Empate: la apuesta queda",
    award: (sum) => `Pagar ${sum} del bote`,
    envy: (sum) => `Pagar ${sum} de envidia`,
    return: (sum) => `Devolver ${sum}`,
    waits: () => "Esperar al supervisor",
    undo: (sum) => `Deshacer ${sum}`,
  },
  spot: "Casilla",
  what: "Qué",
  amount: "Cantidad",
  why: "Por qué",
  by: "Cláusula",
  player: "Jugador",
  cut: (sum) => `${sum} por encima del límite de pago`,
  chips: (count, value) => `${count} × ${value}`,
  chipsJoin: " + ",
  seatBack: (n, sum) => `Asiento ${n}: vuelven ${sum}`,
  seatLoses: (n, sum) => `Asiento ${n}: pierde ${sum}`,
  seatPaid: (n, sum) => `Asiento ${n}: cobra ${sum}`,

  asksHouse: (/** @type {string} */ who, /** @type {string} */ what) => `${who} pide ${what}`,
  cashIn: (/** @type {string} */ sum, /** @type {string} */ name) =>
    `${sum} en efectivo a la cuenta de ${name}`,
  cashOut: (/** @type {string} */ sum, /** @type {string} */ name) =>
    `${sum} en efectivo de la cuenta de ${name}`,
  cageIn: (/** @type {string} */ sum, /** @type {string} */ kind) => `${sum} en ${kind} a la caja`,
  cageOut: (/** @type {string} */ sum, /** @type {string} */ kind) =>
    `${sum} en ${kind} de la caja`,
  chipKinds: { real: "fichas de dinero real", practice: "fichas de práctica" },

  seconds: (n) => `${n} s`,
  minutes: (n) => `${n} min`,
  hours: (n, m) => `${n} h ${String(m).padStart(2, "0")} min`,
});
