import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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

function startProcess({ data, databaseUrl }: TestServer): ChildProcess {
  const words = [script, data, ...(databaseUrl === null ? [] : [databaseUrl])];
  return spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** Imports a ticket for each line. Returns the import, as it is when somebody has just asked to undo it. */
async function importToUndo({ database }: TestServer, event: string): Promise<number> {
  const lines = Array.from({ length: LINES }, (_, at) => `N${at},Standard,c${at}\n`).join('');
  const source = bytesSource(Buffer.from(`Order,Ticket type,Barcode\n${lines}`), 'shop.csv');
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
