/**
 * What the check of types takes for granted in a page: its elements are those of our templates, so what is looked up there has
 * what is asked of it, and htmx is loaded before our own scripts. Names, modules, arguments and all else are checked.
 */
declare const htmx: {
  ajax(verb: string, address: string, how?: object): Promise<void>;
  process(element: Element | EventTarget): void;
  swap(into: Element, text: string, how: object): void;
};

interface ParentNode {
  querySelector(selector: string): any;
  querySelectorAll(selector: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  closest(selector: string): any;
}
interface EventTarget {
  closest: any;
  contains: any;
  dataset: any;
  disabled: any;
  hasAttribute: any;
  id: any;
  isConnected: any;
  matches: any;
  requestSubmit: any;
  value: any;
}
interface Event {
  detail: any;
  pointerId: any;
}

/** Some scripts are workers, which have another global object and other events. */
interface Window {
  clients: any;
  onconnect: any;
  registration: any;
  skipWaiting: any;
}
interface Event {
  data: any;
  notification: any;
  request: any;
  respondWith: any;
  waitUntil: any;
}
interface FileSystemFileHandle {
  createSyncAccessHandle: any;
}
declare module "*/pyodide.mjs";
declare const Idiomorph: any;
