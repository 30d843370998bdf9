// The analysis of a game: what the move at hand has cost, the luck of deals, the game's sums.

const GLYPHS = { small: "?!", error: "?", blunder: "??" };
const VERDICTS = { forced: "Forced move", none: "Good move", small: "Small loss", error: "Error", blunder: "Blunder" };
const LUCKY = 100; // thousandths of the win from which a deal is called lucky, and
const VERY_LUCKY = 200;

const isMistake = (item) => item.class === "error" || item.class === "blunder";
const mistakes = (game) => (game.review ? game.review.decisions.filter(isMistake) : []);
const number = (value) => (Math.abs(value) / 10).toFixed(1);
const percent = (value) => `${number(value)}\u00a0%`;
const sign = (value) => (value > 0 ? "+" : value < 0 ? "−" : "");
const gain = (value) => `${sign(value)}${percent(value)}`;
const shareText = (shares) => `${shares.map(number).join(" : ")}\u00a0%`;

// Each seat's win share as the judge has it: after every deal and move, and where luck was drawn.
function judgedCurves(game) {
  const { start, result } = game.review.sums;
  const points = [[0, start]];
  for (const [ply, item] of [...game.reviewed].sort(([one], [other]) => one - other)) {
    if (item.mean) points.push([ply - 1, item.mean]);
    points.push([ply, item.shares ?? item.played]);
  }
  points.push([game.changes.length, result]);
  return game.players.map((player, i) => ({
    seat: i + 1,
    points: points.map(([ply, shares]) => [ply, shares[i] / 10]),
    isDashed: false,
  }));
}

// The mistakes as marks on their players' curves.
function mistakeMarks(game) {
  return mistakes(game).map((item) => {
    const seat = game.seats[item.ply - 1];
    return { ply: item.ply, seat, value: item.played[seat - 1] / 10, glyph: GLYPHS[item.class], kind: item.class };
  });
}

// Draw both charts of a game; `silence` is said where nobody has evaluated anything.
function drawCurves(game, shareChart, scoreChart, silence) {
  const curves = game.review ? judgedCurves(game) : shareCurves(game);
  const marks = mistakeMarks(game);
  const isSilent = curves.every((curve) => curve.points.length === 0);
  const marked = marks.length ? `, ${marks.length} mistakes marked` : "";
  part("shares").hidden = isSilent;
  part("shares-note").textContent = isSilent ? silence : curvesNote(game, curves);
  shareChart.draw(game, curves, `Each player's expected win share${marked}`, marks);
  scoreChart.draw(game, scoreCurves(game), "Each player's score");
}

function curvesNote(game, curves) {
  if (game.review) return "The judge's evaluation after every move and deal. Marks: ? error, ?? blunder of that seat.";
  const silent = curves.filter((curve) => curve.isDashed).map((curve) => curve.seat);
  const dashed = silent.length ? `; dashed: seat ${silent.join(", ")} as evaluated by the others` : "";
  return `Each player's own evaluation at its moves${dashed}.`;
}

// A short mark for the list of moves and the line that says the move; null where there is little to say.
function verdictChip(item) {
  if (item?.luck) {
    const seat = luckiest(item);
    return seat && element("span", "gv-chip", `luck of seat ${seat}: ${gain(item.luck[seat - 1])}`);
  }
  const glyph = GLYPHS[item?.class];
  if (!glyph) return null;
  return element("span", `gv-chip gv-${item.class}`, `${glyph} ${VERDICTS[item.class].toLowerCase()} ${gain(-item.loss)}`);
}

// Show what the analysis says of a move or deal of the game.
function drawReview(game, ply) {
  part("review").hidden = !game.review;
  if (!game.review) return;
  const item = game.reviewed.get(ply);
  part("verdict").replaceChildren(...verdict(game, item, ply));
  part("facts").replaceChildren(...facts(game, item).map((text) => element("li", "", text)));
  part("lines").hidden = !item?.lines;
}

