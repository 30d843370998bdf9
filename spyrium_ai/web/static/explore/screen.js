// What stands around the board: the last move in words, faults, curves.
// Uses part, element, seatMark, verdictChip, the curves of board.js.

// Say the last move, what its player thought, what it cost, and the faults that happened after it.
export function tell(game, track, index, branch) {
  const seat = index ? track.seats[index - 1] : 0;
  const who = seat ? [seatMark(seat), ` ${game.players[seat - 1].name} `] : [];
  const name = branch && element("span", "gv-chip", nameOf(branch));
  const chip = branch ? null : verdictChip(game.reviewed.get(index));
  const said = index ? `${track.words[index - 1]}.` : branch ? "The table before the line." : "The table before the first move.";
  part("said").replaceChildren(...(name ? [name, " "] : []), ...who, said, ...(chip ? [" ", chip] : []));
  part("last").classList.toggle("gv-aside", Boolean(branch));
  const thought = branch ? [] : thoughts(game, index - 1);
  part("thought").textContent = index ? [...thought, track.moves[index - 1]].join(", ") : "";
  const faults = branch ? [] : game.faults.filter((fault) => fault.ply === index);
  part("faults").replaceChildren(...faults.map((fault) => faultNote(game, fault)));
  markLogs();
}

function nameOf({ label, from }) {
  if (label === "better") return "better line";
  return label === "played" ? "line of the move played" : `branch after move ${from}`;
}

function* thoughts(game, index) {
  if (typeof game.times[index] === "number") yield `${game.times[index].toLocaleString("en")} ms`;
  if (typeof game.nodes[index] === "number") yield `${game.nodes[index].toLocaleString("en")} nodes`;
  const values = game.values[index];
  if (values) yield `expects ${values.map((value) => Math.round(value / 10)).join(" : ")} %`;
}

export function drawCharts(game, shareChart, scoreChart) {
  const curves = game.review ? judgedCurves(game) : shareCurves(game);
  const marks = mistakeMarks(game);
  const isSilent = curves.every((curve) => curve.points.length === 0);
  const marked = marks.length ? `, ${marks.length} mistakes marked` : "";
  part("shares").hidden = isSilent;
  part("shares-note").textContent = isSilent ? "No evaluations are known: analyse the game to see them." : noteOf(game, curves);
  shareChart.draw(game, curves, `Each player's expected win share${marked}`, marks);
  scoreChart.draw(game, scoreCurves(game), "Each player's score");
}

function noteOf(game, curves) {
  if (game.review) return "The judge's evaluation after every move and deal. Marks: ? error, ?? blunder of that seat.";
  const silent = curves.filter((curve) => curve.isDashed).map((curve) => curve.seat);
  const dashed = silent.length ? `; dashed: seat ${silent.join(", ")} as evaluated by the others` : "";
  return `Each player's own evaluation at its moves${dashed}.`;
}
