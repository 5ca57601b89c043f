import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { bytesSource } from '../../src-server/imports/file/import-source.ts';
import { prepareImport } from '../../src-server/imports/import-tickets.ts';
import { importOptionsOf } from '../../src-server/operations/import.ts';
import { insertImport, updateImport } from '../../src-server/store/imports.ts';
import { makeDoor, startTestServer, type TestServer } from '../support/test-server.ts';

const LINES = 1_500;
const WITHIN = { timeout: 60_000, interval: 20 };
const script = fileURLToPath(new URL('../support/serve-for-crash.ts', import.meta.url));
const commandLine = fileURLToPath(new URL('../../src-server/cli/main.ts', import.meta.url));

function startProcess({ data, databaseUrl }: TestServer): ChildProcess {
  const words = [script, data, ...(databaseUrl === null ? [] : [databaseUrl])];
  return spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A line for each ticket, in orders of one. */
function fileOf(lines: number): string {
  const rows = Array.from({ length: lines }, (_, at) => `N${at},Standard,c${at}\n`);
  return `Order,Ticket type,Barcode\n${rows.join('')}`;
}

/** Imports a ticket for each line. Returns the import, as it is when somebody has just asked to undo it. */
async function importToUndo({ database }: TestServer, event: string): Promise<number> {
  const source = bytesSource(Buffer.from(fileOf(LINES)), 'shop.csv');
  using file = await prepareImport(database, event, source, importOptionsOf({}));
  const started = await database.write((tx) =>
    insertImport(tx, { event_id: file.eventId, file_name: 'shop.csv', lines: LINES, report: '{}' }),
  );
  await file.apply(started);
  await database.write((tx) => updateImport(tx, started.id, { status: 'undoing' }));
  return started.id;
}

it('undoing an import goes on after a SIGKILL, when a server starts again', async () => {
  await using prepared = await startTestServer();
  const { event } = await makeDoor(prepared);
  const undoing = await importToUndo(prepared, event);
  const state = () =>
    prepared.database.read(async (tx) => {
      const counts = await tx.db
        .selectNoFrom((eb) => [
          eb.selectFrom('imported_lines').select(eb.fn.countAll<number>().as('n')).as('lines'),
          eb
            .selectFrom('tickets')
            .select(eb.fn.countAll<number>().as('n'))
            .where('status', '=', 'valid')
            .as('valid'),
          eb.selectFrom('ticket_types').select('sold').as('sold'),
          eb.selectFrom('imports').select('status').where('id', '=', undoing).as('status'),
        ])
        .executeTakeFirstOrThrow();
      const { lines, valid, sold, status } = counts;
      return { lines: Number(lines), valid: Number(valid), sold: Number(sold), status };
    });
  expect(await state()).toMatchObject({ lines: LINES, valid: LINES + 1, sold: LINES + 1 });

  await prepared.server.close();
  const first = startProcess(prepared);
  await expect.poll(async () => (await state()).lines, WITHIN).toBeLessThan(LINES);
  await kill(first);
  const midway = await state();
  expect(midway).toMatchObject({ status: 'undoing', valid: midway.lines + 1 });
  expect(midway.lines).toBeGreaterThan(0);

  const second = startProcess(prepared);
  await expect.poll(async () => (await state()).status, WITHIN).toBe('undone');
  await kill(second);
  // The ticket that was there before stays.
  expect(await state()).toEqual({ lines: 0, valid: 1, sold: 1, status: 'undone' });
});

it('the same file brings the rest after a SIGKILL in the middle, and nothing twice', async () => {
  await using prepared = await startTestServer();
  const { event } = await makeDoor(prepared);
  const file = join(prepared.data, 'shop.csv');
  const rows = Array.from({ length: LINES }, (_, at) => `N${at},Standard,3,100.00\n`);
  writeFileSync(file, `Order,Ticket type,Quantity,Total paid\n${rows.join('')}`);
  const words = ['import', file, '--event', event];
  const count = (table: 'orders' | 'tickets') =>
    prepared.database.read(async (tx) => {
      // PostgreSQL counts in texts.
      const counted = tx.db.selectFrom(table).select((eb) => eb.fn.countAll().as('n'));
      return Number((await counted.executeTakeFirstOrThrow()).n);
    });
  const counts = async () => ({ orders: await count('orders'), tickets: await count('tickets') });
  const before = await counts();

  const { environment: env } = prepared;
  const first = spawn(process.execPath, [commandLine, ...words], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await expect.poll(() => count('orders'), WITHIN).toBeGreaterThan(before.orders);
  await kill(first);
  const midway = await counts();
  expect(midway.orders - before.orders).toBeLessThan(LINES);
  // No order without its tickets.
  expect(midway.tickets - before.tickets).toBe(3 * (midway.orders - before.orders));

  const { code, out } = await prepared.run('', ...words);
  expect({ code, out }).toMatchObject({ code: 0 });
  expect(await counts()).toEqual({
    orders: before.orders + LINES,
    tickets: before.tickets + 3 * LINES,
  });
  const totals = await prepared.database.read((tx) =>
    tx.db
      .selectFrom('orders as o')
      .innerJoin('order_lines as l', 'l.order_id', 'o.id')
      .select(['o.total', 'l.unit_price', 'l.rounding'])
      .distinct()
      .where('o.external_id', 'is not', null)
      .execute(),
  );
  expect(totals).toEqual([{ total: 10_000, unit_price: 3333, rounding: 1 }]);
});
