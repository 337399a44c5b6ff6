// @ts-check
// Palabras de la página de estadísticas.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Estadísticas",
  lead: "Lo que ganaron las mesas, junto a lo que las tablas de pagos esperan de lo jugado.",
  filters: "Periodo y mesas",
  period: "Periodo",
  periods: {
    today: "Hoy",
    week: "Los últimos 7 días",
    month: "Este mes hasta hoy",
    year: "Este año hasta hoy",
    own: "Días elegidos",
  },
  from: "Primer día",
  to: "Último día",
  by: "Agrupar por",
  groups: {
    table: "mesa",
    game: "juego",
    hour: "hora",
    shift: "turno",
    day: "día",
    month: "mes",
    year: "año",
  },
  table: "Mesa",
  game: "Juego",
  all: "todas",
  show: "Mostrar",
  utc: "Los días son de tiempo universal; los turnos empiezan a las 06, las 14 y las 22.",
  working: "Leyendo los libros…",
  progress: (read, all) => `${read} de ${all} manos leídas`,
  rounds: "Manos leídas",
  none: "En este periodo no terminó ninguna mano ni se movió dinero.",
  badDays: "El último día es anterior al primero.",
  ready: "Las estadísticas están a la vista.",

  periodOf: (start, end, by) => `${start === end ? start : `${start} a ${end}`}, por ${by}`,
  finding: (flags, groups, expected) =>
    `Grupos inusuales: ${flags} ` +
    `por su ganancia, de ${groups}; el azar solo señala ${expected}.`,
  wrongPayments: (count) =>
    plural(
      count,
      "Una fila se pagó de otro modo que su tabla.",
      `${count} filas se pagaron de otro modo que su tabla.`,
    ),
  paidRight: "Cada pago fue como dice su tabla.",
  cards: (names) => `Manos iniciales que no parecen azar: ${names}.`,
  hold: (names) => `Ganancia sobre drop lejos de su base: ${names}.`,
  left: (count) => `Manos con un pago deshecho, fuera de la prueba: ${count}.`,

  chart: "Resultado de cada grupo frente a lo que espera el azar",
  chartLead: "Resultado de todas las apuestas menos las progresivas, en dólares",
  chartOf: (title, result, low, high) => `${title}: ${result}; 95 de 100 entre ${low} y ${high}`,
  unusual: (chance) => `inusual: 1 de ${chance} por azar`,
  band: "95 de 100, tal como se jugó",
  actual: "resultado",
  theory: "teoría, jugando bien",
  expected: "esperado",

  figures: "Cifras de cada grupo",
  figuresOf: {
    group: "Grupo",
    flags: "Señales",
    rounds: "Manos",
    decisions: "Decisiones por hora",
    drop: "Drop",
    win: "Ganancia",
    hold: "Ganancia sobre drop",
    base: "Base",
    result: "Resultado",
    theory: "Teoría",
    expected: "Esperado",
    interval: "95 de 100",
    p: "Por azar",
  },
  interval: (low, high) => `${low} a ${high}`,
  oneIn: (chance) => `1 de ${chance}`,
  absent: "–",
  flags: {
    win: "ganancia",
    payments: "pagos",
    cards: "manos iniciales",
    hold: "ganancia sobre drop",
  },
  noFlag: "ninguna",

  wrong: "Filas pagadas de otro modo que su tabla",
  rowsOf: {
    group: "Grupo",
    wager: "Apuesta",
    hand: "Mano",
    odds: "Pago",
    times: "Veces",
    stake: "Apostado",
    paid: "Pagado",
    due: "Debido",
  },
  liability: "Deuda de los progresivos",
  meter: "Bote",
  stands: "Marca",
  liabilityTotal: "Todos los botes",

  papers: "Documentos de estas cifras",
  forms: { pdf: "PDF", xlsx: "Libro de cálculo", csv: "CSV" },
  print: "Imprimir esta página",
  how: "Cómo se hacen estas cifras",
  howText: [
    "El drop es el dinero cambiado por fichas; la ganancia es lo que ganó con él el inventario, " +
      "sin reposiciones ni retiradas. Incluye lo que va a los botes y las correcciones.",
    "El resultado es lo que ganaron las apuestas, sin las progresivas. La teoría es la ventaja " +
      "del mejor juego con lo apostado antes de repartir.",
    "Los jugadores no juegan perfecto. Por eso lo esperado y su intervalo toman cada decisión " +
      "como fue y reparten otra vez solo la última carta de cada mano, miles de veces.",
    "5 de 100 grupos de manos honradas son inusuales, juegue quien juegue. Una señal es motivo " +
      "para mirar, no una falta. Un pago distinto de su tabla es una falta al momento.",
    "La base es la ganancia sobre drop del año pasado, en el primer año la del mes pasado, con " +
      "la dispersión de sus días: historia, no probabilidad.",
  ],
});
