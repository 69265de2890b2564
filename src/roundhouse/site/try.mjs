// Whether a compiled engine runs: each game is played to its end by it, or this fails and says why.
// node try.mjs PYODIDE ARCHIVE

import fs from "fs";

const [pyodide, archive] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { ROUNDHOUSE_ENGINE: "compiled" } });
const extractDir = "/lib/python3.14/site-packages";
python.unpackArchive(new Uint8Array(fs.readFileSync(archive)).buffer, "zip", { extractDir });
python.runPython(`
from roundhouse.bots import match, unhurried
from roundhouse.bots.netfile import kernel_module
from roundhouse.games import Setup, titles

for title in titles().values():
    bots = ["level-1"] * title.players[0]
    match.play(Setup.of(title.name, len(bots)), bots, [unhurried(bot) for bot in bots], seed=1)
assert kernel_module()
`);
process.exit(0);
