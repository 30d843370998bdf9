// A socket that connects again by itself, with growing pauses, until it is stopped.

const FIRST_PAUSE = 500; // milliseconds, twice as long after each attempt in vain
const LONGEST_PAUSE = 15_000;
const STEADY = 5000; // a connection that lasted so long begins the pauses anew
const REFUSED = 1008; // the server does not want this socket: asking again would not help

export class LiveSocket {
  #path;
  #receive;
  #tell;
  #socket = null;
  #attempts = 0;
  #timer = 0;
  #isStopped = false;

  // `receive(message)` gets each message, parsed. `tell(state, reason)` is told of each change:
  // "connecting"; "open"; "waiting" for the next attempt; "refused", for good, with the server's
  // reason; "stopped", by `stop`.
  constructor(path, receive, tell = () => {}) {
    this.#path = path;
    this.#receive = receive;
    this.#tell = tell;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  // Send data as JSON; false where nothing is connected.
  send(data) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(data));
    return true;
  }

  // Close the socket for good.
  stop() {
    if (!this.#isStopped) this.#end("stopped");
  }

  #connect() {
    const address = new URL(this.#path, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    let opened = null;
    this.#tell("connecting");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      opened = performance.now();
      this.#tell("open");
    });
    socket.addEventListener("message", (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => {
      if (socket !== this.#socket) return;
      if (opened !== null && performance.now() - opened > STEADY) this.#attempts = 0;
      if (event.code === REFUSED || event.code >= 4000) this.#end("refused", event.reason);
      else this.#wait();
    });
  }

  #wait() {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#attempts);
    this.#attempts += 1;
    this.#tell("waiting");
    // Not all pages at once.
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  // The network or the reader is back: do not let them wait.
  #hurry = () => {
    if (document.hidden || this.#socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#connect();
  };

  #end(state, reason = "") {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#tell(state, reason);
  }
}
