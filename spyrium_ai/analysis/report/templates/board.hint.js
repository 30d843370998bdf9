// A move drawn on the table before it is made: its places outlined and named, a worker's way an arrow.

function clearHint() {
  for (const place of root.querySelectorAll(".gv-hinted")) place.classList.remove("gv-hinted");
  for (const made of root.querySelectorAll(".gv-badge, .gv-arrow")) made.remove();
}

// Draw a move of a seat, and nothing else; `label` is what to call it.
function drawHint(move, seat, label) {
  clearHint();
  addHint(move, seat, label);
}

// Draw a move beside those that are drawn.
function addHint(move, seat, label) {
  const places = hintPlaces(move, seat);
  for (const place of places) {
    place.classList.add("gv-hinted");
    if (place.matches("[data-slot]")) place.ariaLabel = place.title = `${place.title}; ${label} move here`;
  }
  const last = places.at(-1);
  // The event is a group of a list of terms, where only terms and their definitions may be.
  (last?.querySelector("dd") ?? last)?.append(element("span", `gv-badge gv-seat${seat}`, label));
  const [slot, cell] = places;
  if (slot?.matches("[data-slot]") && cell?.matches("[data-cell]")) part("market").append(arrow(slot, cell, seat));
}

// The slot and cell of a move, the building that it uses, or the event.
function hintPlaces(move, seat) {
  const words = move.split(":").filter((word) => word !== "II");
  const found = words.flatMap((word) => {
    if (!/^([a-c][1-3]){1,2}$/.test(word)) return [];
    return [...root.querySelectorAll(`[data-slot=${word}], [data-cell=${word}]`)];
  });
  if (words[0] === "event") found.push(part("event").parentNode);
  if (words[0] === "use" || words[0] === "reuse") {
    const owned = root.querySelectorAll(".gv-panel")[seat - 1].querySelectorAll(".gv-own");
    found.push(...[...owned].filter((one) => one.querySelector("i").textContent === words[1]).slice(0, 1));
  }
  return found;
}

function arrow(from, to, seat) {
  const frame = part("market").getBoundingClientRect();
  const middle = (place) => {
    const box = place.getBoundingClientRect();
    return [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];
  };
  const [x, y] = middle(from);
  const [toX, toY] = middle(to);
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const head = [[0, 0], [-12, 7], [-12, -7]].map(([along, across]) => [
    toX + along * dx - across * dy,
    toY + along * dy + across * dx,
  ]);
  const picture = svg("svg", { class: `gv-arrow gv-seat${seat}`, "aria-hidden": true, viewBox: `0 0 ${frame.width} ${frame.height}` });
  picture.append(
    svg("line", { x1: x, y1: y, x2: toX - 10 * dx, y2: toY - 10 * dy }),
    svg("polygon", { points: head.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" ") }),
  );
  return picture;
}
