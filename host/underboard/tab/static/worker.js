// The worker of a tab: Python, the host, the board.  The same file is the second worker, which
// only computes: what takes seconds must not stop the board.

const base = new URL("../", import.meta.url);
// Not in the address: a service worker answers with that of the file.
let options = null;
let manifest;
const KEPT = "/underboard";

// Bytes as they come, so that the page can show how far it is.
const network = self.fetch.bind(self);
let loaded = 0;
self.fetch = async (address, init) => {
  const answer = await network(address, init);
  if (!answer.body || calls || !manifest) return answer;
  const counted = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      loaded += part.length;
      postMessage({ loaded, total: manifest.bytes, wire: manifest.wire });
      out.enqueue(part);
    },
  }));
  return new Response(counted, { status: answer.status, headers: answer.headers });
};

let py, calls;
const waiting = [];
self.onmessage = ({ data }) => {
  if (data.begin) {
    options = data.begin;
    begin().catch((error) => report(String(error)));
  } else if (data.usb) usb.hear(data);
  else if ("answer" in data) answered?.(data.answer);
  else if ("wish" in data) wished = data.wish;
  else if (calls) pass(data);
  else waiting.push(data);
};

function pass(data) {
  if (data.leave) calls.leave(data.leave);
  else if (data.compute) answerCompute(data);
  else if (data.connect) answerConnect(data);
  else if (data.serve) serve(data);
  else if (data.ask) {
    const { number, method, url, headers, body } = data.ask;
    calls.ask(number, method, url, headers, body);
  }
}

function post(number, kind, what, more) {
  if (kind === "start") postMessage({ number, kind, status: what, headers: more });
  else if (kind === "body") postMessage({ number, kind, bytes: what }, [what.buffer]);
  else postMessage({ number, kind, text: what });
}

// Files are a copy of what the browser keeps: written back after each change, one at a time.
let saving = Promise.resolve();
let isDirty = false;
const sync = (fromStorage) => new Promise((done, fail) => py.FS.syncfs(fromStorage, (error) => (error ? fail(error) : done())));

async function saveNow() {
  isDirty = false;
  try {
    await sync(false);
    postMessage({ saved: true });
  } catch (error) {
    postMessage({ trouble: error.name === "QuotaExceededError" ? "full" : "storage" });
  }
}

function save() {
  if (isDirty) return; // one that waits takes this change along
  isDirty = true;
  saving = saving.then(saveNow);
}

// The page's port: it owns the port, only a page may ask for one; its bytes come and go here.
const usb = {
  parts: [], isThere: false, wake: null,
  hear({ usb: what, bytes }) {
    if (what === "bytes") usb.parts.push(bytes);
    else {
      usb.isThere = what === "open";
      usb.parts = [];
    }
    usb.wake?.();
  },
  isOpen: () => usb.isThere,
  waiting: () => usb.parts.reduce((sum, part) => sum + part.length, 0),
  take() {
    const all = new Uint8Array(usb.waiting());
    let at = 0;
    for (const part of usb.parts.splice(0)) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  },
  arrived: (ms) => new Promise((done) => {
    const finish = () => {
      clearTimeout(timer);
      usb.wake = null;
      done();
    };
    const timer = setTimeout(finish, ms);
    usb.wake = finish;
    if (usb.parts.length || !usb.isThere) finish();
  }),
  write: (bytes) => postMessage({ usb: "write", bytes }, [bytes.buffer]),
};

async function answerConnect({ number, connect }) {
  let found;
  try {
    found = Object.fromEntries(await calls.connect(connect));
  } catch (error) {
    found = { error: "trouble", text: error.message };
  }
  postMessage({ number, connected: found });
}

// A service of the board: lines for the page, questions to it, and what its reader wishes.
let answered = null;
let wished = "";
const tell = (text) => postMessage({ line: text });
const ask = (text) => new Promise((done) => {
  answered = done;
  postMessage({ question: text });
});
function wish() {
  const mine = wished;
  wished = "";
  return mine;
}

async function serve({ serve: service, language }) {
  wished = "";
  try {
    await calls.serve(service, language);
  } catch (error) {
    tell(error.message);
  }
  postMessage({ served: service });
}

// The second worker, started when something takes seconds for the first time.
let helper = null;
let helpNumber = 0;
const helped = new Map();
async function compute(data) {
  await saving;
  if (!helper) {
    helper = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    helper.postMessage({ begin: { helper: "yes" } });
    helper.onmessage = ({ data }) => {
      if (data.number) {
        helped.get(data.number)?.(data);
        helped.delete(data.number);
      }
    };
  }
  const number = ++helpNumber;
  const answer = await new Promise((done) => {
    helped.set(number, done);
    helper.postMessage({ compute: data, number });
  });
  if (answer.failed) throw new Error(answer.failed);
  return answer.bytes;
}

async function answerCompute({ compute: data, number }) {
  try {
    await tables;
    await sync(true);
    const bytes = calls.compute(data);
    postMessage({ number, bytes }, [bytes.buffer]);
  } catch (error) {
    postMessage({ number, failed: error.message });
  }
}

// The solved tables of Apagos are fetched after the first board is there.
let tables = null;
async function fetchTables() {
  const answer = await network(new URL("tab/apagos.zip", base));
  if (answer.ok) py.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/home/tab" });
}

const report = (text) => postMessage({ trouble: "start", text });

// A packed file is a zip file whose members are not compressed, compressed as a whole.
async function unpacked(name) {
  const answer = await fetch(new URL(name, base));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function begin() {
  manifest = await (await network(new URL("tab/manifest.json", base))).json();
  const pyodideFolder = new URL(`../${manifest.pyodide}/`, base);
  const { loadPyodide } = await import(new URL("pyodide.mjs", pyodideFolder));
  const zips = manifest.packed.map(unpacked);
  const stdlib = new Blob([await unpacked(manifest.stdlib)]);
  const say = (text) => console.warn(text);
  py = await loadPyodide({
    stdout: say, stderr: say, indexURL: pyodideFolder.href,
    stdLibURL: URL.createObjectURL(stdlib),
    env: { UNDERBOARD_DATA: KEPT, HOME: "/home/tab" },
  });
  postMessage({ mark: "python" });
  for (const zip of await Promise.all(zips)) py.unpackArchive(zip, "zip", { extractDir: "/lib/site" });
  py.FS.mkdirTree("/home/tab");
  py.FS.mkdirTree(KEPT);
  py.FS.mount(py.FS.filesystems.IDBFS, {}, KEPT);
  try {
    await sync(true);
  } catch {
    postMessage({ trouble: "storage" });
  }
  py.registerJsModule("underboard_js", { post, save, compute, usb, report, tell, ask, wish });
  py.runPython("import sys; sys.path.insert(0, '/lib/site')");
  const module = py.pyimport("underboard.tab.start");
  if (options.helper) {
    calls = module;
    tables = fetchTables();
  } else {
    calls = module.start(py.toPy(options));
    postMessage({ mark: "host" });
    setTimeout(() => (tables = fetchTables()), 500);
  }
  for (const data of waiting.splice(0)) pass(data);
}
