// Dates as all pages show them: the day and the minute, in the time of this machine.

// Of a time in ISO 8601; null where it is none.
export function minuteOf(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return null;
  const two = (number) => String(number).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

// Of the name of a kept game, which begins with the minute in which it was begun.
export function minuteOfName(name) {
  const [, day, hour, minute] = /^(\d{4}-\d\d-\d\d)-(\d\d)(\d\d)/.exec(name) ?? [];
  return day ? `${day} ${hour}:${minute}` : null;
}
