// Python in a worker, with the parts of the house that this worker needs.

const PACKAGES = "/lib/python3.14/site-packages";

/** Pyodide with those archives unpacked. `say(words)` is told what is done meanwhile. */
export async function startPython(archives, say) {
  const parts = archives.map((name) => brought(`parts/${name}.zip`));
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  say("Python is started");
  const python = await loadPyodide({ indexURL, env: { ROUNDHOUSE_ENGINE: "/*ENGINE*/", PYTHONDONTWRITEBYTECODE: "1" } });
  for (const part of parts) python.unpackArchive(await part, "zip", { extractDir: PACKAGES });
  return python;
}

/** More of it, when it is needed. */
export async function unpack(python, archive) {
  python.unpackArchive(await brought(archive), "zip", { extractDir: PACKAGES });
}

async function brought(file) {
  const answer = await fetch(new URL(file, import.meta.url));
  if (!answer.ok) throw new Error(`${file} is not here yet, and there is no network`);
  return answer.arrayBuffer();
}
