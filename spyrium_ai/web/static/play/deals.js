// A deal by hand: what lies on a real table, entered word by word or by clicking on what is possible.
// Uses element of board.js.

const CELLS = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];

// Fill a place with the draft and the ways to go on; `onEnter(entry)` sends one.
export function drawDeal(place, decides, onEnter) {
  const parts = [overview(decides), asked(decides), possible(decides, onEnter), form(onEnter), buttons(decides, onEnter)];
  place.replaceChildren(...parts);
  place.hidden = false;
  place.querySelector("input").focus({ preventScroll: true });
}

function overview({ draft, setup, possible: { players, names } }) {
  const box = element("dl", "draft");
  const add = (name, text) => {
    const row = element("div", "");
    row.append(element("dt", "", name), element("dd", "", text || "–"));
    box.append(row);
  };
  const event = draft.token ? `${draft.event}, token ${draft.token}` : draft.event;
  if (setup) add("First player", draft.first ? `${draft.first} ${players[draft.first - 1]}` : "");
  add(setup ? "Event" : "Next event", event);
  if (setup) return box;
  for (const [i, name] of CELLS.entries()) {
    const [card, tokens] = draft.cells[i] ?? ["", []];
    const words = card && `${names[card]} ${card}`;
    add(name, tokens.length ? `${words}, ${tokens.join(" ")}` : words);
  }
  return box;
}

function asked({ missing, complete }) {
  return element("p", "", complete ? "Is this right? Deal it, or correct it: b2 M1." : `Next: ${missing.words}.`);
}

function possible({ missing, possible: { cards, events, effects, tokens, players, names } }, onEnter) {
  const box = element("div", "row possible");
  const add = (text, words, title = "") => {
    const button = element("button", "", words);
    button.title = title;
    button.type = "button";
    button.addEventListener("click", () => onEnter({ text }));
    box.append(button);
  };
  const what = missing?.what;
  if (what === "first") players.forEach((name, i) => add(String(i + 1), `${i + 1} ${name}`));
  else if (what === "event") events.forEach((event) => add(event, event, effects[event]));
  else if (what === "card") Object.entries(cards).forEach(([code, count]) => add(code, `${names[code]} ${code}${count > 1 ? ` ×${count}` : ""}`));
  else tokens.forEach((value) => add(String(value), String(value)));
  return box;
}

function form(onEnter) {
  const made = element("form", "row");
  const label = element("label", "", "What lies there");
  const input = element("input", "");
  label.htmlFor = input.id = "deal-text";
  input.maxLength = 200;
  input.autocomplete = "off";
  input.spellcheck = false;
  const button = element("button", "", "Enter");
  made.append(label, input, button, element("span", "muted small", "codes or names in reading order: W1 W2 Miner 3"));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) onEnter({ text: input.value.trim() });
  });
  return made;
}

function buttons({ complete }, onEnter) {
  const box = element("p", "row");
  const add = (words, entry, isPrimary, isOff) => {
    const button = element("button", isPrimary ? "primary" : "", words);
    button.type = "button";
    button.disabled = isOff;
    button.addEventListener("click", () => onEnter(entry));
    box.append(button);
  };
  add("Deal it", { done: true }, true, !complete);
  add("Clear", { clear: true }, false, false);
  return box;
}
