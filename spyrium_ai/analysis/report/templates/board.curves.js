// Curves over the moves of a game, as SVG drawn for the width that there is.

const MARGIN = { left: 34, right: 24, top: 16, bottom: 6 };
const HEIGHT = 150;

function svg(tag, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

// Each player's expected win share in per cent: its own evaluation at its moves. A player without
// evaluations is drawn as the others evaluate it.
function shareCurves(game) {
  return game.players.map((player, i) => {
    const own = (ply) => game.seats[ply] === i + 1;
    const said = game.values.map((values, ply) => ({ ply, values })).filter((item) => item.values);
    const isSilent = !said.some((item) => own(item.ply));
    const points = said
      .filter((item) => isSilent || own(item.ply))
      .map((item) => [item.ply + 1, item.values[i] / 10]);
    return { seat: i + 1, points, isDashed: isSilent };
  });
}

function scoreCurves(game) {
  return game.players.map((player, i) => ({
    seat: i + 1,
    points: game.tables.map((table, ply) => [ply, table[`${i + 1}.total`]]),
    isDashed: false,
  }));
}

// A chart in a place of the page. Its scale ends with a multiple of `step`; `onPick` gets the number
// of the move that is pointed at.
class Chart {
  constructor(place, unit, step, onPick) {
    this.place = place;
    this.unit = unit;
    this.step = step;
    const pick = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      const box = this.place.getBoundingClientRect();
      const inner = box.width - MARGIN.left - MARGIN.right;
      const ply = Math.round(((event.clientX - box.left - MARGIN.left) / inner) * this.last);
      onPick(Math.max(0, Math.min(this.last, ply)));
    };
    place.addEventListener("pointerdown", pick);
    place.addEventListener("pointermove", pick);
  }

  // `marks` stand on curves, each at the value of a seat at a ply: a shape by `kind`, a text `glyph`.
  draw(game, curves, label, marks = []) {
    this.game = game;
    this.curves = curves.filter((curve) => curve.points.length);
    this.last = game.changes.length;
    const highest = Math.max(1, ...curves.flatMap((curve) => curve.points.map((point) => point[1])));
    this.top = this.step * Math.ceil(highest / this.step);
    this.width = Math.max(200, this.place.clientWidth);
    const picture = svg("svg", { viewBox: `0 0 ${this.width} ${HEIGHT}`, role: "img", "aria-label": label });
    this.cursor = svg("g", { class: "gv-cursor" });
    picture.append(...this.grid(), ...this.faults(), ...this.curves.map((curve) => this.line(curve)));
    picture.append(...marks.map((mark) => this.markOf(mark)), ...this.ends(), this.cursor);
    this.place.replaceChildren(picture);
  }

  x(ply) {
    return MARGIN.left + (ply / Math.max(1, this.last)) * (this.width - MARGIN.left - MARGIN.right);
  }

  y(value) {
    return HEIGHT - MARGIN.bottom - (value / this.top) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  }

  grid() {
    const lines = [0, this.top / 2, this.top].flatMap((value) => [
      svg("line", { class: "gv-grid", x1: MARGIN.left, x2: this.x(this.last), y1: this.y(value), y2: this.y(value) }),
      svg("text", { class: "gv-scale", x: MARGIN.left - 4, y: this.y(value) + 4, "text-anchor": "end" }, `${value}${this.unit}`),
    ]);
    const turns = this.game.moves.flatMap((move, i) => {
      if (!move.startsWith("deal:")) return [];
      const x = this.x(i + 1);
      return [
        svg("line", { class: "gv-grid", x1: x, x2: x, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }),
        svg("text", { class: "gv-scale", x: x + 3, y: MARGIN.top - 5 }, `turn ${this.game.tables[i + 1].turn}`),
      ];
    });
    return [...lines, ...turns];
  }

  faults() {
    return this.game.faults.map((fault) =>
      svg("line", { class: "gv-fault-line", x1: this.x(fault.ply), x2: this.x(fault.ply), y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom }),
    );
  }

  line(curve) {
    const points = curve.points.map(([ply, value]) => `${this.x(ply).toFixed(1)},${this.y(value).toFixed(1)}`);
    const dash = curve.isDashed ? " gv-dashed" : "";
    return svg("polyline", { class: `gv-line gv-seat${curve.seat}${dash}`, points: points.join(" ") });
  }

  markOf({ ply, seat, value, glyph, kind }) {
    const [x, y] = [this.x(ply), this.y(value)];
    const made = svg("g", { class: `gv-mistake gv-${kind} gv-seat${seat}` });
    const shape = kind === "blunder"
      ? svg("path", { d: `M${x} ${y - 6}l6 6-6 6-6-6z` })
      : svg("circle", { cx: x, cy: y, r: 4 });
    const isHigh = y < MARGIN.top + 14;
    made.append(shape, svg("text", { x, y: isHigh ? y + 18 : y - 8, "text-anchor": "middle" }, glyph));
    return made;
  }

  // The number of each seat beside the end of its curve, none upon another.
  ends() {
    const ends = this.curves
      .map((curve) => ({ seat: curve.seat, y: this.y(curve.points.at(-1)[1]) }))
      .sort((one, other) => one.y - other.y);
    const lowest = HEIGHT - 8;
    ends.forEach((end, i) => {
      if (i) end.y = Math.max(end.y, ends[i - 1].y + 13);
    });
    ends.reverse().forEach((end, i) => {
      end.y = Math.min(end.y, i ? ends[i - 1].y - 13 : lowest);
    });
    return ends.map((end) =>
      svg("text", { class: `gv-end-mark gv-seat${end.seat}`, x: this.x(this.last) + 6, y: end.y + 4 }, end.seat),
    );
  }

  // Mark a move, and each curve's value then.
  mark(ply) {
    const x = this.x(ply);
    const marks = [svg("line", { x1: x, x2: x, y1: MARGIN.top, y2: HEIGHT - MARGIN.bottom })];
    for (const curve of this.curves) {
      const point = curve.points.findLast((other) => other[0] <= ply);
      if (point) marks.push(svg("circle", { class: `gv-seat${curve.seat}`, cx: this.x(point[0]), cy: this.y(point[1]), r: 4 }));
    }
    this.cursor.replaceChildren(...marks);
  }
}
