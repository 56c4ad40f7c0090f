// Firmware for a board: a ZIP file to drag, or written to its drive, where a browser may do that.
// What is written, and in which order, is planned by the host in the worker.

import { h, say } from "../static/js/dom.js";

const tab = window.underboardTab;
const LOOKED_AT = ["backup", "hints", "layouts", "lib/boardio", "releases"];
const MOST_BYTES = 1 << 20; // a file of the firmware is smaller
const told = h("p", { role: "status", id: "tab-firmware-told" });
const agreement = h("div", { class: "row start", id: "tab-firmware-ask" });
const archiveOf = (layout) => new URL(`firmware-${layout}.zip`, import.meta.url);

export function firmwareForm(t, language) {
  const layout = h("select", { id: "tab-layout" }, (tab.layouts || []).map((name) => h("option", { value: name }, name)));
  const save = async () => tab.keepFile(await (await fetch(archiveOf(layout.value))).blob(), `underboard-${layout.value}.zip`);
  const write = async () => {
    agreement.replaceChildren();
    say(told, "");
    try {
      const drive = await window.showDirectoryPicker({ mode: "readwrite", id: "circuitpy" });
      await writeFirmware(drive, layout.value, t, language());
    } catch (error) {
      if (error.name !== "AbortError") say(told, t("firmware.unread", { text: error.message }));
    }
  };
  return h("div", {}, h("label", { class: "field", for: "tab-layout" }, h("span", {}, t("firmware.layout")), layout),
    h("div", { class: "row start" },
      "showDirectoryPicker" in window ? h("button", { type: "button", id: "tab-write", onclick: write }, t("firmware.write")) : "",
      h("button", { type: "button", id: "tab-firmware", onclick: save }, t("firmware.zip"))), told, agreement);
}

async function writeFirmware(drive, layout, t, language) {
  if (!(await drive.getFileHandle("boot_out.txt").catch(() => null))) return say(told, t("firmware.other"));
  say(told, t("firmware.reading"));
  const archive = new Uint8Array(await (await fetch(archiveOf(layout))).arrayBuffer());
  const { error, text, questions, steps } = await tab.call("install", { files: await filesOf(drive), archive, layout, language });
  if (error) return say(told, text ?? error);
  for (const question of questions) if (!(await agreed(question, t))) return say(told, t("firmware.left"));
  for (const [at, step] of steps.entries()) {
    say(told, t("firmware.writing", { done: at, total: steps.length }));
    try {
      await doStep(drive, step);
    } catch (failure) {
      return say(told, t(isWhole(steps.slice(0, at)) ? "firmware.failed.new" : "firmware.failed.old", { text: failure.message }));
    }
  }
  return say(told, t("firmware.done"));
}

function agreed(question, t) {
  say(told, question);
  return new Promise((answer) => {
    const button = (key, value) => h("button", { type: "button", id: `tab-${key.replace(".", "-")}`, onclick: () => {
      agreement.replaceChildren();
      answer(value);
    } }, t(key));
    agreement.replaceChildren(button("firmware.yes", true), button("firmware.no", false));
  });
}

// What the plan looks at; all else on the drive is its owner's and stays unread.
async function filesOf(drive) {
  const found = [];
  const walk = async (folder, path) => {
    for await (const [name, one] of folder.entries()) {
      const here = `${path}${name}`;
      if (name.startsWith(".")) continue;
      if (one.kind === "file") {
        const file = await one.getFile();
        if (file.size <= MOST_BYTES) found.push([here, new Uint8Array(await file.arrayBuffer())]);
      } else if (LOOKED_AT.some((place) => `${here}/`.startsWith(`${place}/`) || place.startsWith(`${here}/`))) await walk(one, `${here}/`);
    }
  };
  await walk(drive, "");
  return found;
}

// From then on a drive with a launcher of ours runs the new release.
const isWhole = (steps) => steps.some(([kind, name]) => kind === "write" && name.endsWith("/whole"));

async function doStep(drive, [kind, path, bytes]) {
  const parts = path.split("/");
  const name = parts.pop();
  let folder = drive;
  const isGone = (error) => {
    if (error.name !== "NotFoundError") throw error;
  };
  if (kind === "remove" || kind === "remove_folder") {
    for (const part of parts) folder = await folder?.getDirectoryHandle(part).catch(isGone);
    await folder?.removeEntry(name, { recursive: kind === "remove_folder" }).catch(isGone);
    return;
  }
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  const file = await folder.getFileHandle(name, { create: kind !== "check" });
  if (kind === "check") {
    const there = new Uint8Array(await (await file.getFile()).arrayBuffer());
    if (there.length !== bytes.length || there.some((one, at) => one !== bytes[at])) throw new Error(path);
    return;
  }
  // Written beside its place by the browser, which puts it there when it is closed.
  const out = await file.createWritable();
  await out.write(bytes);
  await out.close();
}
