// What a move costs and gives, as chips beside its words.
// Uses element of board.js.

const SIGNS = {
  pounds: (count) => `£${count}`,
  spyrium: (count) => `${count} Spyrium`,
  points: (count) => `${count} VP`,
  workers: (count) => (count === 1 ? "1 worker" : `${count} workers`),
  residence: () => "residence",
};

export function chips(item) {
  return [...chipsOf(item.cost, "−", "cost"), ...chipsOf(item.gain, "+", "gain")];
}

function chipsOf(goods, sign, kind) {
  return Object.entries(goods).map(([name, count]) => element("span", `chip ${kind}`, `${sign}${SIGNS[name](count)}`));
}
