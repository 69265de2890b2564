// The house: the application and its database. It answers requests that the service worker hands on, and asks the worker
// in which bots think.

import { fileSystem, openFiles } from "./keep.js";
import { startPython, unpack } from "./python.js";

const say = (doing) => postMessage({ doing });
const waiting = new Map();
let bots = null;
let asked = 0;
let house = null;

const opened = new Promise((resolve, reject) => {
  addEventListener("message", ({ data, ports }) => {
    if (data.open) open(data.open, ports[0]).then(resolve, reject);
  }, { once: true });
});

async function open({ address, name, bare }, port) {
  bots = port;
  bots.onmessage = ({ data }) => {
    const [resolve, refuse] = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error) refuse(new Error(data.error)); else resolve(data.answer);
  };
  const files = bare ? null : await openFiles(name);
  const python = await startPython(["base", "web"], say);
  python.FS.mkdir("/keep");
  if (files) python.FS.mount(fileSystem(python.FS, files), {}, "/keep");
  say("The tables are laid");
  python.pyimport("roundhouse.site.lacking").stand_in();
  const module = python.pyimport("roundhouse.site.house");
  const earlier = await orDamaged(files, () => module.begin_house("/keep/tables.sqlite"));
  if (earlier) await unpack(python, "later/upgrade.zip");
  house = await orDamaged(files, async () => {
    const made = module.open_house("/keep/tables.sqlite", address, think);
    await made.begin();
    return made;
  });
  postMessage({ open: true, kept: Boolean(files), engine: module.engine() });
  return python;
}

/** What comes of it. If the tables can't be opened, their files are let go of, for the page that stays to take along. */
async function orDamaged(files, attempt) {
  try {
    return await attempt();
  } catch (error) {
    console.error(error);
    files?.forEach((handle) => handle.close());
    throw Object.assign(new Error("What is kept in this browser can't be read."), { damaged: Boolean(files) });
  }
}

/** What bots are asked goes to their worker. */
function think(given) {
  const id = ++asked;
  const answer = new Promise((...ways) => waiting.set(id, ways));
  bots.postMessage({ id, given });
  return answer;
}

addEventListener("message", ({ data, ports }) => {
  if (data.ask) answer(data.ask, ports[0]);
});

/** One request. Its answer goes out piece by piece as it comes, until whoever asked is gone. */
async function answer({ method, path, query, headers, body }, port) {
  try {
    const python = await opened;
    const gone = house.parting();
    port.onmessage = () => gone.set();
    const begin = (status, lines) => port.postMessage({ status, headers: lines.toJs() });
    const part = (bytes, more) => {
      const piece = bytes.toJs().slice();
      port.postMessage({ part: piece, end: !more }, [piece.buffer]);
    };
    await house.ask(method, path, query, python.toPy(headers), python.toPy(new Uint8Array(body)), begin, part, gone);
    port.onmessage = null;      // a page that leaves when it has everything
    gone.destroy();
  } catch (error) {
    console.error(error);
    port.postMessage({ error: error.message });
  }
  port.postMessage({ end: true });
}

opened.catch((error) => postMessage({ failed: error.message, damaged: error.damaged }));
