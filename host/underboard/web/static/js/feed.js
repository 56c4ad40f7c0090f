// What goes on: the whole state first, then the changes as an event stream.  Where no stream can
// be had the page asks.  It comes back by itself after sleep, a restart or lost Wi-Fi.

import { read } from "./api.js";

const AGAIN_MS = [300, 1000, 2000, 4000];
// The server tells something every five seconds.
const SILENT_MS = 8000;
const POLL_MS = 2000;
const ASK_MS = 4000;
// After so many streams in a row that told nothing the page asks, and tries a stream now and then.
const FAILURES = 2;
const STREAM_AGAIN_MS = 15000;

export class Feed {
  // heard(state) for each state; linked(bool) when the connection comes or goes.
  constructor(heard, linked) {
    this.heard = heard;
    this.linked = linked;
    this.state = null;
    this.failures = 0;
    this.last = 0;
    this.streams = "EventSource" in window;
    for (const event of ["pageshow", "online", "focus"]) addEventListener(event, () => this.wake());
    addEventListener("offline", () => this.linked(false));
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    setInterval(() => {
      if (this.source && Date.now() - this.last > SILENT_MS) this.lost(this.source);
    }, 1000);
  }

  // Asks for the state, then follows the changes.
  async open() {
    const turn = (this.turn = (this.turn || 0) + 1);
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
    let state = null;
    try {
      state = await read("state", ASK_MS);
    } catch {
      // Not there, or no board yet.
    }
    if (turn !== this.turn) return;
    if (state) this.take(state);
    else this.linked(false);
    const polls = !this.streams || this.failures >= FAILURES;
    const due = this.streams && Date.now() - (this.streamed || 0) > STREAM_AGAIN_MS;
    if (state && (!polls || due)) this.follow(state.id);
    else this.timer = setTimeout(() => this.open(), state ? POLL_MS : AGAIN_MS[Math.min(this.failures++, 3)]);
  }

  take(state) {
    this.last = Date.now();
    this.state = state;
    this.linked(true);
    this.heard(state);
  }

  follow(after) {
    this.last = this.streamed = Date.now();
    const source = (this.source = new EventSource(`/api/events?after=${encodeURIComponent(after)}`));
    const hear = (work) => (event) => {
      if (source !== this.source) return;
      this.failures = 0;
      work(JSON.parse(event.data));
    };
    source.addEventListener("state", hear((data) => this.take(data)));
    source.addEventListener("change", hear((data) => this.take({ ...this.state, ...data })));
    source.addEventListener("beat", hear(() => {
      this.last = Date.now();
      this.linked(true);
    }));
    source.addEventListener("error", () => this.lost(source));
  }

  lost(source) {
    if (source !== this.source) return;
    source.close();
    this.source = null;
    if (Date.now() - this.last > SILENT_MS) this.linked(false);
    this.failures += 1;
    this.timer = setTimeout(() => this.open(), AGAIN_MS[Math.min(this.failures - 1, 3)]);
  }

  // Whoever comes back to the page sees what is now, not what an old connection had told.
  wake() {
    if (Date.now() - (this.woken || 0) < 500) return;
    this.woken = Date.now();
    this.failures = Math.min(this.failures, 1);
    this.open();
  }
}
