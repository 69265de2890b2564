// The line to the house: one for all pages of a browser, which keeps only a few connections. It is dead when no beat is
// heard for a while, and is then tried again until somebody answers.

import { at } from "./base.js";

const SILENCE = 5000;          // no beat for so long, and the line is dead
const ANSWER = 1500;           // so long a try may take
const PATIENT = 8000;          // and every sixth, for a house that is slow
const PAUSE = 400;             // and so long it is until the next
const CONNECTIONS = 6;         // as many as a browser keeps to a house
const PROBE = 800;             // so long it takes to find out that one of them is dead

/** A line that says `hear({ kind, .. })` of all that comes, and of itself: "open" or "lost". */
export class Line {
  #hear;
  #query = "";
  #stream = null;
  #timer = 0;
  #turn = 0;
  #tries = 0;
  state = "new";

  constructor(hear) {
    this.#hear = hear;
  }

  /** From now on for these tables, and for the player's own where `due`; with neither it is hung up. */
  want(tables, due) {
    const query = new URLSearchParams(tables.map((table) => ["table", table]));
    if (due) query.set("due", "1");
    this.#query = query.toString();
    this.open();
  }

  open() {
    this.close();
    if (!this.#query) return;
    const stream = new EventSource(at(`/events?${this.#query}`));
    this.#stream = stream;
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#fail(true), this.#tries % 6 ? ANSWER : PATIENT);
    stream.onerror = () => this.#fail();
    stream.addEventListener("beat", () => this.#alive());
    for (const kind of ["table", "watching", "due"])
      stream.addEventListener(kind, (event) => {
        this.#alive();
        this.#hear({ kind, said: JSON.parse(event.data) });
      });
  }

  close() {
    this.#turn += 1;
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = null;
  }

  #alive() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail(true), SILENCE);
    this.#tries = 0;
    this.#be("open");
  }

  /** To be tried again soon. Where nobody said that the line is dead, all else that this browser keeps may be too. */
  async #fail(silently = false) {
    this.close();
    this.#be("lost");
    const turn = this.#turn;
    if (silently) await dropDead();
    if (turn === this.#turn) this.#timer = setTimeout(() => this.open(), PAUSE * (0.7 + 0.3 * Math.random()));
  }

  #be(state) {
    if (this.state === state) return;
    this.state = state;
    this.#hear({ kind: "line", said: state });
  }
}

/** Asks on every connection at once, so that the browser lets go of those on which no answer comes. */
function dropDead() {
  const ask = () => fetch(at("/static/icon.svg"), { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROBE) });
  return Promise.allSettled(Array.from({ length: CONNECTIONS }, ask));
}
