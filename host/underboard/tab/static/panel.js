// What only a tab has: how far it is while it loads, what went wrong, and the board on the cable.

import { h, say } from "../static/js/dom.js";
import { LANGUAGES } from "../static/registry.js";
import { firmwareForm } from "./firmware.js";

const tab = window.underboardTab;
const words = {};
const language = () => (document.documentElement.lang in LANGUAGES ? document.documentElement.lang : Object.keys(LANGUAGES)[0]);
const t = (key, values = {}) => (words[language()]?.[key] ?? "").replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const megabytes = (bytes) => (bytes / 1e6).toLocaleString(language(), { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const STEPS = ["drawing", "python", "host"];

// While it loads

const bar = h("progress", { max: 1, value: 0, id: "tab-progress" });
const label = h("strong", { id: "tab-label" });
const amount = h("span", { class: "note" });
const steps = STEPS.map((name) => h("li", { "data-step": name }));
const strip = h("section", { class: "tab-strip", id: "tab-strip", role: "status" },
  h("p", {}, label, " ", amount), bar, h("ul", {}, steps));
let far = null;
const done = new Set(["drawing"]);

function renderStrip() {
  say(label, t("loading"));
  bar.setAttribute("aria-label", t("loading"));
  if (far) {
    const { loaded, total, wire } = far;
    bar.value = Math.min(loaded / total, 1);
    say(amount, t("amount", { loaded: megabytes(bar.value * wire), total: megabytes(wire) }));
  }
  for (const step of steps) {
    say(step, t(`step.${step.dataset.step}`));
    step.classList.toggle("done", done.has(step.dataset.step));
  }
}

tab.addEventListener("loaded", ({ detail }) => {
  far = detail;
  renderStrip();
});
tab.addEventListener("mark", ({ detail }) => {
  done.add(detail);
  if (detail === "host") strip.remove();
  else renderStrip();
});

// What went wrong: one sentence, and what to do

let banner = null;
let shown = null;
function showTrouble(one) {
  shown = one;
  const { trouble, text = "" } = one;
  strip.remove();
  banner?.remove();
  const act = { second: () => tab.takeOver(), taken: () => location.reload(), start: () => location.reload() }[trouble];
  banner = h("p", { class: "banner", role: "alert", id: "tab-trouble", "data-trouble": trouble }, t(`trouble.${trouble}`, { text }), " ",
    act ? h("button", { type: "button", onclick: () => {
      endTrouble();
      document.querySelector("header").after(strip);
      act();
    } }, t(`trouble.${trouble}.do`)) : null);
  document.querySelector("header").after(banner);
}

function endTrouble() {
  shown = null;
  banner?.remove();
}
tab.addEventListener("trouble", ({ detail }) => showTrouble(detail));

// The board on the cable

const VENDORS = [0x239a, 0x2e8a];
let port = null;
let writer = null;
const dialog = h("dialog", { id: "tab-dialog", "aria-labelledby": "tab-dialog-title" });
const opener = h("button", { type: "button", class: "plain", id: "tab-board", onclick: () => {
  renderDialog();
  dialog.showModal();
} });
const told = h("p", { role: "status", id: "tab-told" });

tab.addEventListener("told", async ({ detail }) => {
  if (detail.usb === "write") await writer?.write(detail.bytes).catch(() => {});
  if (detail.saved && shown?.trouble === "full") endTrouble();
  if (detail.line) lines.append(h("li", {}, detail.line));
  if (detail.question) showQuestion(detail.question);
});

// A service of the board: it says what it finds and asks for hands.

let serving = "";
const lines = h("ol", { id: "tab-lines" });
const question = h("form", { class: "row start", hidden: true, id: "tab-question", onsubmit: (event) => {
  event.preventDefault();
  question.hidden = true;
  tab.send({ answer: question.elements.answer.value });
} });
const services = h("div", { id: "tab-services" });

function showQuestion(text) {
  question.replaceChildren(h("label", { class: "field" }, h("span", {}, text),
    h("input", { name: "answer", autocomplete: "off" })), h("button", { type: "submit", class: "filled" }, t("service.go-on")));
  question.hidden = false;
  question.elements.answer.focus();
}

async function begin(service) {
  serving = service;
  lines.replaceChildren();
  renderService();
  const failed = await tab.call("serve", { service, language: language() });
  if (failed) lines.append(h("li", {}, failed.text));
  serving = "";
  renderService();
}

function renderService() {
  const buttons = serving === "calibrate" ? ["skip", "enough", "leave"].map((wish) =>
    h("button", { type: "button", onclick: () => tab.send({ wish }) }, t(`service.${wish}`)))
    : serving ? [] : ["doctor", "calibrate"].map((service) =>
      h("button", { type: "button", id: `tab-${service}`, onclick: () => begin(service) }, t(`service.${service}`)));
  question.hidden = question.hidden || !serving;
  services.replaceChildren(h("div", { class: "row start" }, buttons));
}

async function openPort(one) {
  await closePort();
  // The first try after a board was allowed fails on some systems: once more.
  await one.open({ baudRate: 115200 }).catch(() => one.open({ baudRate: 115200 }));
  // Both at once: a Windows driver takes one alone for an error; without DTR a board stays silent.
  await one.setSignals?.({ dataTerminalReady: true, requestToSend: true });
  port = one;
  writer = one.writable.getWriter();
  tab.send({ usb: "open" });
  pump(one);
}

async function pump(one) {
  const reader = one.readable.getReader();
  try {
    for (;;) {
      const { value, done: isEnd } = await reader.read();
      if (isEnd) break;
      tab.send({ usb: "bytes", bytes: value }, [value.buffer]);
    }
  } catch {
    // The cable was pulled: the board is waited for.
  } finally {
    reader.releaseLock();
    if (port === one) {
      tab.send({ usb: "gone" });
      port = null;
    }
  }
}

async function closePort() {
  const one = port;
  port = null;
  if (!one) return;
  writer?.releaseLock();
  writer = null;
  await one.close().catch(() => {});
}

let isMet = false;
async function connect() {
  try {
    say(told, t("connect.choose"));
    const one = await navigator.serial.requestPort({ filters: VENDORS.map((usbVendorId) => ({ usbVendorId })) });
    say(told, t("connect.opening"));
    await openPort(one);
    say(told, t("connect.hello"));
    const found = await tab.call("connect", language());
    isMet = !found.error;
    say(told, t(isMet ? "connect.met" : `connect.${found.error}`, found));
    if (isMet) renderService();
    if (isMet) localStorage.setItem("underboard.tab.serial", "yes");
    else await closePort();
  } catch (error) {
    say(told, t(error.name === "NotFoundError" ? "connect.none" : "connect.failed", { text: error.message }));
  }
}

// A board that was allowed before comes back by itself.
navigator.serial?.addEventListener("connect", async ({ target }) => {
  if (port || !isMet) return;
  await openPort(target?.open ? target : (await navigator.serial.getPorts())[0]).catch(() => {});
});

function renderDialog() {
  const boards = h("select", { id: "tab-boards", onchange: () => {
    const address = new URL(location.href);
    address.searchParams.set("board", `sim:${boards.value}`);
    address.searchParams.delete("game");
    location.href = address;
  } }, (tab.boards || []).map((name) => h("option", { value: name,
    selected: new URLSearchParams(location.search).get("board") === `sim:${name}` }, name)));
  const hasSerial = "serial" in navigator;
  dialog.replaceChildren(
    h("h2", { id: "tab-dialog-title" }, t("connect.title")),
    h("p", {}, t(hasSerial ? "connect.about" : "connect.unable")),
    hasSerial ? h("div", { class: "row start" }, h("button", { type: "button", class: "filled", id: "tab-connect", onclick: connect }, t("connect"))) : "",
    told, services, question, lines,
    hasSerial ? h("p", { class: "note" }, t("connect.help")) : "",
    h("h2", {}, t("boards.title")),
    h("label", { class: "field", for: "tab-boards" }, h("span", {}, t("boards.choose")), boards),
    h("h2", {}, t("firmware.title")),
    h("p", {}, t("firmware.about")),
    firmwareForm(t, language),
    h("h2", {}, t("cut.title")),
    h("ul", {}, t("cut.list").split("|").map((line) => h("li", {}, line))),
    h("div", { class: "row" }, h("button", { type: "button", onclick: () => dialog.close() }, t("close"))));
}

// A new version lies ready: said, never forced.

let update = null;
function showUpdate(registration) {
  update?.remove();
  update = h("p", { class: "banner", id: "tab-update", role: "status" }, t("update"), " ",
    h("button", { type: "button", onclick: () => registration.waiting?.postMessage("take over") }, t("update.do")));
  update.again = () => showUpdate(registration);
  document.querySelector("header").after(update);
}

async function keepOffline() {
  const workers = navigator.serviceWorker;
  const registration = await workers?.register(new URL("../../sw.js", import.meta.url)).catch(() => null);
  if (!registration) return;
  // The first one of all replaces none, and takes the page without a word.
  let hadOne = Boolean(workers.controller);
  if (registration.waiting && hadOne) showUpdate(registration);
  registration.addEventListener("updatefound", () => {
    const one = registration.installing;
    one?.addEventListener("statechange", () => one.state === "installed" && workers.controller && showUpdate(registration));
  });
  workers.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
    hadOne = true;
  });
}

function renderAll() {
  say(opener, t("opener"));
  if (strip.isConnected) renderStrip();
  if (dialog.open && !serving) renderDialog();
  if (shown) showTrouble(shown);
  update?.again();
}

for (const one of Object.keys(LANGUAGES)) words[one] = await tab.kept(`tab-${one}.json`);
tab.boards = await tab.kept("boards.json");
tab.layouts = await tab.kept("firmware.json");
document.querySelector("#language").before(opener);
document.body.append(dialog);
if (!window.underboardMarks.host && !tab.trouble) document.querySelector("header").after(strip);
renderAll();
if (tab.trouble) showTrouble(tab.trouble);
new MutationObserver(renderAll).observe(document.documentElement, { attributeFilter: ["lang"] });
if (window.underboardMarks.host) keepOffline();
else tab.addEventListener("mark", ({ detail }) => detail === "host" && keepOffline());
