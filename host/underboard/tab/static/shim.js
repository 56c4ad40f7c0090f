// Stands between the page and the network: what the page asks of /api/ is answered by the worker,
// and until that is there by what was written into the folder.  No other script of the page knows
// that there is no server.

(() => {
  const here = new URL("./", document.currentScript.src);
  const kept = (name) => fetchFile(new URL(name, here)).then((answer) => answer.json());
  const fetchFile = window.fetch.bind(window);
  const marks = (window.underboardMarks = { page: performance.now() });
  const heard = new Map();
  const held = [];
  const tab = (window.underboardTab = new EventTarget());
  let worker = null;
  let isReady = false;
  let number = 0;

  // Kept, too: the script that shows it may come later.
  function tell(trouble) {
    tab.trouble = trouble;
    tab.dispatchEvent(new CustomEvent("trouble", { detail: trouble }));
  }

  tab.begin = () => {
    tab.trouble = null;
    const options = Object.fromEntries(new URLSearchParams(location.search));
    worker = tab.worker = new Worker(new URL("worker.js", here), { type: "module" });
    const isCounted = navigator.serviceWorker?.controller ? "" : "yes";
    worker.postMessage({ begin: { lang: localStorage.getItem("underboard.language") || "", ...options, isCounted } });
    worker.onmessage = ({ data }) => {
      if (data.mark) {
        marks[data.mark] = performance.now();
        if (data.mark === "host") isReady = true;
        tab.dispatchEvent(new CustomEvent("mark", { detail: data.mark }));
      } else if (data.loaded) tab.dispatchEvent(new CustomEvent("loaded", { detail: data }));
      else if (data.trouble) tell(data);
      else if ("saved" in data) {
        // What the page shows is older than this word: it is kept once this is true.
        tab.isKept = data.saved;
        tab.dispatchEvent(new CustomEvent("told", { detail: data }));
      } else if (data.usb || data.line || data.question) tab.dispatchEvent(new CustomEvent("told", { detail: data }));
      else heard.get(data.number)?.(data);
    };
    worker.onerror = (error) => tell({ trouble: "start", text: error.message });
    for (const one of held.splice(0)) worker.postMessage(one);
  };
  tab.end = () => {
    worker?.terminate();
    worker = null;
  };
  tab.send = (data, moved) => (worker ? worker.postMessage(data, moved || []) : held.push(data));

  // Have the host do something that is no request (worker.js says what there is).
  tab.call = (call, given) => new Promise((done) => {
    const mine = ++number;
    heard.set(mine, ({ result }) => {
      heard.delete(mine);
      done(result);
    });
    tab.send({ number: mine, call, given });
  });

  function ask(method, url, headers, body, hear) {
    const mine = ++number;
    heard.set(mine, (data) => {
      if (data.kind === "end" || data.kind === "failed") heard.delete(mine);
      hear(data);
    });
    tab.send({ ask: { number: mine, method, url, headers, body } });
    return () => {
      if (heard.delete(mine)) tab.send({ leave: mine });
    };
  }

  const apart = (address) => {
    const url = new URL(address, location.href);
    return url.origin === location.origin && url.pathname.startsWith("/api/") ? url.pathname + url.search : null;
  };

  // Words and lights never change; the state does, but an empty board is right until there is one.
  const json = (data) => new Response(JSON.stringify(data), { headers: { "content-type": "application/json" } });
  async function early(method, path) {
    const file = /^\/api\/(words|cues)\/(\w+)$/.exec(path);
    if (file) return json(await kept(`${file[1]}-${file[2]}.json`));
    if (isReady) return null;
    if (method === "POST" && path === "/api/me") return json({ host: true, seats: [], sides: [0, 1] });
    if (path === "/api/state") return json(await kept("state.json"));
    return null;
  }

  window.fetch = async (input, init = {}) => {
    const path = typeof input === "string" ? apart(input) : null;
    if (path === null) return fetchFile(input, init);
    const method = init.method ?? "GET";
    const found = await early(method, path);
    if (found) return found;
    const headers = Object.fromEntries(new Headers(init.headers ?? {}));
    const body = init.body ? new TextEncoder().encode(init.body) : new Uint8Array();
    return new Promise((done, fail) => {
      let start;
      const parts = [];
      const leave = ask(method, path, headers, body, (data) => {
        if (data.kind === "start") start = data;
        else if (data.kind === "body") parts.push(data.bytes);
        else if (data.kind === "end") {
          const isEmpty = start.status === 204 || start.status === 304;
          done(new Response(isEmpty ? null : new Blob(parts), { status: start.status, headers: start.headers }));
        } else fail(new TypeError(data.text));
      });
      // Until Python is there the page waits with it; nothing else would be nearer.
      if (isReady) init.signal?.addEventListener("abort", () => {
        leave();
        fail(init.signal.reason);
      });
    });
  };

  const BEAT_MS = 3000;
  window.EventSource = class extends EventTarget {
    constructor(address) {
      super();
      this.readyState = 0;
      this.text = "";
      // While Python comes the page is told that it is on its way.
      this.timer = setInterval(() => isReady || this.dispatchEvent(new MessageEvent("beat", { data: "{}" })), BEAT_MS);
      const decoder = new TextDecoder();
      this.leave = ask("GET", apart(address), { accept: "text/event-stream" }, new Uint8Array(), (data) => {
        if (data.kind === "start") {
          this.readyState = data.status === 200 ? 1 : 2;
          this.dispatchEvent(new Event(data.status === 200 ? "open" : "error"));
        } else if (data.kind === "body") this.take(decoder.decode(data.bytes, { stream: true }));
        else this.dispatchEvent(new Event("error"));
      });
    }

    take(text) {
      this.text += text;
      for (let end; (end = this.text.indexOf("\n\n")) >= 0; this.text = this.text.slice(end + 2)) this.tell(this.text.slice(0, end));
    }

    tell(block) {
      const fields = { event: "message", data: [] };
      for (const line of block.split("\n")) {
        const at = line.indexOf(": ");
        if (at < 0) continue;
        const [name, value] = [line.slice(0, at), line.slice(at + 2)];
        if (name === "data") fields.data.push(value);
        else fields[name] = value;
      }
      if (fields.data.length) this.dispatchEvent(new MessageEvent(fields.event, { data: fields.data.join("\n"), lastEventId: fields.id ?? "" }));
    }

    close() {
      this.readyState = 2;
      clearInterval(this.timer);
      this.leave();
    }
  };

  // A file to keep is a link to /api/: asked of the worker, given to the browser.
  addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[download]");
    const path = link && link.getAttribute("href") && apart(link.getAttribute("href"));
    if (!path) return;
    event.preventDefault();
    const answer = await window.fetch(path);
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "underboard.json";
    tab.keepFile(await answer.blob(), name);
  });
  tab.keepFile = (blob, name) => {
    const own = document.createElement("a");
    own.href = URL.createObjectURL(blob);
    own.download = name;
    own.click();
    setTimeout(() => URL.revokeObjectURL(own.href), 60000);
  };

  // Only one tab at a time has the records: of two copies the last to save would win.  The page
  // that a reload replaces may hold the lock a little longer.
  const LOCK_MS = 1500;
  const lock = (how) => navigator.locks.request("underboard", how, () => {
    tab.begin();
    return new Promise(() => {});
  }).catch((error) => {
    tab.end();
    tell({ trouble: error.name === "TimeoutError" ? "second" : "taken" });
  });
  tab.takeOver = () => lock({ steal: true });
  tab.start = () => {
    if (typeof WebAssembly !== "object") tell({ trouble: "wasm" });
    else if (navigator.locks) lock({ signal: AbortSignal.timeout(LOCK_MS) });
    else tab.begin();
    navigator.storage?.persist?.().catch(() => {});
  };
  tab.kept = kept;
  tab.start();
})();
