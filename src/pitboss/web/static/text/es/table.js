// @ts-check
// Las palabras de la mesa. Los nombres de casillas, apuestas y manos, y las cláusulas, vienen del
// reglamento.
import { plural } from "/static/base/plurals.js";

const times = (/** @type {any[]} */ list) =>
  list.map((/** @type {number} */ n) => `${n}×`).join(" ");
const many = (/** @type {number} */ count, /** @type {any} */ one, /** @type {any} */ more) =>
  `${count} ${plural(count, one, more)}`;
/** @type {Record<number, string>} */
const NUMBERS = { 2: "dos", 3: "tres", 4: "cuatro", 5: "cinco" };
const or = (/** @type {any[]} */ list) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} o ${list.at(-1)}`;
const and = (/** @type {any[]} */ list) =>
  list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} y ${list.at(-1)}`;

export default /** @satisfies {Page.Text} */ ({
  title: "Mesa",

  pageTitle: (table, game, turn) => `${turn ? "● Tu turno · " : ""}${table} · ${game}`,
  noTable: "No existe esa mesa.",
  toLobby: "A las mesas",
  sound: "Sonido",
  money: (amount) => `$${amount}`,
  times,
  timesRange: (least, most) => (least === most ? `${least}×` : `${least}×–${most}×`),
  and,
  between: " · ",
  sentence: (words) => words.replace(/^./, (/** @type {string} */ first) => first.toUpperCase()),
  limitsOf: (game, least, most) => `${game} · ${least} a ${most}`,

  // El tapete
  dealerSide: "Lado del crupier",
  seats: "Asientos",
  yourPlace: "Tu lugar",
  shoe: "Zapato",
  deck: "Baraja en la mano",
  rack: "Descarte",
  rackHolds: (count) =>
    count ? `Descarte, ${many(count, "carta", "cartas")} de esta mano` : "Descarte",
  community: "Cartas comunes",
  box: "Caja de seis cartas",
  meters: "Botes progresivos",
  inscribed: {
    operator: (mark, name) => name,
    odds: () => "Paga según las tablas de aquí",
    limit: (mark, money) =>
      mark.cents === null
        ? "Sin límite de pago por mano"
        : `Límite de pago por mano ${money(mark.cents)}`,
    joker: () => "Un comodín es un as, o completa escalera o color",
    multiples: (mark) => `${and(mark.spots)}: ${times(mark.multiples)} ${mark.of}`,
    streets: () => "",
  },
  envy: "Envidia",
  also: ", ",
  minimumSign: (least, most) => `Mínimo de la mesa ${least}, máximo ${most}`,
  round: (number) => `Mano ${number}`,

  // Asientos
  seat: (number) => `Asiento ${number}`,
  seatOf: (number, player) => `Asiento ${number}, ${player}`,
  you: "Tú",
  yourSeat: (number) => `Tu lugar, asiento ${number}`,
  free: "Libre",
  sit: "Sentarse",
  sitDown: "Sentarse",
  reactions: "Reaccionar",
  reaction: {
    hello: "¡Hola!",
    luck: "¡Suerte!",
    nice: "¡Buena mano!",
    wow: "¡Vaya!",
    ouch: "¡Ay!",
    thanks: "¡Gracias!",
  },
  reacted: (who, words) => `${who}: ${words}`,
  sitAt: (number) => `Sentarse en el asiento ${number}`,
  secondBox: "También aquí",
  secondBoxAt: (number, clause) => `Jugar también el asiento ${number} (${clause})`,
  yourCards: (number, several) => (several ? `Tus cartas en el asiento ${number}` : "Tus cartas"),
  cardsOf: (number) => `Cartas del asiento ${number}`,
  slotName: (place) => `${place}.ª carta`,
  discards: "Descartes",
  discardsHold: (count) => `Descartes: ${many(count, "carta", "cartas")}`,
  folded: "No va",
  abandoned: "Abandonado",
  forfeited: "Perdido",
  byHouse: "Jugó la casa",
  byHouseShort: "Casa",
  byHouseWhy: "El jugador no respondió: la casa eligió lo que no arriesga más dinero (G18).",
  turn: "Le toca",

  // Casillas
  draftAmount: (amount) => `¿${amount}?`,
  spotEmpty: (name) => `${name}: vacía`,
  spotStake: (name, amount) => `${name}: ${amount}`,
  spotDraft: (name, amount) => `${name}: ${amount}, aún sin apostar`,
  spotLimits: (least, most) => (least === most ? `${least}` : `${least}–${most}`),
  spotLimitsSaid: (least, most) => (least === most ? `exactamente ${least}` : `${least} a ${most}`),
  spotNeeds: (names) => `apuesta antes en ${and(names)}`,
  spotMultiples: (list, of) => `${times(list)} ${of}`,
  lit: "aceptada",
  taken: "recogida",
  lammer: "apuesta recogida",
  lammerMark: "recogida",
  withdrawn: (amount) => `${amount} retirados`,

  // Lo que trajo una casilla
  outcome: {
    won: (amount) => `Ganas ${amount}`,
    lost: (amount) => `Pierdes ${amount}`,
    push: () => "Empate",
    cut: () => "Límite",
    meter: (amount) => `Ganas ${amount}`,
    envy: (amount) => `Envidia ${amount}`,
    pending: () => "Premio pendiente",
    pendingShort: "se revisa",
    returned: (amount) => `Vuelven ${amount}`,
  },
  // Por partes; después va la cláusula.
  why: {
    won: (row) => [row.hand, row.odds],
    lost: (row) => [row.hand],
    push: (/** @type {any} */ row) => [row.hand, row.odds],
    cut: (row) => [row.hand, row.odds],
    meter: (row) => [row.hand, row.odds],
    envy: (row) => [`${row.hand} en el asiento ${row.holder}`],
    pending: (row) => [row.hand, row.odds, "un supervisor comprueba la mano"],
    returned: () => ["apuesta devuelta"],
  },
  piece: (part) => `${part},`,
  pieces: (parts) => parts.join(", "),
  plus: (amount) => `+${amount}`,
  minus: (amount) => `−${amount}`,
  even: (amount) => amount,
  cutBy: (amount, clause) => `${amount} sin pagar (límite de pago ${clause})`,
  voided: (reason, clause) =>
    `La mano se anula: ${reason} (${clause}). Vuelven todas las apuestas.`,
  roundWon: (amount) => `Has ganado ${amount}`,
  roundLost: (amount) => `Has perdido ${amount}`,
  roundEven: "Te quedas igual",
  lastRound: "esta mano",

  // Junto a la mano propia
  youHold: "Tienes",
  youHad: "Tenías",
  youFolded: "No fuiste",
  canMake: "Aún puedes ligar",
  lineOf: (name, odds) => (odds ? `${name}, ${odds}` : name),
  paysWords: (odds) => (odds === "push" ? "Empate: vuelve tu apuesta" : `Paga ${odds}`),
  wouldPay: (odds) => (odds === "push" ? "Vuelven tus apuestas: empate" : `Así paga ${odds}`),
  paysNothing: "Aún no paga nada",
  nothingYet: "Nada todavía",
  canSwap: "Tras este cambio",
  handPays: (hand, odds) => (odds === "push" ? hand : `${hand}: paga ${odds}`),
  linePays: (hand) => (/o mejor$/.test(hand) ? `${hand}: paga` : `${hand} o mejor: paga`),
  linePush: (hand) => `${hand}: empate`,

  // Lo que espera la mesa
  state: {
    watching: "Siéntate para jugar.",
    staff: "Estás mirando esta mesa.",
    preparing: "Barajando",
    view: (clause) => `Las cartas están boca arriba. Míralas antes de mezclarlas (${clause}).`,
    bets: "Haz tus apuestas",
    betsAgain: "Apuesta otra vez, o cambia tus apuestas",
    placed: "Tus apuestas están puestas",
    waiting: "Esperando el reparto",
    noChips: "Pocas fichas: añade más para jugar",
    dealing: "No va más",
    unmatched: "Las fichas recogidas no coinciden con las apuestas. Un supervisor lo comprueba.",
    decide: (spot, acts, seat) =>
      seat ? `Asiento ${seat}, ${spot}: ¿${acts}?` : `${spot}: ¿${acts}?`,
    discard: (up, seat) =>
      seat
        ? `Asiento ${seat}: cambia hasta ${many(up, "carta", "cartas")}`
        : `Cambia hasta ${many(up, "carta", "cartas")}`,
    other: (seat, player) => `${player} está decidiendo`,
    count: "El crupier cuenta las cartas que quedan",
    settling: "Pagando las apuestas",
    validate: (seat, clause) =>
      `El asiento ${seat} ganó el bote; un supervisor comprueba la mano (${clause})`,
    watchingRound: "Se está jugando una mano: puedes apostar en la próxima",
  },
  sub: {
    discard: "Pulsa las que no quieras",
    multiples: (list, of) =>
      list.length > 1 ? `Apuesta ${or(list)} veces tu ${of}` : `Lo mismo que tu ${of}`,
    bets: "Elige una ficha y pulsa las casillas",
    betting: (names) =>
      names.length === 1
        ? `${names[0]} sigue apostando`
        : `${and(names.slice(0, 3))} siguen apostando`,
  },
  secondsLeft: (seconds) => (seconds < 100 ? `${seconds}` : `${Math.ceil(seconds / 60)} m`),
  secondsSaid: (seconds) => `Quedan ${many(seconds, "segundo", "segundos")}.`,
  clock: "Tiempo que queda",

  // Abajo
  dock: "Tus fichas y actos",
  chipTray: "Fichas: elige una y pulsa casillas",
  chip: (amount) => `Ficha de ${amount}`,
  yourChips: "Tus fichas",
  onTable: "en la mesa",
  bet: (amount) => `Apostar ${amount}`,
  betDeal: (amount) => `Repartir ${amount}`,
  change: (amount) => `Cambiar a ${amount}`,
  takeBack: "Retirar apuestas",
  ready: "Repartir",
  readySaid: "Listo",
  viewed: "He mirado las cartas",
  atOnce: "Repartir ya",
  undo: "Deshacer",
  clear: "Borrar",
  rebet: (amount) => `Lo mismo ${amount}`,
  double: (amount) => `Doblar a ${amount}`,
  least: (amount) => `Lo mínimo ${amount}`,
  sides: (amount) => `Adicionales ${amount}`,
  dealsAtOnce: "se reparte ya",
  buy: "Añadir fichas",
  leave: "Irse",
  act: {
    bet: "Apostar",
    raise: "Subir",
    ride: "Dejarla",
    check: "Pasar",
    withdraw: "Retirarla",
    fold: "No ir",
  },
  // Los mismos actos en una pregunta: «¿apostar o no ir?»
  acts: (list) => or(list.map((/** @type {string} */ act) => act.toLowerCase())),
  actCost: (act, amount) => `${act} ${amount}`,
  actTimes: (multiple, of) => `${multiple}× ${of}`,
  actBack: (spot) => `de ${spot}`,
  actStays: (spot, amount) => `se quedan ${amount}`,
  actLose: (amount) => `pierdes ${amount}`,
  actFree: "no cuesta nada",
  discard: (count, all) =>
    count
      ? `Cambiar ${many(count, "carta", "cartas")}`
      : `Guardar las ${NUMBERS[all] ?? all ?? ""}`.trim(),
  discardHint: "sin cambio",
  theCard: (card) => card,
  swapMark: "cambio",
  keep: (card) => `${card}: se queda`,
  drop: (card) => `${card}: se cambia`,

  // En voz alta
  said: {
    betsPlaced: (amount) => `Apuestas puestas: ${amount}.`,
    betsBack: "Apuestas retiradas.",
    readied: "Estás listo.",
    noMore: "No va más.",
    cards: (list) => `Tus cartas: ${list}.`,
    drawn: (list) => `Recibes ${list}. `,
    revealed: (place, list) => `${place}: ${list}.`,
    slot: (seat, list) => `El asiento ${seat} abre ${list}.`,
    decided: (who, act, amount) => (amount ? `${who}: ${act} ${amount}.` : `${who}: ${act}.`),
    house: (who, act) => `La casa juega por ${who}: ${act}.`,
    discarded: (who, count) => (count ? `${who} cambia ${count}.` : `${who} se queda con todas.`),
    dropped: (who, why) => `${who}: ${why}.`,
    hand: (who, hand) => `${who}: ${hand}.`,
    result: (spot, outcome, why) => `${spot}: ${outcome}, ${why}.`,
    sat: (who, seat) => `${who} se sienta en el asiento ${seat}.`,
    left: (who, seat) => `${who} deja el asiento ${seat}.`,
    leftWith: (amount) => `Dejaste la mesa con ${amount}.`,
    setAside: (card, clause) => `${card}: estaba boca arriba y se aparta (${clause}).`,
    exposed: (seat, card, clause) => `Se vio una carta del asiento ${seat}: ${card} (${clause}).`,
    removed: (who, spot, clause) => `${who}: se quita ${spot} y vuelve su ficha (${clause}).`,
    meterReset: (meter, amount) => `El bote ${meter} vuelve a ${amount}.`,
    corrected: (who, spot, round, amount, more, why) =>
      `Mano ${round} corregida para ${who}: ${spot}, ` +
      `${more ? "se pagan" : "se retiran"} ${amount} (${why}).`,
    needs: (spot, names, clause) => `Apuesta antes en ${and(names)} (${clause}).`,
    tooLate: "No va más: esa ficha llegó tarde.",
    tooMuch: (amount) => `Tienes ${amount}.`,
    away: "Estuviste fuera un rato. Así está ahora la mesa.",
  },
  helpOff: "La ayuda está apagada. Elige Pista o Entrenador en Ayuda o en Ajustes",
  seatWho: (seat, player) => `${player}, asiento ${seat}`,

  // Teclas
  keys: {
    main: "Apostar, después repartir; o cambiar cartas",
    digits: "Elegir una ficha, un acto o una carta para cambiar",
    undo: "Deshacer la última ficha",
    clear: "Borrar, o retirar las apuestas",
    rebet: "Repetir las últimas apuestas",
    double: "Repetir las últimas apuestas, dobladas",
    sides: "Repetir las últimas adicionales",
    ready: "Listo: repartir sin esperar al reloj",
    spots: "Ir a tus casillas; las flechas mueven, Intro añade una ficha, Supr la quita",
    state: "Decir cómo está la mesa",
    hurry: "Saltar el resto de la animación",
    pays: "Tablas de pagos",
    fair: "Juego limpio de esta mano",
    buy: "Añadir fichas",
  },

  // El panel
  meterName: (name) => (name === "meter" ? "Progresivo" : name),
  meterYours: (name) => `Has ganado el bote ${name}`,
  meterOf: (who, name) => `${who} ha ganado el bote ${name}`,
  meterChecked: (hand) => `${hand}, comprobada por la casa.`,
  meterAgain: (amount) => `El bote empieza de nuevo en ${amount}.`,
  panel: "Junto a la mesa",
  panelOpen: "Pagos",
  panelClose: "Cerrar",
  pays: "Pagos",
  log: "Mano",
  fair: "Prueba",
  help: "Ayuda",
  averageLoss: (loss, stake, spot) => `De promedio pierdes ${loss} de cada ${stake} de ${spot}`,
  ranking: "Manos, la mejor primero",
  paysHeading: "Lo que paga tu mano",
  paysTop: (pays) => `hasta ${pays}`,
  clauses: "Cláusulas",
  paysCaption: (name, letter, clause) => `${name}, tabla ${letter} (${clause})`,
  envyCaption: "Envidia, por la mano de cada otro jugador",
  paysOn: (parts) => `La deciden ${parts}.`,
  paysWith: (names) => `Gana cuando ganan ${and(names)}.`,
  paysHand: (count, all) =>
    count === all ? "tus cartas" : `tus primeras ${many(count, "carta", "cartas")}`,
  paysCommunity: "las cartas comunes",
  paysBox: "la caja de seis cartas",
  hand: "Mano",
  paysWhat: "Paga",
  clause: "Cláusula",
  rulesLink: "Todas las reglas de este juego",
  oddsLink: "Probabilidades y estrategia",
  logEmpty: "Aquí aparece lo que pasa en la mano.",
  commitment: (round) => `Compromiso con la barajada de la mano ${round}`,
  commitmentWhy:
    "La casa fijó su semilla antes de que nadie pudiera apostar; esta es su huella. La semilla " +
    "se muestra cuando termina la mano.",
  seedLabel: "Añade tu semilla",
  seedHint: "Hasta 64 caracteres, mientras se apuesta. Así nadie controla por sí solo la barajada.",
  seedSend: "Añadir",
  seedDone: (seed) => `Añadida: ${seed}`,
  verify: "Comprobar la última mano",
  verifyNone: "Aquí no tienes todavía ninguna mano terminada.",
  verifying: "Comprobando…",
  verified: (round) => `La mano ${round} se repartió según el compromiso.`,
  verifyFailed: (round) => `La mano ${round} no se cumple. Enséñaselo a la casa.`,
  verifySteps: {
    commitment: (holds) =>
      holds
        ? "La semilla coincide con la huella mostrada antes de la mano."
        : "La semilla no coincide con la huella.",
    shuffle: (number, holds) =>
      holds
        ? `La barajada ${number}, repetida aquí con la semilla, da el mismo mazo.`
        : `La barajada ${number}, repetida aquí, da otro mazo.`,
    none: "Para esta mano no se barajó: usó un mazo barajado en otra anterior.",
  },
  seedShown: "Semilla",
  seedsMixed: "Semillas de los jugadores",
  fairPage: "Más sobre el juego limpio",

  cents: (cents) => `${cents} ¢`,
  // Antes de un error
  warnTitle: "¿Seguro?",
  warnCost: (amount) => `Eso cuesta ${amount} de promedio.`,
  warnBack: "Elegir otra vez",
  warnGo: "Hacerlo igual",

  // Invitar a otros
  invite: "Invitar",
  invited: "El enlace a esta mesa está copiado: envíalo a quien quieras",
  inviteAt: (address) => `Envía este enlace: ${address}`,

  // La primera mano
  guide: {
    escape: "Esc",
    name: "Tu primera mano",
    next: "Siguiente",
    done: "Entendido",
    skip: "Saltar",
    bet: "Tu apuesta va aquí. Elige una ficha y pulsa la casilla, o toma las apuestas mínimas.",
    decide: "Tus cartas están repartidas. La pregunta y sus respuestas están abajo.",
    result: "Lo que tenías y lo que trajo cada apuesta. La fila que paga se ilumina.",
  },

  // Comprar fichas
  buyTitle: "Añadir fichas",
  buyCage: (amount) => `Puedes añadir hasta ${amount}.`,
  buyAmount: "Cantidad",
  buyHint: (chip) => `En fichas enteras de ${chip}.`,
  buyDo: "Añadir",
  buyTop: "Las fichas de práctica son gratis y vuelven solas.",
  buyNone: "No te quedan fichas que añadir. Cambia antes dinero en la caja.",
});
