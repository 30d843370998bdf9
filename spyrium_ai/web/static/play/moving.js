// A worker's way across the board, drawn for a moment.
// Uses root, part, clone, hintPlaces of board.js.

const isStill = matchMedia("(prefers-reduced-motion: reduce)");
const DURATION = 450; // milliseconds

// Let a worker of the seat go where its move has put it, or from where it has been taken.
export function animate(move, seat) {
  if (isStill.matches || !seat) return;
  const slot = hintPlaces(move, seat).find((place) => place.matches("[data-slot]"));
  const panel = root.querySelectorAll(".gv-panel")[seat - 1];
  if (!slot || !panel) return;
  const home = panel.querySelector(".gv-seat").getBoundingClientRect();
  const there = slot.getBoundingClientRect();
  const places = move.replace(/^II:/, "").startsWith("place") || move.includes("event:") ? [home, there] : [there, home];
  fly(seat, ...places);
}

function fly(seat, from, to) {
  const pawn = clone("gv-template-pawn").firstElementChild;
  pawn.classList.add(`gv-seat${seat}`, "flying");
  pawn.querySelector("b").textContent = seat;
  root.append(pawn);
  const at = (box) => `translate(${box.left + box.width / 2}px, ${box.top + box.height / 2}px)`;
  const flight = pawn.animate([{ transform: at(from) }, { transform: at(to) }], { duration: DURATION, easing: "ease-in-out" });
  flight.finished.finally(() => pawn.remove());
}
