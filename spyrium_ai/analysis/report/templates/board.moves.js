// The list of all moves, and the faults among them.

// Scroll the list alone, not what it stands in.
function scrollTo(list, item) {
  const offset = item.getBoundingClientRect().top - list.getBoundingClientRect().top;
  if (offset < 0 || offset + item.offsetHeight > list.clientHeight) {
    list.scrollTop += offset - list.clientHeight / 3;
  }
}

function makeList(game) {
  const parts = [];
  let list = null;
  for (const [index, words] of game.words.entries()) {
    if (game.seats[index] === 0) {
      const turn = game.tables[index + 1].a1 === "" ? "Setup" : `Turn ${game.tables[index + 1].turn}`;
      list = element("ol", "gv-turn");
      parts.push(element("h4", "", turn), list);
    }
    const made = entry(index + 1, words, game.seats[index]);
    const chip = verdictChip(game.reviewed.get(index + 1));
    if (chip) made.firstElementChild.append(" ", chip);
    list.append(made);
    list.append(...faultEntries(game, index + 1));
  }
  part("list").replaceChildren(...faultEntries(game, 0), ...parts);
}

function entry(ply, text, seat, kind = "") {
  const button = element("button", kind);
  button.type = "button";
  button.dataset.ply = ply;
  button.append(...(seat ? [seatMark(seat), " "] : []), text);
  const item = element("li", "");
  item.append(button);
  return item;
}

function faultEntries(game, ply) {
  const faults = game.faults.filter((fault) => fault.ply === ply);
  return faults.map((fault) => entry(ply, `fault: ${fault.kind}`, fault.seat, "gv-fault-entry"));
}

function faultNote(game, fault) {
  const note = element("article", "gv-fault");
  const name = game.players[fault.seat - 1].name;
  note.append(element("h3", "", `Fault of ${name} (seat ${fault.seat}): ${fault.kind}`), element("p", "", fault.reason));
  if (fault.command) note.append(element("p", "", "Last command:"), element("pre", "", fault.command));
  if (fault.log.length) note.append(logBox(fault.log));
  return note;
}

function logBox(lines) {
  const place = element("div", "");
  const head = element("p", "", "Last lines of its input and output");
  const box = element("div", "gv-log");
  head.append(element("span", "gv-more", " (scroll up for earlier ones ↑)"), ":");
  box.append(element("pre", "", lines.join("\n")));
  box.tabIndex = 0;
  box.role = "region";
  box.ariaLabel = "Last lines";
  place.append(head, box);
  return place;
}

// Say so where a log has more lines than there is room for.
function markLogs() {
  for (const box of part("faults").querySelectorAll(".gv-log")) {
    box.parentNode.classList.toggle("gv-cut", box.scrollHeight > box.clientHeight);
  }
}

// What the player of a move has told of it, in pieces: time, nodes, expected win shares.
function* thoughts(game, index) {
  if (typeof game.times[index] === "number") yield `${game.times[index].toLocaleString("en")} ms`;
  if (typeof game.nodes[index] === "number") yield `${game.nodes[index].toLocaleString("en")} nodes`;
  const values = game.values[index];
  if (values) yield `expects ${values.map((value) => Math.round(value / 10)).join(" : ")} %`;
}
