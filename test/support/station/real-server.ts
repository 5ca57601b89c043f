import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { EntryScan } from '../../../shared/resources/scans.ts';
import { restoreDatabase } from '../../../src-server/database/sqlite/restore-database.ts';
import { openDatabase, type DatabaseLocation } from '../../../src-server/open-database.ts';
import { createServer, type GatehouseServer } from '../../../src-server/server.ts';
import { copyTestDatabase, newTestDatabase, testConfig } from '../test-config.ts';
import { furnishEvent, sellOne, type Credentials } from './furnish-event.ts';

export type StoredScan = ReturnType<typeof ScanPage.Parse>['data']['data'][number];

const ScanPage = Compile(
  Type.Object({
    data: Type.Object({
      data: Type.Array(EntryScan),
      next_page_url: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
);
const Token = Compile(Type.Object({ access_token: Type.String() }));

/** The real server in this process, which can be stopped and started again on the same port and data. */
export class RealServer implements DatabaseLocation {
  /** The address that stations use, if it differs. */
  publicUrl: string | null = null;
  readonly data = mkdtempSync(join(tmpdir(), 'gatehouse-server-'));
  readonly dataDir = this.data;
  /** Null before the first start, and on SQLite. */
  databaseUrl: string | null = null;
  #server: GatehouseServer | null = null;
  #port = 0;

  async start(): Promise<void> {
    this.databaseUrl ??= await newTestDatabase();
    const { publicUrl, databaseUrl } = this;
    const changes = { port: this.#port, publicUrl, databaseUrl };
    this.#server = await createServer(testConfig(this.data, changes));
    this.#port = Number(new URL(this.#server.authUrl).port);
  }

  async stop(): Promise<void> {
    await this.#server?.close();
    this.#server = null;
  }

  /**
   * Copies the data of the stopped server; the function that it returns puts the copy in the place of what is there by then. On SQLite the
   * copy is one that `backup` made, or the file itself.
   */
  async copyData(kind: 'backup' | 'file'): Promise<() => Promise<void>> {
    const { databaseUrl } = this;
    if (databaseUrl !== null) {
      const copy = await copyTestDatabase(databaseUrl);
      return async () => {
        this.databaseUrl = copy;
      };
    }
    const file = join(this.data, 'server.db');
    const copy = join(this.data, 'copy.sqlite');
    if (kind === 'file') {
      copyFileSync(file, copy);
      return async () => copyFileSync(copy, file);
    }
    const database = await openDatabase(this);
    await database.backup(copy);
    await database.close();
    return async () => void (await restoreDatabase(copy, file));
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** One organiser with an event, two entry points, tickets, and one client for each of two stations. */
  async furnish(tickets: number) {
    const { clients, ...venue } = await furnishEvent(this, {
      tickets,
      clients: ['North', 'South'],
    });
    const [north, south] = clients;
    if (north === undefined || south === undefined) throw new Error('expected two clients');
    return { ...venue, clients: [north, south] as const };
  }

  /** One more ticket, sold while doors are open. */
  sellOne(venue: { readonly event: string; readonly type: string }): Promise<string> {
    return sellOne(this, venue);
  }

  /** Every entry scan of the event on the server, as an integrator reads them. */
  async scansOf(event: string, { id, secret }: Credentials): Promise<readonly StoredScan[]> {
    const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const minted = await fetch(`${this.url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    });
    const { access_token: token } = Token.Parse(await minted.json());
    const scans: StoredScan[] = [];
    let url: string | null = `${this.url}/v1/integration/events/${event}/scans?per_page=100`;
    while (url !== null) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      const page = ScanPage.Parse(await answer.json());
      scans.push(...page.data.data);
      url = page.data.next_page_url;
    }
    return scans;
  }
}
