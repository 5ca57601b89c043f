import { findOrganiser } from '../../store/organisers.ts';
import { showing } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  createOrganiser,
  listOrganisers,
  parsePlan,
  updateOrganiser,
} from '../../domain/organisers.ts';
import type { organiserCreateFlags, organiserUpdateFlags } from '../commands/organiser.ts';
import type { Given, GivenOperands } from '../define-command.ts';
import { describeOrganiser } from '../describe.ts';
import { written } from '../flags.ts';
import { renderTable } from '../render-table.ts';

export async function organiserCreate(
  tx: WriteTransaction,
  { values }: Given<typeof organiserCreateFlags>,
) {
  return describeOrganiser(await createOrganiser(tx, { ...values, email: values.email ?? null }));
}

export async function organiserUpdate(
  tx: WriteTransaction,
  { values: { name, plan, email }, operands: [reference = ''] }: Given<typeof organiserUpdateFlags>,
) {
  const changes = written({ name, plan, email });
  return describeOrganiser(await updateOrganiser(tx, reference, changes));
}

export async function changePlanOf(
  tx: WriteTransaction,
  { operands: [reference = '', plan = ''] }: GivenOperands,
) {
  return describeOrganiser(await updateOrganiser(tx, reference, { plan: parsePlan(plan) }));
}

export const organiserList = {
  work: async (database: Database) => ({
    data: (await database.read((tx) => listOrganisers(tx))).map(describeOrganiser),
  }),
  render: ({ data }: { readonly data: readonly ReturnType<typeof describeOrganiser>[] }) => {
    if (data.length === 0) return 'No organisers.';
    const rows = data.map((row) => [row.reference, row.display_name, row.plan, row.email ?? '']);
    return renderTable(['organiser', 'name', 'plan', 'email'], rows);
  },
};

export const organiserShow = showing(async (tx, reference) =>
  describeOrganiser(requireFound(await findOrganiser(tx, reference), 'organiser', reference)),
);
