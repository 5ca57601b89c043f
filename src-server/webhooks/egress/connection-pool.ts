import type { Connection } from './connection.ts';

/** Of all endpoints together; a connection beyond it is closed after its response. */
const MAX_IDLE = 1_024;

/** Connections that wait for their next request, by origin. */
export class ConnectionPool {
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
  put(origin: string, connection: Connection): void {
    if (!connection.isOpen) return;
    if (this.#count >= MAX_IDLE) return connection.destroy();
    const idle = this.#byOrigin.get(origin);
    if (idle === undefined) this.#byOrigin.set(origin, [connection]);
    else idle.push(connection);
    this.#count += 1;
    connection.onIdleClose = () => this.#remove(origin, connection);
  }

  close(): void {
    for (const connection of [...this.#byOrigin.values()].flat()) connection.destroy();
  }

  #remove(origin: string, connection: Connection): void {
    const idle = this.#byOrigin.get(origin);
    const index = idle?.indexOf(connection) ?? -1;
    if (idle === undefined || index < 0) return;
    idle.splice(index, 1);
    this.#count -= 1;
    if (idle.length === 0) this.#byOrigin.delete(origin);
  }
}
