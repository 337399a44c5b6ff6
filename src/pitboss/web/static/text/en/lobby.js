export default {
  title: "Tables open now",
  table: "Table",
  limits: "Limits",
  range: (least, most) => `${least} to ${most}`,
  seats: "Seats taken",
  taken: (taken, seats) => `${taken} of ${seats}`,
  sit: "Sit down",
};
