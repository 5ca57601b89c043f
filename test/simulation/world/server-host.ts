import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { systemClock } from '../../../src-server/database/clock.ts';
import { buildApp } from '../../../src-server/http/app.ts';
import { OpenStreams } from '../../../src-server/http/streams/open-streams.ts';
import { serveOperations } from '../../../src-server/api/serve-operations.ts';
import { keyOf } from '../../../src-server/store/access/keys.ts';
import { serveToken } from '../../../src-server/api/oauth-token.ts';
import { readEventChanges } from '../../../src-server/api/scanner/event-changes.ts';
import { serverDefaults } from '../../../src-server/server.ts';
import { ChangeWatch } from '../../../src-server/http/streams/change-watch.ts';
import { openDatabase } from '../../../src-server/open-database.ts';
import type { Database } from '../../../src-server/database/database.ts';

export interface ServerHostOptions {
  readonly directory: string;
  /** The furnished database to copy. */
  readonly template: string;
  readonly rateLimit: number;
  readonly tokenTtlSeconds: number;
}

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database;
}

/** The companion server without its socket: real routes, domain and database. */
export class ServerHost {
  readonly #options: ServerHostOptions;
  readonly logged: string[] = [];
  /** The number of starts. Requests to an earlier run are never answered. */
  run = 0;
  /** When the organiser last changed something or scans last arrived. */
  changedAtMs = 0;
  scannedAtMs = 0;
  redeemedAtMs = 0;
  releasedAtMs = 0;
  /** Whether the next start creates a new cursor key. */
  forgetsCursors = false;
  readonly #answers = new Set<Readable>();
  #running: Running | null = null;

  constructor(options: ServerHostOptions) {
    this.#options = options;
    mkdirSync(options.directory, { recursive: true });
    copyFileSync(options.template, join(options.directory, 'server.db'));
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  get app(): FastifyInstance {
    if (this.#running === null) throw new Error('expected a server that is up');
    return this.#running.app;
  }

  get database(): Database {
    if (this.#running === null) throw new Error('expected a server that is up');
    return this.#running.database;
  }

  /** Like `createServer`, but without webhooks, metrics and port. */
  async start(): Promise<void> {
    const { directory, rateLimit, tokenTtlSeconds } = this.#options;
    const write = (line: string) => void this.logged.push(line);
    const app = buildApp({
      ...serverDefaults,
      logger: { level: 'error', write },
    });
    const database = await openDatabase({ dataDir: directory });
    const changes = new ChangeWatch(database, readEventChanges);
    if (this.forgetsCursors) {
      this.forgetsCursors = false;
      await database.write(async (tx) => {
        await tx.db.deleteFrom('keys').where('name', '=', 'cursors').execute();
      });
    }
    serveToken(app, { database, clock: systemClock, ttlSeconds: tokenTtlSeconds });
    serveOperations(app, {
      services: {
        database,
        clock: systemClock,
        cursorKey: await database.write((tx) => keyOf(tx, 'cursors')),
        mailOrder: null,
        runningKeys: new Map(),
        runningUploads: new Map(),
        changes,
        streams: new OpenStreams(),
        maxSubscriptions: serverDefaults.webhookSubscriptions,
        wakeWebhooks: () => undefined,
        checkEndpoint: () => Promise.reject(new Error('expected no webhooks')),
      },
      publicUrl: null,
      rateLimit,
      stationRateLimit: rateLimit,
    });
    app.addHook('preClose', async () => changes.close());
    await app.ready();
    this.#running = { app, database };
  }

  /** Registers an answer that is being read, which breaks off when the server is killed. */
  joined(answer: Readable): void {
    this.#answers.add(answer);
    answer.once('close', () => this.#answers.delete(answer));
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    this.run += 1;
    for (const answer of this.#answers) answer.destroy();
    await running?.app.close();
    await running?.database.close();
  }
}
