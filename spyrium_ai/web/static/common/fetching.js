// Questions to the server in JSON, and its refusals in words.

const SILENCE = "The server does not answer. Start spyrium-ai web again, and open the link that it prints.";

// What the server refused: `message` says why, `status` is that of the answer, 0 without one.
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.name = "Refusal";
    this.status = status;
  }
}

// Return the answer's data; throws a Refusal. An AbortSignal of `options.signal` ends the wait with
// an AbortError, which `wasAborted` knows.
export function get(address, options = {}) {
  return ask(address, options);
}

// As `get`, for what changes something: `body` is sent as JSON.
export function post(address, body = {}, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return ask(address, { method: "POST", headers, body: JSON.stringify(body), ...options });
}

// As `get`, for what is to be ended.
export function remove(address, options = {}) {
  return ask(address, { method: "DELETE", ...options });
}

export function wasAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

// Return a function that gives the signal of a new question and ends the wait for the one before,
// for where the latest alone counts: `get(address, { signal: renewed() })`.
export function renewing() {
  let controller = null;
  return () => {
    controller?.abort();
    controller = new AbortController();
    return controller.signal;
  };
}

async function ask(address, options) {
  let answer;
  let data;
  try {
    answer = await fetch(address, { cache: "no-store", ...options });
    data = await read(answer);
  } catch (error) {
    throw wasAborted(error) ? error : new Refusal(0, SILENCE);
  }
  if (!answer.ok) throw new Refusal(answer.status, data?.error ?? `The server answered with ${answer.status}.`);
  return data;
}

// Return the data of an answer, null where it has none that can be read.
async function read(answer) {
  const text = await answer.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
