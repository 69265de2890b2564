// The way between pages and the house: files of this version from the cache, all else is asked of the house, which lives
// in a worker of the tab that opened it. A new version is whole before it is used, and waits until the old one has ended.

const VERSION = "/*VERSION*/";
const FILES = {/*FILES*/};       // where each stands, and what it is: [its packed file, its digest]
const PREFIX = `roundhouse ${new URL(self.registration.scope).pathname} `;
const CACHE = PREFIX + VERSION;
const SCOPE = new URL(self.registration.scope).pathname;
const LATER = /^(nets|later)\//;      // what comes when it is needed
const AT_ONCE = 6;
const TRIES = 4, BETWEEN = 700;       // a network that fails for a moment is asked again
const KINDS = {
  html: "text/html; charset=utf-8", js: "text/javascript", mjs: "text/javascript", css: "text/css", json: "application/json",
  wasm: "application/wasm", svg: "image/svg+xml", png: "image/png", woff2: "font/woff2", wav: "audio/wav",
  webmanifest: "application/manifest+json",
};

// ---- versions ----------------------------------------------------------------------------------------------------------

self.addEventListener("install", (event) => event.waitUntil(install().catch(refuse)));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("message", (event) => {
  const { data, source, ports } = event;
  if (data.use) event.waitUntil(takeOver());
  if (data.leads) leader = source.id;
  if (data.version) ports[0].postMessage({ version: VERSION });
});

/** Pages hang on lines of the old version, which does not end before they do: they are put away first. */
async function takeOver() {
  await tellAll({ leaving: true });
  await self.skipWaiting();
}

/** All files of this version. What an earlier one has with the same digest is taken from there. */
async function install() {
  const cache = await caches.open(CACHE);
  const updating = (await ours()).length > 1;
  const todo = Object.entries(FILES).filter(([path]) => !LATER.test(path) || (updating && path.startsWith("later/")));
  const total = todo.reduce((sum, [, [, , size]]) => sum + size, 0);
  let done = 0;
  const bring = async () => {
    for (let next = todo.pop(); next; next = todo.pop()) {
      const [path, [file, digest, size]] = next;
      await cache.put(SCOPE + path, (await earlier(path, digest)) ?? (await patiently(() => unpacked(path, file, digest))));
      done += size;
      tellAll({ installing: done / total });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bring));
}

async function patiently(attempt) {
  for (let number = 1; ; number++)
    try {
      return await attempt();
    } catch (error) {
      if (number === TRIES) throw error;
      await pause(number * BETWEEN);
    }
}

/** This version does not come here, and why. What there was before stays; what has come is there when it is tried again. */
async function refuse(error) {
  const why = error.name === "QuotaExceededError" ? "This browser has no room left for it." : "Is there a network?";
  await tellAll({ refused: why });
  throw error;
}

/** One file, whole: a cache that is handed a body piece by piece may lose it on the way. */
async function unpacked(path, file, digest) {
  const answer = await fetch(SCOPE + file, { cache: "no-cache", integrity: `sha256-${digest}` });
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const body = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const kind = KINDS[path.split(".").pop()] ?? "application/octet-stream";
  return new Response(body, { headers: { "content-type": kind, "x-digest": digest } });
}

async function earlier(path, digest) {
  for (const name of await ours()) {
    const found = await (await caches.open(name)).match(SCOPE + path);
    if (found?.headers.get("x-digest") === digest) return found;
  }
  return undefined;
}

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(PREFIX));

async function activate() {
  const cache = await caches.open(CACHE);
  for (const path of Object.keys(FILES).filter((one) => one.startsWith("nets/"))) {
    const kept = await earlier(path, FILES[path][1]);
    if (kept) await cache.put(SCOPE + path, kept);
  }
  for (const name of await ours()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

const shells = () => self.clients.matchAll({ type: "window", includeUncontrolled: true })
  .then((all) => all.filter((one) => one.frameType === "top-level"));
const tellAll = async (word) => (await shells()).forEach((one) => one.postMessage(word));

// ---- who answers what --------------------------------------------------------------------------------------------------

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(SCOPE)) return;
  const path = url.pathname.slice(SCOPE.length);
  if (event.request.mode === "navigate" && event.request.destination === "document") event.respondWith(shell());
  else if (FILES[path]) event.respondWith(file(path));
  else event.respondWith(ask(event.request, url));
});

/** The page that stays, at whatever address of the house: what it names lies beside the root. */
async function shell() {
  const page = await (await file("index.html")).text();
  return new Response(page.replace("<!--BASE-->", `<base href="${SCOPE}">`), { headers: { "content-type": KINDS.html } });
}

/** A file of this version: kept, or a net that is brought now and then kept. */
async function file(path) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SCOPE + path);
  if (kept) return kept;
  try {
    const [packed, digest] = FILES[path];
    await cache.put(SCOPE + path, await unpacked(path, packed, digest));
    return cache.match(SCOPE + path);
  } catch {
    return new Response("", { status: 504, statusText: "this is not here yet, and there is no network" });
  }
}

let leader = "";

/** The tab that has the house. Another one opens it when that is closed. */
async function whoLeads() {
  for (;;) {
    const found = leader && (await self.clients.get(leader));
    if (found) return found;
    leader = "";
    tellAll({ who: true });
    await pause(100);
  }
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function ask(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = [...request.headers, ["host", url.host], ["sec-fetch-site", "same-origin"]];
  const asked = { method: request.method, path: url.pathname, query: url.search.slice(1), headers, body };
  for (;;) {
    const shell = await whoLeads();
    const answer = await askOnce(asked, shell, url);
    if (answer) return answer;
    if (asked.method !== "GET") return new Response("", { status: 503, statusText: "the house was closed meanwhile" });
  }
}

/** The answer; null if the tab with the house is closed before it comes. */
function askOnce(asked, shell, url) {
  const { port1: here, port2: there } = new MessageChannel();
  let pieces = null;
  const stream = new ReadableStream({
    start: (controller) => { pieces = controller; },
    cancel: () => { here.postMessage("gone"); here.close(); },
  });
  return new Promise((resolve) => {
    const watch = setInterval(async () => {
      if (await self.clients.get(shell.id)) return;
      clearInterval(watch);
      try { pieces.error(new Error("the house was closed")); } catch { /* it had all come */ }
      resolve(null);
    }, 1000);
    here.onmessage = ({ data }) => {
      if (data.status) {
        clearInterval(watch);
        resolve(made(data, stream, asked, url));
      }
      if (data.error) resolve(new Response(data.error, { status: 500 }));
      try {
        if (data.part?.length) pieces.enqueue(data.part);
        if (data.end) pieces.close();
      } catch { /* nobody listens any more */ }
      if (data.end) { clearInterval(watch); here.close(); }
    };
    shell.postMessage({ ask: asked }, [there]);
  });
}

function made({ status, headers }, stream, asked, url) {
  const said = new Headers(headers);
  if (status >= 300 && status < 400 && said.has("location"))
    return Response.redirect(new URL(said.get("location"), url), status);
  const bare = [204, 205, 304].includes(status) || asked.method === "HEAD";
  return new Response(bare ? null : stream, { status, headers: said });
}
