type Listener<Payload extends readonly unknown[]> = (...payload: Payload) => void;

/**
 * Carries events from whoever they happen to, to whoever subscribed. `Events` maps each name to what comes with it. Listeners run at
 * once, in the order in which they subscribed, before `emit` returns; one that throws keeps the later ones from hearing of it, and
 * whoever emitted gets the error.
 */
export class Emitter<Events extends { readonly [Name in keyof Events]: readonly unknown[] }> {
  readonly #listeners: { [Name in keyof Events]?: readonly Listener<Events[Name]>[] } = {};

  on<Name extends keyof Events>(name: Name, listener: Listener<Events[Name]>): void {
    this.#listeners[name] = [...(this.#listeners[name] ?? []), listener];
  }

  emit<Name extends keyof Events>(name: Name, ...payload: Events[Name]): void {
    for (const listener of this.#listeners[name] ?? []) listener(...payload);
  }
}
