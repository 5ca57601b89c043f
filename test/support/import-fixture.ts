import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { expect } from 'vitest';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { environmentOf, openOrganiserFixture, type OrganiserFixture } from './organiser-fixture.ts';

const Counted = Type.Record(Type.String(), Type.Integer());
const ImportedShape = Type.Object({
  dry_run: Type.Boolean(),
  event: Type.String({ pattern: '^evt_' }),
  import: Type.Union([Type.String({ pattern: '^imp_' }), Type.Null()]),
  file: Type.String(),
  encoding: Type.String(),
  delimiter: Type.String(),
  lines: Type.Integer(),
  columns: Type.Array(
    Type.Object({
      column: Type.String(),
      field: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  new_tickets: Type.Integer(),
  without_code: Type.Integer(),
  new_orders: Type.Integer(),
  pending_orders: Type.Integer(),
  changed: Type.Integer(),
  differs: Type.Integer(),
  parts: Counted,
  kept_prices: Type.Integer(),
  cancelled: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  skipped_because: Counted,
  order_parts: Counted,
  checked_in: Type.Integer(),
  own_codes: Type.Integer(),
  rounded_codes: Type.Integer(),
  not_kept: Type.Integer(),
  other_names: Type.Integer(),
  unknown_statuses: Type.Array(Type.String()),
  silent_columns: Type.Array(Type.String()),
});
const Imported = Compile(ImportedShape);
export type Imported = Static<typeof ImportedShape>;

/** An organiser with an event, into which files are imported with the command. */
export interface ImportFixture extends OrganiserFixture {
  readonly run: (
    ...words: readonly string[]
  ) => Promise<{ readonly code: number; readonly out: string; readonly err: readonly string[] }>;
  readonly importFile: (
    content: string | Uint8Array,
    ...flags: readonly string[]
  ) => ReturnType<ImportFixture['run']>;
  /** Expects it to succeed. */
  readonly imports: (
    content: string | Uint8Array,
    ...flags: readonly string[]
  ) => Promise<Imported>;
  /** Tickets that are not superseded or gone, with whom they are for and their orders, oldest first. */
  readonly ticketsNow: () => Promise<readonly TicketNow[]>;
  readonly count: (
    ...tables: readonly ('orders' | 'tickets' | 'contacts' | 'order_lines')[]
  ) => Promise<readonly number[]>;
}

export interface TicketNow {
  readonly reference: string;
  readonly status: string;
  readonly code: string | null;
  readonly external_id: string | null;
  readonly seat_label: string | null;
  readonly session_id: number | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly type: string;
  readonly order: string | null;
  readonly order_status: string | null;
}

export async function openImportFixture(): Promise<ImportFixture> {
  const fixture = await openOrganiserFixture();
  const run: ImportFixture['run'] = async (...words) => {
    const out: string[] = [];
    const err: string[] = [];
    const code = await runCommandLine([...words], {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      flushed: () => Promise.resolve(),
      environment: environmentOf(fixture),
      stopRequested: () => Promise.resolve(),
    });
    return { code, out: out.join('\n'), err: err.join('\n').split('\n') };
  };
  const importFile: ImportFixture['importFile'] = async (content, ...flags) => {
    const file = join(fixture.dataDir, 'guests.csv');
    writeFileSync(file, content);
    return run('import', file, '--event', fixture.event.reference, ...flags, '--json');
  };
  return {
    ...fixture,
    run,
    importFile,
    imports: async (content, ...flags) => {
      const { code, out, err } = await importFile(content, ...flags);
      expect([code, err]).toEqual([0, ['']]);
      return Imported.Parse(JSON.parse(out));
    },
    ticketsNow: () =>
      fixture.database.read((tx) =>
        tx.db
          .selectFrom('tickets as t')
          .leftJoin('contacts as c', 'c.id', 't.contact_id')
          .leftJoin('orders as o', 'o.id', 't.order_id')
          .innerJoin('ticket_types as y', 'y.id', 't.ticket_type_id')
          .select(['t.reference', 't.status', 't.code', 't.external_id', 't.seat_label'])
          .select(['t.session_id', 'c.email', 'c.first_name', 'c.last_name', 'y.name as type'])
          .select(['o.external_id as order', 'o.status as order_status'])
          .where('t.deleted_at', 'is', null)
          .orderBy('t.id')
          .execute(),
      ),
    count: (...tables) =>
      fixture.database.read(async (tx) => {
        const counts: number[] = [];
        for (const table of tables)
          counts.push((await tx.db.selectFrom(table).select('id').execute()).length);
        return counts;
      }),
  };
}