function verdict(game, item, ply) {
  if (!item) return [ply && game.seats[ply - 1] ? "This move was not analysed." : "Step to a move or deal to see what it changed."];
  if (item.luck) return luckVerdict(game, item);
  if (!item.loss) return [item.class === "forced" ? "Forced move." : "Best move."];
  const error = item.exact ? " (exact)" : item.error ? ` ± ${percent(item.error)}` : "";
  const name = [VERDICTS[item.class], GLYPHS[item.class]].filter(Boolean).join(" ");
  return [`${name}: loses ${percent(item.loss)}${error}${pointsText(item.points)}.`];
}

function pointsText(points) {
  if (points === null) return "";
  return points < 0 ? `, but gains ${number(points)} points` : ` and ${number(points)} points`;
}

// The seat for which a deal was lucky, null if it was for none.
function luckiest(item) {
  const most = Math.max(...item.luck);
  return most < LUCKY ? null : item.luck.indexOf(most) + 1;
}

function luckVerdict(game, item) {
  const seat = luckiest(item);
  if (!seat) return ["This deal was neither lucky nor unlucky."];
  const most = item.luck[seat - 1];
  const words = most < VERY_LUCKY ? "Lucky deal for seat" : "Very lucky deal for seat";
  return [`${words} `, seatMark(seat), ` ${game.players[seat - 1].name}: ${gain(most)}.`];
}

function facts(game, item) {
  if (!item || item.class === "forced") return [];
  const bySeat = (values, isShown = () => true) =>
    values.flatMap((value, i) => (isShown(value) ? [`seat ${i + 1} ${gain(value)}`] : [])).join(", ");
  const gained = bySeat(item.gained ?? [], (value) => value > 0);
  if (item.luck) {
    return [`Luck: ${bySeat(item.luck)} (± ${percent(item.error)}), compared with ${item.samples} other deals.`];
  }
  if (!item.words) return [`Rank ${item.rank} of ${item.legal} legal moves. Win share: ${shareText(item.played)}.`];
  return [
    `Better: ${item.words} (${item.best}).`,
    `Win share: ${shareText(item.better)} after the better move, ${shareText(item.played)} after the move played, which has rank ${item.rank} of ${item.legal}.`,
    ...(game.players.length > 2 && gained ? [`Who gained: ${gained}.`] : []),
    ...(item.second === null ? [] : [`Loss according to the second engine: ${item.second < 0 ? "−" : ""}${percent(item.second)}.`]),
    ...item.why.map((text, i) => `${i ? "" : "Why: "}${text}${/[.)]$/.test(text) ? "" : "."}`),
  ];
}

// Fill the table of the game's sums.
function drawSums(game) {
  if (!game.review) return;
  const { sums, players, finished, judge, second } = game.review;
  part("judge").textContent = `Judged by ${judge}${second ? `; blunders confirmed by ${second}` : ""}.`;
  const row = (name, values) => {
    const made = element("tr", "");
    const head = element("th", "", name);
    head.scope = "row";
    made.append(head, ...values.map((value) => element("td", "", value)));
    return made;
  };
  const seats = element("tr", "");
  seats.append(element("td", ""), ...players.map((player) => {
    const head = element("th", "");
    head.scope = "col";
    head.append(seatMark(player.seat));
    return head;
  }));
  const mean = (value, unit) => (value === null ? "–" : unit(value));
  part("sums").replaceChildren(
    seats,
    row("Win share at the start", sums.start.map(percent)),
    row("+ luck of the deals", sums.luck.map(gain)),
    row("+ skill: own losses, and what others gave away", sums.skill.map(gain)),
    row("+ what the judge changed its mind about", sums.drift.map(gain)),
    row(finished ? "= result" : "= win share at the last move", sums.result.map(percent)),
    row("Decisions that were not forced", players.map((player) => player.decisions)),
    row("Mean loss", players.map((player) => mean(player.loss_mean, (loss) => `${(100 * loss).toFixed(2)} %`))),
    row("Mean loss in points", players.map((player) => mean(player.loss_points_mean, (loss) => loss.toFixed(2)))),
    row("Small losses ?!", players.map((player) => player.classes.small)),
    row("Errors ?", players.map((player) => player.classes.error)),
    row("Blunders ??", players.map((player) => player.classes.blunder)),
  );
}
