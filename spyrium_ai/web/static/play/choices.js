// The list of what can be done, in groups; arrow keys go through it.
// Uses element of board.js.

import { chips } from "./goods.js";

// Fill a place with the legal moves. `onPick(item)` is called with the one that is chosen,
// `onPoint(item)` with the one that is pointed at, null when none is.
export function drawChoices(place, legal, onPick, onPoint) {
  const groups = grouped(legal);
  const now = [];
  const later = [];
  for (const [heading, items] of groups) (items[0].begins ? later : now).push(groupOf(heading, items, onPick, onPoint));
  const parts = [...now];
  if (later.length) parts.push(now.length ? phaseTwo(later) : wrapped(later));
  place.replaceChildren(...parts);
  roving(place);
}

// One move as a button with its words, what it costs and what it gives.
export function choice(item, words, onPick, onPoint = () => {}) {
  const button = element("button", "choice");
  button.type = "button";
  button.dataset.move = item.move;
  const number = element("span", "number", item.number);
  button.append(number, element("span", "words", words), ...chips(item));
  button.addEventListener("click", () => onPick(item));
  for (const type of ["mouseenter", "focus"]) button.addEventListener(type, () => onPoint(item));
  for (const type of ["mouseleave", "blur"]) button.addEventListener(type, () => onPoint(null));
  return button;
}

function grouped(legal) {
  const groups = new Map();
  for (const item of legal) groups.set(item.heading, [...(groups.get(item.heading) ?? []), item]);
  return groups;
}

function groupOf(heading, items, onPick, onPoint) {
  const group = element("section", "group");
  const list = element("ul", "");
  for (const item of items) {
    const entry = element("li", "");
    entry.append(choice(item, item.short, onPick, onPoint));
    list.append(entry);
  }
  group.append(element("h3", "", heading), list);
  return group;
}

// What ends one's Phase I is closed at first, so that nobody does it unawares.
function phaseTwo(groups) {
  const box = element("details", "phase-two");
  const count = groups.reduce((sum, group) => sum + group.querySelectorAll("button").length, 0);
  box.append(element("summary", "", `Begin Phase II (${count} choices)`), ...groups);
  return box;
}

function wrapped(groups) {
  const box = element("div", "");
  box.append(...groups);
  return box;
}

// One stop of the Tab key; arrows, Home and End go on from there.
function roving(place) {
  const buttons = () => [...place.querySelectorAll("button.choice")].filter((one) => one.checkVisibility());
  const first = place.querySelector("button.choice");
  for (const button of place.querySelectorAll("button.choice")) button.tabIndex = button === first ? 0 : -1;
  place.onkeydown = (event) => {
    const all = buttons();
    const at = all.indexOf(event.target.closest("button.choice"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || !all[to]) return;
    event.preventDefault();
    all[at].tabIndex = -1;
    all[to].tabIndex = 0;
    all[to].focus();
  };
  for (const box of place.querySelectorAll("details")) {
    box.addEventListener("toggle", () => {
      const inner = box.querySelector("button.choice");
      if (box.open && inner) inner.tabIndex = 0;
    });
  }
}
