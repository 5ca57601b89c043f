import { findLocation } from '../../store/locations.ts';
import { showing } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { createLocation, listEventLocations } from '../../domain/locations.ts';
import type { createFlags, listFlags } from '../commands/location.ts';
import type { Given } from '../define-command.ts';
import { describeLocation } from '../describe.ts';
import { renderTable } from '../render-table.ts';

export async function create(tx: WriteTransaction, { values }: Given<typeof createFlags>) {
  return describeLocation(tx, await createLocation(tx, values));
}

export const list = {
  work: (database: Database, { values }: Given<typeof listFlags>) =>
    database.read(async (tx) => {
      const data = [];
      for (const row of await listEventLocations(tx, values.event)) {
        data.push(await describeLocation(tx, row));
      }
      return { data };
    }),
  render: ({
    data,
  }: {
    readonly data: readonly Awaited<ReturnType<typeof describeLocation>>[];
  }) => {
    if (data.length === 0) return 'No entry points.';
    return renderTable(
      ['entry point', 'name'],
      data.map(({ reference, name }) => [reference, name]),
    );
  },
};

export const show = showing(async (tx, reference) =>
  describeLocation(
    tx,
    requireFound(await findLocation(tx, reference), 'scanner location', reference),
  ),
);
