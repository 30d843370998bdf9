// Hints, reasons, the evaluation: what the adviser says, in words and on the board.
// Uses element, addHint, clearHint of board.js.

const box = document.getElementById("advice");
const place = document.getElementById("advice-text");

export function closeAdvice() {
  box.hidden = true;
  clearHint();
}

export function showText(title, lines) {
  open(title, ...lines.map((line) => element("p", "", line)));
}

// `texts` by their headings.
export function showParts(title, texts) {
  const list = element("dl", "");
  for (const [name, text] of Object.entries(texts)) list.append(element("dt", "", name), element("dd", "", text));
  open(title, list);
}

// Show the best moves, and draw them on the board with their shares; `nameOf(seat)` of who goes on.
export function showHints(lines, seat, nameOf) {
  const said = (next) => (next.seat ? `${nameOf(next.seat)} ${next.words}` : next.words);
  const list = element("ol", "hints");
  for (const line of lines) {
    const entry = element("li", "");
    const share = `${percentOf(line.shares[seat - 1])} %`;
    const points = line.points ? `, ${line.points[seat - 1].toFixed(0)} points expected` : "";
    entry.append(element("b", "", line.words), ` (move ${line.number ?? "–"})`, element("p", "small", `wins ${share}${points}`));
    if (line.follow.length) entry.append(element("p", "small", `then ${line.follow.map(said).join("; ")}`));
    list.append(entry);
  }
  open("The best moves", list);
  drawHints(lines, seat);
}

export function drawHints(lines, seat) {
  clearHint();
  for (const line of lines.toReversed()) addHint(line.move, seat, `${percentOf(line.shares[seat - 1])} %`);
}

export const percentOf = (share) => (100 * share).toFixed(1);

function open(title, ...parts) {
  place.replaceChildren(element("h2", "", title), ...parts);
  box.hidden = false;
}
