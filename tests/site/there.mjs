// Python of a site's folder under node: node there.mjs SITE SCRIPT [FOLDER...], each folder seen there by its own path.

import fs from "fs";
import path from "path";

const [site, script, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(path.join(site, "pyodide/pyodide.mjs"));
const env = { ROUNDHOUSE_ENGINE: process.env.ROUNDHOUSE_ENGINE ?? "", PYTHONDONTWRITEBYTECODE: "1" };
// With all of Python's own library, where a site has left out what only tests use.
const stdLibURL = process.env.STANDARD_LIBRARY;
const python = await loadPyodide({ indexURL: path.join(site, "pyodide/"), env, ...(stdLibURL && { stdLibURL }) });
for (const part of ["base", "web"])
  python.unpackArchive(new Uint8Array(fs.readFileSync(path.join(site, `parts/${part}.zip`))).buffer, "zip", {
    extractDir: "/lib/python3.14/site-packages",
  });
for (const folder of folders) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
python.globals.set("seconds", () => { const { user, system } = process.cpuUsage(); return (user + system) / 1e6; });
try {
  await python.runPythonAsync(fs.readFileSync(script, "utf8"));
} catch (error) {
  console.log(error.message);
  process.exit(1);
}
process.exit(0);
