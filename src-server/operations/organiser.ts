import { Type } from 'typebox';
import { printableLine } from '../../shared/plain-text.ts';
import { plans } from '../database/schema.ts';
import {
  createOrganiser,
  listOrganisers,
  parsePlan,
  updateOrganiser,
} from '../domain/access/organisers.ts';
import { testMail } from '../mail/reset-mail.ts';
import { nameOf } from './definition/actor-name.ts';
import { describeOrganiser } from './definition/describe.ts';
import { choice, operators, optional, orNull, personal, text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { requireOrganiser } from '../rules/require-row.ts';

const organiser = text('ORG', 'which organiser');
const name = text('NAME', 'the name that guests know');
const whatPlanAllows =
  'what the organiser may use (free: no API access, so no stations, clients or webhooks)';
const plan = choice('PLAN', whatPlanAllows, plans);
const email = personal(text('EMAIL', 'where notices go, such as of a webhook that was disabled'));

export const organiserCreate = defineOperation({
  name: 'organiser.create',
  summary: 'Create an organiser',
  role: 'operator',
  input: Type.Object({ name, plan: optional(plan, 'pro'), email: optional(email) }),
  run: async (tx, input) =>
    describeOrganiser(await createOrganiser(tx, { plan: 'pro', email: null, ...input })),
});

export const organiserUpdate = defineOperation({
  name: 'organiser.update',
  summary: 'Change the name, plan or email of an organiser',
  role: 'owner',
  input: Type.Object({
    organiser,
    name: optional(name),
    plan: optional(operators(plan)),
    email: optional(orNull(email, 'none', 'no notices')),
  }),
  current: async (tx, input) => {
    const described = describeOrganiser(await requireOrganiser(tx, input.organiser));
    return { ...described, name: described.display_name };
  },
  run: async (tx, { organiser: reference, ...changes }) =>
    describeOrganiser(await updateOrganiser(tx, reference, changes)),
});

export const organiserPlan = defineOperation({
  name: 'organiser.plan',
  summary: `Change the plan: ${plans.join(', ')}`,
  role: 'operator',
  input: Type.Object({ organiser, plan: text('PLAN', whatPlanAllows) }),
  run: async (tx, input) => {
    const changes = { plan: parsePlan(input.plan) };
    return describeOrganiser(await updateOrganiser(tx, input.organiser, changes));
  },
});

export const organiserMailTest = defineOperation({
  name: 'organiser.mail-test',
  summary: 'Send yourself an email, to see that emails arrive',
  isConsoleOnly: true,
  role: 'owner',
  needsMail: true,
  input: Type.Object({ organiser }),
  run: async (tx, input, _, actor) => {
    const { reference, display_name } = await requireOrganiser(tx, input.organiser);
    return { reference, ...testMail(await nameOf(tx, actor), printableLine(display_name)) };
  },
  after: async ({ mail }, { reference: _reference, ...test }) => {
    try {
      await mail?.mailer.send(test);
      return { sent: true, why: null };
    } catch (error) {
      return { sent: false, why: error instanceof Error ? error.message : String(error) };
    }
  },
});

export const organiserList = defineView({
  name: 'organiser.list',
  summary: 'Every organiser of this server, newest first',
  role: 'operator',
  input: Type.Object({}),
  run: async (tx) => (await listOrganisers(tx)).map(describeOrganiser),
});

export const organiserShow = defineView({
  name: 'organiser.show',
  summary: 'One organiser',
  role: 'viewer',
  input: Type.Object({ organiser }),
  run: async (tx, input, services) => {
    const described = describeOrganiser(await requireOrganiser(tx, input.organiser));
    if (services === null) return described;
    const { mail } = services;
    return { ...described, mail: mail === null ? null : { from: mail.from } };
  },
});
