// What every board needs: the place that it is drawn in, data of the page, and tracks with tables.

const root = document.getElementById("gv");
const data = JSON.parse(document.getElementById("gv-data").textContent);
const part = (name) => root.querySelector(`[data-gv=${name}]`);

// Give a track `tables`, the things on the table before its first move or deal and after each.
function addTables(track, start) {
  track.tables = [start];
  for (const change of track.changes) track.tables.push({ ...track.tables.at(-1), ...change });
}
