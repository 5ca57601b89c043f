import { EventEmitter } from 'node:events';

/**
 * An object of Electron's API, as far as the stand-in implements it. Any other property throws, so that a test notices when the host uses more of the
 * API.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get: (object, key) => {
      if (typeof key === 'symbol' || key in object) {
        const value: unknown = Reflect.get(object, key, object);
        return typeof value === 'function' ? value.bind(object) : value;
      }
      if (key === 'then') return undefined; // read by `await`
      throw new Error(`the stand-in for electron has no ${name}.${key}`);
    },
    set: (_object, key) => {
      throw new Error(`the stand-in for electron has no settable ${name}.${String(key)}`);
    },
  });
}

/** A strict object that throws once it is destroyed, like Electron's windows and their contents. */
export function destroyable<T extends object>(
  name: string,
  target: T,
  isDestroyed: () => boolean,
): T {
  return new Proxy(strict(name, target), {
    get: (object, key) => {
      // Methods of an emitter are plain JavaScript and still work after the window is destroyed.
      const survives =
        key === 'isDestroyed' || typeof key === 'symbol' || key in EventEmitter.prototype;
      if (isDestroyed() && !survives) throw new TypeError('Object has been destroyed');
      return Reflect.get(object, key);
    },
  });
}

/** An emitter with a fixed list of events: listening to any other throws. */
export class StrictEmitter extends EventEmitter {
  readonly #name: string;
  readonly #events: readonly string[];

  constructor(name: string, events: readonly string[]) {
    super();
    this.#name = name;
    this.#events = events;
  }

  override on(event: string, listener: Parameters<EventEmitter['on']>[1]): this {
    this.#check(event);
    return super.on(event, listener);
  }

  override once(event: string, listener: Parameters<EventEmitter['once']>[1]): this {
    this.#check(event);
    return super.once(event, listener);
  }

  #check(event: string): void {
    if (!this.#events.includes(event)) {
      throw new Error(`the stand-in for electron emits no ${this.#name} event "${event}"`);
    }
  }
}

/** A cancellable event like those that Electron passes to listeners. */
export function createEvent<T extends object>(details: T) {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true;
    },
  };
  return event;
}
