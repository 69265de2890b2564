// Switches push on and off in this browser, and fills in the time zone that it knows.

import { at } from "./base.js";

const button = document.getElementById("push");
const words = document.getElementById("push-words");
const json = (path, body) =>
  fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const zone = document.querySelector("[data-zone]");
if (zone.value === "UTC") zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

async function begin() {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) {
    words.textContent = "This browser can't be pushed to, or the page has not come by HTTPS.";
    return;
  }
  const worker = await navigator.serviceWorker.register(at("/sw.js"));
  let subscription = await worker.pushManager.getSubscription();
  const show = () => {
    button.disabled = false;
    button.textContent = subscription ? button.dataset.on : button.dataset.off;
  };
  show();
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      subscription = subscription ? await switchOff(subscription) : await switchOn(worker);
      location.reload();
    } catch (error) {
      words.textContent = `That did not work: ${error.message}`;
    }
    show();
  });
}

async function switchOn(worker) {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("the browser does not allow it");
  const { key } = await (await fetch(at("/push/key"))).json();
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await json(at("/push"), made);
  if (!answer.ok) throw new Error("the house did not take it");
  return made;
}

async function switchOff(subscription) {
  await json(at("/push/end"), subscription);
  await subscription.unsubscribe();
  return null;
}

begin();
