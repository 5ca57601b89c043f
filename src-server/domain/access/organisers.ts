import { plans, type Plan } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  insertOrganiser,
  listOrganisers,
  updateOrganiserRow,
  type OrganiserRow,
} from '../../store/access/organisers.ts';
import { checkName } from '../../rules/checks.ts';
import { invalid } from '../../rules/domain-error.ts';
import { parseEmail } from '../../rules/email.ts';
import { requireOrganiser } from '../../rules/require-row.ts';

export { listOrganisers, plans, type Plan };

export interface OrganiserInput {
  readonly name: string;
  readonly plan: Plan;
  /** Where notices go; null for none. */
  readonly email: string | null;
}

export function createOrganiser(
  tx: WriteTransaction,
  input: OrganiserInput,
): Promise<OrganiserRow> {
  return insertOrganiser(tx, columnsOf(input));
}

/** A change of plan takes effect on the next request of a live token (§5). */
export async function updateOrganiser(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<OrganiserInput>,
): Promise<OrganiserRow> {
  const current = await requireOrganiser(tx, reference);
  const { id, display_name: name, plan, email } = current;
  return updateOrganiserRow(tx, id, columnsOf({ name, plan, email, ...changes }));
}

function columnsOf({ name, plan, email }: OrganiserInput) {
  const spelling = email === null ? null : parseEmail(email).spelling;
  return { display_name: checkName('name', name), plan, email: spelling };
}

export function parsePlan(text: string): Plan {
  const plan = plans.find((known) => known === text);
  if (plan === undefined) throw invalid('plan', `Expected a plan of ${plans.join(', ')}.`);
  return plan;
}
