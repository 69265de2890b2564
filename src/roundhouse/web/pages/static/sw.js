// Works while no page is open: shows what the house pushes, and opens the game when it is touched.

// It lies at the root of the house, wherever that stands.
const at = (address) => new URL(`.${address}`, self.location.href).href;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const said = event.data.json();
  const badge = said.count ? self.navigator.setAppBadge?.(said.count) : null;
  const shown = self.registration.showNotification(said.title, {
    body: said.body, icon: at("/static/icon-192.png"), tag: "due", renotify: true, data: { url: said.url },
  });
  event.waitUntil(Promise.all([badge, shown].filter(Boolean)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.url)));
});

async function open(address) {
  const url = new URL(address.pathname, self.location.origin).href;
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((page) => page.url.startsWith(url));
  return there ? there.focus() : self.clients.openWindow(url);
}

// The browser has changed its keys: the house must have the new ones.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribe()));

async function subscribe() {
  const { key } = await (await fetch(at("/push/key"))).json();
  const subscription = await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  await fetch(at("/push"), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(subscription) });
}
