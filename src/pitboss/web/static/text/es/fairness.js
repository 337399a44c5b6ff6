// @ts-check
// Palabras de la página del juego limpio.
export default /** @satisfies {Page.Text} */ ({
  title: "Juego limpio",
  lead:
    "La casa no puede elegir tus cartas después de ver tus apuestas, y tú tampoco. Aquí está " +
    "por qué, y cómo comprobarlo.",
  how: "Cómo se demuestra una barajada",
  steps: [
    [
      "La casa se compromete",
      "Al acabar una mano se saca la semilla de la siguiente: 32 bytes al azar. Su huella " +
        "SHA-256, el compromiso, se publica y queda encadenada al registro de la mesa antes de " +
        "que nadie pueda apostar. De una huella no se vuelve a su semilla, ni se encuentra otra " +
        "semilla que la dé.",
    ],
    [
      "Puedes añadir tu semilla",
      "Hasta «no va más» cada jugador puede añadir una semilla. Cambia toda la barajada de un " +
        "modo que nadie, ni la casa, puede prever.",
    ],
    [
      "Las semillas dan el mazo",
      "La semilla, el número de la barajada y las semillas de los jugadores hacen una clave; la " +
        "clave, una serie de números; y la serie baraja el mazo carta a carta, con todos los " +
        "órdenes igual de probables. Las mismas semillas dan siempre el mismo mazo.",
    ],
    [
      "La casa la muestra",
      "Cuando la mano termina o se anula, la casa muestra la semilla. Su huella debe ser el " +
        "compromiso, y barajar con ella debe dar el mazo que se repartió.",
    ],
  ],
  now: "Compromisos de ahora",
  nowLead:
    "La próxima barajada de cada mesa ya está fijada. Anota un compromiso, juega la mano y " +
    "compara.",
  table: "Mesa",
  round: "Mano",
  commitment: "Compromiso",
  copy: "Copiar",
  copied: "Copiado.",
  physical: "Cartas físicas, barajadas en la mesa: no hay semilla.",
  noCommitment: "sin semilla aún",
  byTable: "Por mesa, para la próxima mano",
  check: "Comprobar una mano que jugaste",
  checkLead:
    "Tu navegador hace las cuentas: saca la huella de la semilla, baraja un mazo nuevo con ella " +
    "y lo compara con el que se repartió. La casa solo aporta el registro.",
  which: "Mano",
  roundOf: (table, round, when) => `${table}, mano ${round}, ${when}`,
  noRounds: "Todavía no tienes manos terminadas. Siéntate, juega una y vuelve.",
  logIn: "Las manos solo se muestran a quienes las jugaron. Siéntate en una mesa, o entra.",
  go: "Comprobarla",
  results: "Resultados",
  checked: "Prueba",
  verdict: "Veredicto",
  yes: "se cumple",
  no: "no se cumple",
  hash: "La huella de la semilla es el compromiso",
  sameAsNoted: "El compromiso es el que este navegador anotó antes de la mano",
  deck: (number) => `La barajada ${number} da el mazo que se repartió`,
  houseSays: "La comprobación de la casa coincide",
  byHand:
    "Las cartas de esta mano se barajaron a mano: hay un compromiso, pero ninguna barajada que " +
    "repetir.",
  all: "Todo se cumple: las cartas estaban fijadas antes de que apostaras.",
  bad: "Algo no se cumple. Avisa a un supervisor de sala y deja abierta esta página.",
  working: "Comprobando…",
  seed: "Semilla",
  playerSeeds: "Semillas de los jugadores",
  none: "ninguna",
  derived: (number) => `El mazo de la barajada ${number}, desde arriba`,
  own: "Comprobar solo con los números",
  ownLead:
    "No se envía nada a ninguna parte. Pega lo que anotaste; esta página saca el mazo por sí " +
    "sola, incluso sin conexión.",
  seedField: "Semilla mostrada, 64 cifras hexadecimales",
  commitmentField: "Compromiso, 64 cifras hexadecimales",
  seedsField: "Semillas de los jugadores en el orden en que se añadieron, una por línea",
  numberField: "Qué barajada de la mano",
  sizeField: "Cartas del mazo",
  derive: "Sacar el mazo",
  badHex: "Una semilla tiene 64 cifras hexadecimales.",
  exactly: "La receta exacta",
  recipe: [
    "compromiso = SHA-256(«pitboss seed», un byte cero, los 32 bytes de la semilla)",
    "clave = HMAC-SHA256 con la semilla, de: «pitboss shuffle», un byte cero, el número de la " +
      "barajada en 4 bytes, y por cada semilla de jugador su longitud en 4 bytes y su texto en " +
      "UTF-8; primero el byte más alto",
    "números = la serie de ChaCha20 de esa clave (RFC 8439; contador y nonce a cero), leída en " +
      "palabras de 32 bits, primero el byte más bajo",
    "las cartas van de los doses a los ases, cada valor en tréboles, diamantes, corazones y " +
      "picas, y al final los comodines",
    "para cada lugar desde el último hasta el segundo: toma el número siguiente, sáltalo si no " +
      "es menor que el mayor múltiplo del lugar que no pasa de 2³², y cambia la carta de ese " +
      "lugar por la del resto",
  ],
  sources:
    "En el programa: house/chance.py baraja, house/fairness.py lo repite sin compartir código " +
    "con él, y esta página lo repite por tercera vez.",
  timeline: "De izquierda a derecha: compromiso, apuestas, no va más, cartas, semilla mostrada",
  marks: ["compromiso", "apuestas", "no va más", "cartas", "semilla mostrada"],
});
