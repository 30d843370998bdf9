// The places on the board that can be clicked: what can be done there, or why nothing can.
// Uses root, part, element of board.js.

const EVENT = "event";

// Put a button on every place where something can be done or something can be said; `onPick(place,
// items, button)` gets the moves of the place, `onRefused(place, why)` the reason for none.
export function dressPlaces(decides, onPick, onRefused) {
  undressPlaces();
  for (const [place, items] of itemsByPlace(decides.legal)) {
    const target = find(place, decides.seat);
    if (!target) continue;
    const button = put(target, place, items.every((item) => item.begins) ? "act later" : "act", label(target, items));
    button.addEventListener("click", () => onPick(place, items, button));
  }
  for (const [place, why] of Object.entries(decides.refused)) {
    const target = find(place, decides.seat);
    if (!target || target.querySelector(".act")) continue;
    const button = put(target, place, "act no", reason(target, why));
    button.tabIndex = -1;
    button.addEventListener("click", () => onRefused(place, why));
  }
}

export function undressPlaces() {
  for (const button of root.querySelectorAll(".act")) button.remove();
}

// What a place is called: "a1b1: no worker", "Mine at a1".
export function titleOf(target) {
  if (target.dataset.slot) return target.title || target.dataset.slot;
  const name = cardName(target);
  if (target.dataset.cell) return name ? `${name} at ${target.dataset.cell}` : target.dataset.cell;
  return name ?? "Event";
}

// The name of a card without the codes and symbols beside it.
function cardName(target) {
  const nodes = [...(target.querySelector(".gv-name")?.childNodes ?? [])].filter((node) => node.nodeType === Node.TEXT_NODE);
  const text = nodes.map((node) => node.data).join("");
  return text.replaceAll("\u00AD", "").trim().replace(/\s+/g, " ") || null;
}

function itemsByPlace(legal) {
  const found = new Map();
  for (const item of legal) {
    for (const place of item.places) found.set(place, [...(found.get(place) ?? []), item]);
  }
  return found;
}

function find(place, seat) {
  if (place === EVENT) return part("event");
  const target = root.querySelector(`[data-slot="${place}"], [data-cell="${place}"]`);
  if (target) return target;
  const panel = root.querySelectorAll(".gv-panel")[seat - 1];
  return [...panel.querySelectorAll(".gv-own")].find((own) => own.querySelector("i")?.textContent === place);
}

function put(target, place, kind, text) {
  const button = element("button", kind);
  button.type = "button";
  button.dataset.place = place;
  button.ariaLabel = button.title = text;
  target.classList.add("acted");
  // Its own picture role would hide the button from screen readers.
  if (target.hasAttribute("role")) target.setAttribute("role", "group");
  target.append(button);
  return button;
}

// Why nothing can be done there; most reasons name the place themselves.
function reason(target, why) {
  const title = titleOf(target);
  return why.includes(title) ? `${why[0].toUpperCase()}${why.slice(1)}` : `${title}: ${why}`;
}

function label(target, items) {
  const what = items.length === 1 ? items[0].words : `${items.length} choices`;
  return `${titleOf(target)}: ${what}`;
}
