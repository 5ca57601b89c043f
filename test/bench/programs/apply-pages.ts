// The tickets list of an event into a replica, page by page as the station's sync does it: over HTTP, or the same pages from memory.
// Usage: node apply-pages.ts http|memory URL CLIENT_ID CLIENT_SECRET EVENT FOLDER ROWS.
import { join } from 'node:path';
import { instantFromMillis } from '../../../shared/instant.ts';
import { openHttpRemote } from '../../../src-main/adapters/remote/http-remote.ts';
import {
  replicaWorkerUrl,
  SqliteReplica,
} from '../../../src-main/adapters/sqlite/replica/sqlite-replica.ts';
import { deviceClock } from '../../../src-main/adapters/system/device-clock.ts';
import type { ListPage } from '../../../src-main/ports/replica.ts';
import { measureWork } from '../measured.ts';

const [how, server_url = '', client_id = '', client_secret = '', event = '', folder = '', count] =
  process.argv.slice(2);
const limit = Number(count);

const remote = openHttpRemote({ server_url, client_id, client_secret }, deviceClock);
const replica = new SqliteReplica(join(folder, 'replica.db'), replicaWorkerUrl());

async function* pages(): AsyncGenerator<ListPage> {
  let next_url: string | null = null;
  let rows = 0;
  do {
    const query = { event, updated_since: '1970-01-01T00:00:00Z', next_url };
    const result = await remote.listTickets(query);
    if (result.kind === 'failed') throw new Error(result.failure.message);
    const page = result.value;
    rows += page.rows.length;
    yield {
      list: 'tickets',
      event,
      asked_url: next_url,
      asked_pointer: null,
      rows: page.rows,
      next_url: page.next_url,
      watermark: page.watermark,
      asked_at: instantFromMillis(Date.now()),
    };
    next_url = page.next_url;
  } while (next_url !== null && rows < limit);
}

async function applyAll(list: AsyncIterable<ListPage> | Iterable<ListPage>): Promise<number> {
  let rows = 0;
  for await (const page of list) {
    const { current } = await replica.applyPage(page);
    if (!current) throw new Error('expected the page to be applied');
    rows += page.rows.length;
  }
  return rows;
}

const kept: ListPage[] = [];
if (how === 'memory') for await (const page of pages()) kept.push(page);
const measured = await measureWork(() => applyAll(how === 'memory' ? kept : pages()));
await replica.close();
await remote.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
