// The worker of a tab: Python, the host, the board.  The same file is the second worker, which
// only computes: what takes seconds must not stop the board.

import { membersOf } from "./unzip.js";

const MANIFEST = {manifest};
const base = new URL("../", import.meta.url);
const pyodideFolder = new URL(`../${MANIFEST.pyodide}/`, base);
// Not in the address: a service worker answers with that of the file.
let options = null;
const KEPT = "/underboard";

// What a start needs is asked for at once; Pyodide would ask for one file after the other.
const network = self.fetch.bind(self);
const early = new Map();
self.fetch = (address, init) => early.get(String(address)) ?? network(address, init);
let loaded = 0;

function askEarly(address) {
  early.set(address.href, counted(address));
  return early.get(address.href);
}

// Bytes as they come, so that the page can show how far it is.  What lies in this browser is not
// counted: of an answer that was looked into it does not keep the compiled code.
async function counted(address) {
  const answer = await network(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  if (!options.isCounted) return answer;
  const body = answer.body.pipeThrough(new TransformStream({
    transform(part, out) {
      loaded += part.length;
      postMessage({ loaded, total: MANIFEST.bytes, wire: MANIFEST.wire });
      out.enqueue(part);
    },
  }));
  return new Response(body, { status: answer.status, headers: answer.headers });
}

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
  else if (data.call) answer(data);
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
const sync = (FS, fromStorage) => new Promise((done, fail) => FS.syncfs(fromStorage, (error) => (error ? fail(error) : done())));

async function saveNow() {
  isDirty = false;
  try {
    await sync(py.FS, false);
    if (!isDirty) postMessage({ saved: true });
  } catch (error) {
    postMessage({ trouble: error.name === "QuotaExceededError" ? "full" : "storage" });
  }
}

function save() {
  if (isDirty) return; // one that waits takes this change along
  isDirty = true;
  postMessage({ saved: false });
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

// What the page asks of the host besides requests; each answer carries the number of its call.
const CALLS = {
  connect: async (language) => Object.fromEntries(await calls.connect(language)),
  install: ({ files, archive, layout, language }) => calls.plan_firmware(files, archive, layout, language),
  serve({ service, language }) {
    wished = "";
    return calls.serve(service, language);
  },
};

async function answer({ number, call, given }) {
  let result;
  try {
    result = await CALLS[call](given);
  } catch (error) {
    result = { error: "trouble", text: error.message };
  }
  postMessage({ number, result });
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
    await sync(py.FS, true);
    const bytes = calls.compute(data);
    postMessage({ number, bytes }, [bytes.buffer]);
  } catch (error) {
    postMessage({ number, failed: error.message });
  }
}

// Solved tables are fetched after the first board is there.
let tables = null;
async function fetchTables() {
  const answer = await network(new URL("tab/tables.zip", base));
  if (answer.ok) py.unpackArchive(await answer.arrayBuffer(), "zip", { extractDir: "/home/tab" });
}

const report = (text) => postMessage({ trouble: "start", text });

// A packed file is a zip file whose members are not compressed, compressed as a whole.
async function unpacked(name) {
  const answer = await askEarly(new URL(name, base));
  return new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

// Written by this script: Python would take a tenth of the start for it.
function writeMembers(FS, folder, zip) {
  const made = new Set();
  for (const { name, data } of membersOf(zip)) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    FS.writeFile(path, data(), { canOwn: true });
  }
}

async function begin() {
  const packed = [MANIFEST.stdlib, ...MANIFEST.packed].map(unpacked);
  askEarly(new URL("pyodide.asm.wasm", pyodideFolder));
  const [{ loadPyodide }, stdlib] = await Promise.all([
    import(new URL("pyodide.mjs", pyodideFolder)), packed.shift(), import(new URL("pyodide.asm.mjs", pyodideFolder)),
  ]);
  const say = (text) => console.warn(text);
  py = await loadPyodide({
    stdout: say, stderr: say, indexURL: pyodideFolder.href,
    stdLibURL: URL.createObjectURL(new Blob([stdlib])),
    // No package of Pyodide's is loaded: their list stays where it is.
    lockFileContents: { info: MANIFEST.info, packages: {} }, packageBaseUrl: pyodideFolder.href,
    env: { UNDERBOARD_DATA: KEPT, HOME: "/home/tab" },
    async fsInit(FS, { sitePackages }) {
      for (const zip of await Promise.all(packed)) writeMembers(FS, sitePackages, zip);
      for (const folder of ["/home/tab", KEPT]) FS.mkdirTree(folder);
      FS.mount(FS.filesystems.IDBFS, {}, KEPT);
      await sync(FS, true).catch(() => postMessage({ trouble: "storage" }));
    },
  });
  postMessage({ mark: "python" });
  py.registerJsModule("underboard_js", { post, save, compute, usb, report, tell, ask, wish });
  const module = py.pyimport("underboard.tab.start");
  early.clear();
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
