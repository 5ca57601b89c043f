/**
 * Returns the preload as a script that runs before the page's own, in the environment of a sandboxed preload: `require('electron')` with
 * `contextBridge` and `ipcRenderer`, nothing else of Node. `__standInSend` and `__standInReceive` are bindings to the main process; they are removed
 * from the page's global before the page runs.
 */
export function wrapPreload(source: string): string {
  return `(() => {
  const send = globalThis.__standInSend;
  const receive = globalThis.__standInReceive;
  delete globalThis.__standInSend;
  delete globalThis.__standInReceive;
  if (globalThis !== globalThis.top || !location.protocol.startsWith('http')) return;
  const electron = (${createPreloadElectron.toString()})(send, receive);
  const requireModule = (name) => {
    if (name === 'electron') return electron;
    throw new Error('module not found in a sandboxed preload: ' + name);
  };
  const module = { exports: {} };
  (function (require, module, exports, process, Buffer) {
${source}
  })(requireModule, module, module.exports, undefined, undefined);
})();`;
}

interface Delivery {
  readonly channel: string;
  readonly args: readonly unknown[];
}

/** Runs in the page, so it may use nothing from its surrounding scope. */
function createPreloadElectron(
  send: (delivery: Delivery) => Promise<void>,
  receive: () => Promise<readonly Delivery[]>,
) {
  const listeners = new Map<string, ((event: object, ...args: readonly unknown[]) => void)[]>();

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- this function is serialised into a page
  const only = <T extends object>(name: string, target: T): T =>
    new Proxy(target, {
      get: (object, key) => {
        if (key in object) return Reflect.get(object, key);
        throw new Error(`the stand-in for electron has no ${name}.${String(key)}`);
      },
    });
  // Values cross the bridge as frozen copies, and functions as wrappers.
  const cross = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: readonly unknown[]) =>
        cross(Reflect.apply(value, undefined, args.map(cross)));
    }
    if (Array.isArray(value)) return Object.freeze(value.map(cross));
    if (
      value !== null &&
      typeof value === 'object' &&
      Object.getPrototypeOf(value) === Object.prototype
    ) {
      const entries = Object.entries(value).map(([key, part]) => [key, cross(part)]);
      return Object.freeze(Object.fromEntries(entries));
    }
    return structuredClone(value);
  };
  const deliver = async () => {
    for (;;) {
      for (const { channel, args } of await receive()) {
        for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
      }
    }
  };
  deliver().catch(() => undefined); // the page has been left

  return only('(preload)', {
    contextBridge: only('contextBridge', {
      exposeInMainWorld: (key: string, api: unknown) => {
        if (key in globalThis) throw new Error(`cannot bind an API on top of window.${key}`);
        Object.defineProperty(globalThis, key, { value: cross(api), enumerable: true });
      },
    }),
    ipcRenderer: only('ipcRenderer', {
      send: (channel: string, ...args: readonly unknown[]) => {
        void send({ channel, args: structuredClone(args) });
      },
      on: (channel: string, listener: (event: object, ...args: readonly unknown[]) => void) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    }),
  });
}
