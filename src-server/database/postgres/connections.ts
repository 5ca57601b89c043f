// Why: docs/decisions/0014-two-databases.md
import { Socket } from 'node:net';
import pg from 'pg';
import { closedError, DatabaseError } from '../database-error.ts';
import { fromConnectError } from './postgres-error.ts';

/** How long connecting may take, and waiting for a connection of the pool. */
const CONNECT_WITHIN_MS = 5_000;
/** More than a statement's limit by this, the server itself would have responded: it is frozen, or the network swallows what it sends. */
const SILENCE_MARGIN_MS = 2_000;
/** How long a connection of the pool is kept unused. */
const IDLE_MS = 10_000;
/** The system probes a silent server ten times in the ten seconds after this, then gives the connection up: it may lie powerless. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** A client that disappears during a transaction must not keep its locks, nor hold back the read bound, for longer. */
const MAX_IDLE_IN_TRANSACTION_MS = 60_000;

/** 64-bit integers fit into JavaScript numbers: microseconds stay below 2^53 until the year 2255, and sums are small. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC
      ? Number
      : pg.types.getTypeParser(oid, format),
};

/**
 * The connections of this process to one database. None waits without a limit: not for the connection, not for a statement, and not for a
 * server that keeps the connection open and says nothing.
 */
export class Connections {
  readonly #config: pg.ClientConfig;
  readonly #statementLimitMs: number;
  readonly #sockets = new Set<Socket>();
  readonly #onceClosed = Promise.withResolvers<void>();
  #isClosing = false;

  /** `statementLimitMs`: how long a statement may run at the server. */
  constructor(url: string, statementLimitMs: number) {
    this.#statementLimitMs = statementLimitMs;
    this.#config = {
      connectionString: url,
      types,
      pipeline: true,
      application_name: 'gatehouse',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      stream: () => this.#openSocket(),
    };
  }

  createPool(max: number): pg.Pool {
    const pool = new pg.Pool({ ...this.#config, max, idleTimeoutMillis: IDLE_MS });
    // An idle connection that breaks is discovered when it is next used.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => {
      client.on('error', () => undefined);
      this.#limit(client);
    });
    return pool;
  }

  /** Opens a connection outside the pool. The limits hold once `prepare` has resolved. */
  async open(prepare: (client: pg.Client) => Promise<void>): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', () => undefined);
    try {
      await client.connect().catch((error: unknown) => {
        throw fromConnectError(error);
      });
      await prepare(client);
    } catch (error) {
      void client.end();
      throw error;
    }
    this.#limit(client);
    return client;
  }

  /** Resolves when no connection is left. Whatever still waits for the server then is cut off by `cut`. */
  closed(): Promise<void> {
    this.#isClosing = true;
    this.#lookWhetherClosed();
    return this.#onceClosed.promise;
  }

  /** Ends all connections without asking the server. What runs on them rejects. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy(closedError());
  }

  #openSocket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#isClosing) this.#lookWhetherClosed();
    });
    return socket;
  }

  #lookWhetherClosed(): void {
    if (this.#sockets.size === 0) this.#onceClosed.resolve();
  }

  /**
   * Sent ahead of the connection's first statement. Not as parameters of the start, which a pooler such as PgBouncer refuses. The last three
   * let the server notice soon that this machine is gone, and free its locks.
   */
  #limit(client: pg.Client): void {
    const { stream } = client.connection;
    const silenceLimitMs = this.#statementLimitMs + SILENCE_MARGIN_MS;
    endIfSilent(client, silenceLimitMs);
    client
      .query(
        `set statement_timeout = ${this.#statementLimitMs};
        set idle_in_transaction_session_timeout = ${Math.min(silenceLimitMs, MAX_IDLE_IN_TRANSACTION_MS)};
        set tcp_keepalives_idle = 15; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`,
      )
      .catch((error: unknown) => stream.destroy(error instanceof Error ? error : undefined));
  }
}

/** Ends a connection that owes a response, and on which nothing has moved for so long. */
function endIfSilent(client: pg.Client, limitMs: number): void {
  const { stream } = client.connection;
  if (!(stream instanceof Socket)) throw new TypeError('expected a socket');
  let answeredUpTo = stream.bytesWritten;
  client.on('drain', () => {
    answeredUpTo = stream.bytesWritten;
  });
  stream.setTimeout(limitMs);
  stream.on('timeout', () => {
    if (stream.bytesWritten === answeredUpTo) return;
    stream.destroy(
      new DatabaseError(
        'database.unavailable',
        `The database has sent nothing for ${limitMs / 1_000} seconds.`,
      ),
    );
  });
}
