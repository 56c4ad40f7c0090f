// Compiles what a start of the tab loads, by the very Python that will run it:
//   node compile.mjs PYODIDE-FOLDER FOLDER-OF-ZIPS KEPT-AS-SOURCE
// The tab is started once from sources; the modules that it has loaded then are replaced in the zip
// files by their compiled form, without docstrings.  The rest stays source, which is smaller.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// Node.js would print the source line of the error, which is a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message.trim());
  process.exit(1);
});
const [folder, zips, kept] = process.argv.slice(2);
const START_MS = 20000;
const names = ["python", "packages", "underboard"];
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const py = await loadPyodide({
  indexURL: `${folder}/`, stdLibURL: `${zips}/python.zip`, env: { UNDERBOARD_DATA: "/kept", HOME: "/home/tab" },
});
for (const name of names) py.FS.writeFile(`/${name}.zip`, readFileSync(`${zips}/${name}.zip`));
for (const name of names.slice(1)) py.unpackArchive(py.FS.readFile(`/${name}.zip`), "zip", { extractDir: "/lib/site" });
py.FS.mkdirTree("/kept");
let shown;
const drawn = new Promise((done) => (shown = done));
py.registerJsModule("underboard_js", {
  post() {}, save: () => shown(), compute() {}, report() {}, tell() {}, ask() {}, wish: () => "", usb: { isOpen: () => false, waiting: () => 0, arrived() {} },
});
py.runPython("import sys; sys.path.insert(0, '/lib/site')");
py.pyimport("underboard.tab.start").start(py.toPy({}));
await Promise.race([drawn, new Promise((done) => setTimeout(done, START_MS))]);
py.globals.set("kept", kept);
py.globals.set("names", py.toPy(names));
py.runPython(`
import ast, importlib._bootstrap_external as how, re, sys, zipfile

paths = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
loaded = {re.sub(r"^/lib/(site|python\\d+\\.zip)/", "", path) for path in paths}
kept = re.compile(kept)

def compiled(data, name):
    tree = ast.parse(data, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and ast.get_docstring(node, clean=False) is not None:
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    return how._code_to_hash_pyc(compile(tree, name, "exec", dont_inherit=True), b"\\0" * 8, False)

for one in names:
    with zipfile.ZipFile(f"/{one}.zip") as old, zipfile.ZipFile(f"/{one}.new", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
        for info in old.infolist():
            data, name = old.read(info), info.filename
            if name in loaded and name.endswith(".py") and not kept.search(name):
                data, name = compiled(data, name), name + "c"
            to = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            to.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(to, data)
`);
for (const name of names) writeFileSync(`${zips}/${name}.zip`, py.FS.readFile(`/${name}.new`));
process.exit(0);
