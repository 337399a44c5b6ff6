// @ts-check
// Palabras de los documentos: comprobantes, lo que se dibuja de una solicitud, cambios de límites.
import { plural } from "/static/base/plurals.js";

export default /** @satisfies {Page.Text} */ ({
  title: "Documentos",
  tabs: "Clases de documentos",
  slips: "Comprobantes y registros",
  drawn: "Carteles, tarjetas y tapetes",
  limits: "Cambio de límites",

  slipsLead:
    "Cada comprobante es una entrada del registro de una mesa. La primera impresión es el " +
    "original, las demás son copias; todas quedan registradas.",
  find: "Buscar comprobantes",
  table: "Mesa",
  anyTable: "todas las mesas",
  kind: "Documento",
  anyKind: "cualquiera",
  person: "Persona",
  number: "Número",
  numberHint: "Como F2026-0001",
  since: "Desde",
  until: "Hasta",
  search: "Buscar",
  unprinted: "Solo los que no se han impreso",
  kinds: {
    fill: "Comprobante de reposición",
    credit: "Comprobante de retirada",
    award: "Comprobante de premio progresivo",
    deck: "Registro de barajas",
    opening: "Apertura de mesa",
    closing: "Cierre de mesa",
    irregularity: "Informe de irregularidad",
    correction: "Registro de corrección",
    shift: "Informe de turno de una mesa",
    person: "Informe de turno de una persona",
  },
  count: (count) =>
    count === 0
      ? "No hay comprobantes así."
      : plural(count, "1 comprobante", `${count} comprobantes`),
  most: (count) => `Los ${count} últimos; afina la búsqueda para ver los anteriores.`,
  results: "Comprobantes, primero los últimos",
  slip: "Comprobante",
  when: "Cuándo",
  by: "Lo confirmó",
  amount: "Cantidad",
  printed: "Impreso",
  acts: "Leer o imprimir",
  never: "aún no",
  original: "el original",
  copies: (count) => `original, ${plural(count, "1 copia", `${count} copias`)}`,
  print: "Imprimir",
  printCopy: "Imprimir una copia",
  view: "Ver",
  viewOf: (title, number) => `${title} ${number}`,
  printOf: (words, number) => `${words} de ${number}`,
  made: (number) => `Impreso ${number}.`,
  entry: "Entrada",
  fromLog: "Del registro",
  signed: "Confirmado",
  byHand: "firmado a mano",
  under: (clauses) => `Según ${clauses}`,
  story: "La mano",
  void: (why) => `Anulado. ${why}`,

  game: "Juego",
  papers: "Documentos",
  drawnCaption: "Documentos de la solicitud actual, dibujados al abrirlos",
  drawnLead:
    "Las copias públicas son para mesas y paredes. Las de trámite nombran la cláusula de cada " +
    "punto y la huella de las reglas.",
  copy: "Copia",
  copyKinds: { public: "pública", filing: "de trámite" },
  paper: (name) => name.replace(".pdf", "").replace(".svg", " (dibujo)").replaceAll("-", " "),
  wholeHouse: "Toda la casa",
  filing: "La solicitud como trámite",
  screens: "Carteles en pantallas",
  screensCaption: "Carteles que siguen los botes de una mesa",
  screen: "Abrir el cartel",
  screenOf: (table) => `Abrir el cartel de ${table}`,

  limitsLead:
    "Una mesa cuyos límites difieren de la última solicitud. Anuncia la hora con al menos 30 " +
    "minutos: el aviso queda en el registro, en el cartel de la mesa y en papel. A esa hora " +
    "cierra la mesa y ábrela otra vez con la solicitud.",
  noLimits: "Todas las mesas tienen los límites de la última solicitud.",
  now: "Ahora",
  then: "Nuevos",
  range: (least, most) => `${least} a ${most}`,
  hour: "Desde",
  announce: "Anunciar",
  announceOf: (table) => `Anunciar el cambio en ${table}`,
  notice: "Imprimir el aviso",
  noticeOf: (table) => `Imprimir el aviso para ${table}`,
  announced: (hour, by) => `desde ${hour}, lo anunció ${by}`,
  isAnnounced: "El cambio está anunciado.",
  pending: "Cambios de límites",
  state: "Anuncio",
});
