// All cards and events: drawn, filtered by typing, found by the address (/learn#Co).
// `clone` is a name of board.js.
import { announce } from "../common/announce.js";

const PAUSE = 600; // milliseconds after the last letter until the count is said
const filter = document.getElementById("filter");
const entries = [...document.querySelectorAll(".learn-entry")];
let timer = 0;

export function showReference() {
  for (const face of document.querySelectorAll("[data-face]")) {
    face.append(clone(`gv-card-${face.dataset.face}`));
    face.querySelector(".gv-tokens")?.append("token");
  }
  filter.addEventListener("input", () => {
    narrow();
    clearTimeout(timer);
    timer = setTimeout(() => announce(counted()), PAUSE);
  });
  addEventListener("hashchange", follow);
  narrow();
  follow();
}

const shown = () => entries.filter((entry) => !entry.hidden);
const counted = () => `${shown().length} of ${entries.length}`;

// Show the entries that have all words of the filter, each at the beginning of a word of theirs.
function narrow() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of entries) {
    const known = entry.dataset.words.toLowerCase().split(/[\s.,:]+/);
    entry.hidden = !words.every((word) => known.some((other) => other.startsWith(word)));
  }
  for (const group of document.querySelectorAll(".learn-group")) {
    group.hidden = !group.querySelector(".learn-entry:not([hidden])");
  }
  document.getElementById("filter-count").textContent = counted();
}

// Go to the place that the address names, a filtered entry too.
function follow() {
  const place = document.getElementById(location.hash.slice(1));
  if (!place) return;
  if (entries.includes(place) && place.hidden) {
    filter.value = "";
    narrow();
  }
  place.scrollIntoView();
  if (entries.includes(place)) place.focus({ preventScroll: true });
}
