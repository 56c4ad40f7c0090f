// The event stream: the whole state first, then what changed.  It comes back by itself
// after sleep, a restart of the server or lost Wi-Fi.

import { read } from "./api.js";

const AGAIN_MS = [500, 1000, 2000, 4000];
const SILENT_MS = 30000;
const POLL_MS = 2000;

export class Feed {
  // heard(state) for each state; linked(bool) when the connection comes or goes.
  constructor(heard, linked) {
    this.heard = heard;
    this.linked = linked;
    this.state = null;
    this.tried = 0;
    this.last = 0;
    for (const event of ["pageshow", "online"]) addEventListener(event, () => this.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.wake();
    });
    setInterval(() => {
      if (this.source && Date.now() - this.last > SILENT_MS) this.open();
    }, 5000);
  }

  open() {
    clearTimeout(this.timer);
    this.source?.close();
    if (!("EventSource" in window)) {
      this.poll();
      return;
    }
    this.last = Date.now();
    const source = (this.source = new EventSource("/api/events"));
    const take = (change) => (event) => {
      this.last = Date.now();
      const data = JSON.parse(event.data);
      this.state = change ? { ...this.state, ...data } : data;
      this.tried = 0;
      this.linked(true);
      this.heard(this.state);
    };
    source.addEventListener("state", take(false));
    source.addEventListener("change", take(true));
    source.addEventListener("open", () => (this.last = Date.now()));
    source.addEventListener("error", () => this.lost(source));
  }

  lost(source) {
    if (source !== this.source) return;
    this.linked(false);
    source.close();
    this.source = null;
    const ms = AGAIN_MS[Math.min(this.tried++, AGAIN_MS.length - 1)];
    this.timer = setTimeout(async () => {
      // A stranger's cookie ends the stream at once: the page's address gives a new one.
      try {
        await read("me");
      } catch {
        // Not there yet.
      }
      this.open();
    }, ms);
  }

  wake() {
    // A sleeping browser may believe that a dead connection is open.
    if (!this.source || Date.now() - this.last > 15000) this.open();
  }

  async poll() {
    try {
      this.state = await read("state");
      this.linked(true);
      this.heard(this.state);
    } catch {
      this.linked(false);
    }
    this.timer = setTimeout(() => this.poll(), POLL_MS);
  }
}
