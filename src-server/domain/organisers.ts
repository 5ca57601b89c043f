import { plans, type Plan } from '../database/schema.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import {
  findOrganiser,
  insertOrganiser,
  listOrganisers,
  setOrganiserPlan,
  type OrganiserRow,
} from '../store/organisers.ts';
import { checkName } from './checks.ts';
import { requireFound, invalid } from './domain-error.ts';
import { parseEmail } from './email.ts';

export { listOrganisers, plans, type Plan };

export function createOrganiser(
  tx: WriteTransaction,
  organiser: { readonly name: string; readonly plan: Plan; readonly email: string | null },
): Promise<OrganiserRow> {
  const display_name = checkName('name', organiser.name);
  const email = organiser.email === null ? null : parseEmail(organiser.email).spelling;
  return insertOrganiser(tx, { display_name, email, plan: organiser.plan });
}

/** Takes effect on the next request of a live token (§5). */
export async function changePlan(
  tx: WriteTransaction,
  reference: string,
  plan: Plan,
): Promise<OrganiserRow> {
  const organiser = requireFound(await findOrganiser(tx, reference), 'organiser', reference);
  return setOrganiserPlan(tx, organiser.id, plan);
}

export function parsePlan(text: string): Plan {
  const plan = plans.find((known) => known === text);
  if (plan === undefined) throw invalid('plan', `Expected a plan of ${plans.join(', ')}.`);
  return plan;
}
