import type { Connection } from './connection.ts';

/** Of all endpoints together; a connection beyond it is closed after its response. */
const MAX_KEPT = 1_024;

/** Connections that wait for their next request, by origin. */
export class KeptConnections {
  readonly #byOrigin = new Map<string, Connection[]>();
  #count = 0;

  /** Takes out the youngest one that leads to one of these addresses; undefined if there is none. */
  take(origin: string, addresses: readonly string[]): Connection | undefined {
    const connection = this.#byOrigin
      .get(origin)
      ?.findLast(({ remoteAddress }) => addresses.includes(remoteAddress ?? ''));
    if (connection !== undefined) this.#remove(origin, connection);
    return connection;
  }

  /** Keeps it as long as its endpoint agrees. */
  keep(origin: string, connection: Connection): void {
    if (!connection.isOpen) return;
    if (this.#count >= MAX_KEPT) return connection.destroy();
    const kept = this.#byOrigin.get(origin);
    if (kept === undefined) this.#byOrigin.set(origin, [connection]);
    else kept.push(connection);
    this.#count += 1;
    connection.onIdleClose = () => this.#remove(origin, connection);
  }

  close(): void {
    for (const connection of [...this.#byOrigin.values()].flat()) connection.destroy();
  }

  #remove(origin: string, connection: Connection): void {
    const kept = this.#byOrigin.get(origin);
    const index = kept?.indexOf(connection) ?? -1;
    if (kept === undefined || index < 0) return;
    kept.splice(index, 1);
    this.#count -= 1;
    if (kept.length === 0) this.#byOrigin.delete(origin);
  }
}
