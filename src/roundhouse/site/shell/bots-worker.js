// Where bots think. A net comes when its level, a hint or a review first needs it, and stays.

import { startPython } from "./python.js";

const started = startPython(["base"], () => {}).then((python) => python.pyimport("roundhouse.site.bots"));
started.then((bots) => bots.wake());

addEventListener("message", ({ ports: [port] }) => {
  port.onmessage = async ({ data: { id, given } }) => {
    try {
      const bots = await started;
      const net = bots.net_needed(given);
      if (net) await bring(bots, net);
      port.postMessage({ id, answer: bots.answer(given) });
    } catch (error) {
      port.postMessage({ id, error: error.message });
    }
  };
}, { once: true });

async function bring(bots, net) {
  postMessage({ doing: "The net of a master comes" });
  try {
    const answer = await fetch(new URL(`nets/${net}`, import.meta.url));
    if (!answer.ok) throw new Error(answer.statusText);
    bots.keep_net(net, new Uint8Array(await answer.arrayBuffer()));
    postMessage({ doing: "" });
  } catch {
    postMessage({ doing: "", missing: net });
  }
}
