import type {
  DescribedField,
  DescribedOperation,
} from '../../shared/console/described-operation.ts';
import type { RolesOfOperation } from '../../shared/console/session-results.ts';
import type { Membership } from '../domain/members/memberships.ts';
import { roles } from '../database/schema.ts';
import { planAllowsApi } from '../oauth/caller.ts';
import { wordsOf } from '../operations/definition/inputs.ts';
import type { Operation, View } from '../operations/definition/operation.ts';
import { operationTable } from '../operations/operation-table.ts';
import type { ConsoleContext } from './console-context.ts';
import { requireVerified } from './guards.ts';
import { allows, requireMembership } from './run-entry.ts';

const entriesOfMembers = [...operationTable.values()].filter(({ role }) => role !== 'operator');

/** Every operation and view that is not the operator's alone, as the member of the request may do it. */
export function describeOperations(
  context: ConsoleContext,
): Promise<readonly DescribedOperation[]> {
  return context.database.read(async (tx) => {
    const session = await requireVerified(tx, context);
    const member = await requireMembership(tx, session, context.organiser);
    return entriesOfMembers.map((entry) => describeOperation(entry, member));
  });
}

/** Every operation and view that is not the operator's alone, and which roles may do it. */
export function describeRoles(context: ConsoleContext): Promise<readonly RolesOfOperation[]> {
  return context.database.read(async (tx) => {
    await requireVerified(tx, context);
    return entriesOfMembers.map((entry) => ({
      name: entry.name,
      roles: roles.filter((role) => allows(role, entry)),
      fresh: entry.kind === 'operation' && entry.fresh === true,
    }));
  });
}

function describeOperation(
  entry: Operation | View,
  { role, plan }: Membership,
): DescribedOperation {
  const { name, kind } = entry;
  const allowed = allows(role, entry);
  const fields = describeInputs(entry);
  if (entry.kind === 'view')
    return { name, kind, allowed, fresh: false, plan: 'not_needed', fields };
  const { fresh = false, needsPlan = false } = entry;
  const sufficiency = planAllowsApi(plan) ? 'sufficient' : 'insufficient';
  return { name, kind, allowed, fresh, plan: needsPlan ? sufficiency : 'not_needed', fields };
}

/** The organiser is that of the request. */
function describeInputs({ input }: Operation | View): readonly DescribedField[] {
  // Left out by the library where nothing is required.
  const required: readonly string[] | undefined = input.required;
  return Object.entries(input.properties).flatMap(([name, schema]) => {
    const words = wordsOf(schema);
    if (words.isOperators === true || name === 'organiser') return [];
    const { kind, choices, between, otherwise, isPersonal, isFixed, none } = words;
    const described: DescribedField = {
      name,
      kind,
      isRequired: required?.includes(name) ?? false,
      ...(choices !== undefined && { choices }),
      ...(between !== undefined && { between }),
      ...(otherwise !== undefined && { otherwise }),
      ...(none !== undefined && { mayBeNone: true }),
      ...(isPersonal === true && { isPersonal }),
      ...(isFixed === true && { isFixed }),
    };
    return [described];
  });
}
