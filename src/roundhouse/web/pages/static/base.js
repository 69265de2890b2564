// The one base of all addresses: scripts lie at /static/ below it, wherever the house stands.

const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

/** An address of the house, from its root on, as this browser must know it. */
export const at = (address) => BASE + address;
