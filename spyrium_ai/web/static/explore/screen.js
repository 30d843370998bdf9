// What stands around the board: the last move in words, faults.
// Uses part, element, seatMark, verdictChip, thoughts, faultNote, markLogs of board.js.

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
