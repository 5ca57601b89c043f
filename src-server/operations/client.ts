import { Type } from 'typebox';
import { formatInstant } from '../../shared/instant.ts';
import { listClientCalls } from '../store/access/client-calls.ts';
import {
  changeEvents,
  changeScopes,
  checkScopes,
  createClient,
  revokeClient,
} from '../domain/access/clients.ts';
import { listClientSubscriptions } from '../webhooks/store/subscriptions.ts';
import { listClients } from '../store/access/clients.ts';
import { walkClients } from '../store/lists/walk-small.ts';
import { events, names, optional, text } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { describeClient } from './definition/describe.ts';
import { idOf, inOrder } from './definition/reading.ts';
import { requireClient, requireOrganiser } from '../rules/require-row.ts';

const client = text('ID', 'which client');
const scopes = names('SCOPES', 'scope names, separated by spaces');
const seen = events('the events that it sees');

export const clientCreate = defineOperation({
  name: 'client.create',
  summary: 'Create a client; its secret is shown only once',
  role: 'owner',
  fresh: true,
  needsPlan: true,
  input: Type.Object({
    organiser: text('ORG', 'whose client it is'),
    name: text('NAME', 'what people call it'),
    scopes,
    events: optional(seen, 'all'),
  }),
  run: async (tx, input) => {
    const created = await createClient(tx, {
      events: 'all',
      ...input,
      scopes: checkScopes(input.scopes),
    });
    const { client_id, ...described } = await describeClient(tx, created.client);
    return { client_id, client_secret: created.client_secret, ...described };
  },
});

export const clientRevoke = defineOperation({
  name: 'client.revoke',
  summary: 'Revoke a client and its tokens; its webhook subscriptions stop',
  role: 'owner',
  input: Type.Object({ client }),
  run: async (tx, input) => describeClient(tx, await revokeClient(tx, input.client)),
});

export const clientScopes = defineOperation({
  name: 'client.scopes',
  summary: "Replace a client's scopes; live tokens lose those that are gone",
  role: 'owner',
  fresh: true,
  input: Type.Object({ client, scopes }),
  current: async (tx, input) => describeClient(tx, await requireClient(tx, input.client)),
  run: async (tx, input) =>
    describeClient(tx, await changeScopes(tx, input.client, checkScopes(input.scopes))),
});

export const clientEvents = defineOperation({
  name: 'client.events',
  summary: 'Choose the events that a client sees: references or slugs separated by commas, or all',
  role: 'owner',
  fresh: true,
  input: Type.Object({ client, events: seen }),
  current: async (tx, input) => {
    const described = await describeClient(tx, await requireClient(tx, input.client));
    return { events: described.events ?? 'all' };
  },
  run: async (tx, input) => describeClient(tx, await changeEvents(tx, input.client, input.events)),
});

export const clientList = defineList({
  name: 'client.list',
  summary: 'Every client, newest first, revoked ones included',
  role: 'manager',
  filters: { organiser: optional(text('ORG', 'those of one organiser')) },
  search: 'words of the name, or the client id',
  sorts: {
    newest: { by: 'k.created_at', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.created_at', tie: 'k.id', direction: 'asc' },
    name: { by: 'k.name', tie: 'k.id', direction: 'asc' },
    '-name': { by: 'k.name', tie: 'k.id', direction: 'desc' },
  },
  choose: async (tx, { organiser, search }, sort) =>
    walkClients(tx, { organiserId: await idOf(tx, requireOrganiser, organiser), search }, sort),
  describe: async (tx, ids) =>
    inOrder(await listClients(tx, ids), (row) => describeClient(tx, row)),
});

export const clientShow = defineView({
  name: 'client.show',
  summary:
    'One client, without its secret, with what it has called, and its subscriptions, which stop when it is revoked',
  role: 'manager',
  input: Type.Object({ client }),
  run: async (tx, input) => {
    const row = await requireClient(tx, input.client);
    const webhooks = (await listClientSubscriptions(tx, row.id)).map(
      ({ reference, url, is_active }) => ({ reference, url, is_active: is_active === 1 }),
    );
    const calls = (await listClientCalls(tx, row.id)).map(({ last_at, ...called }) => ({
      ...called,
      last_at: formatInstant(last_at),
    }));
    return { ...(await describeClient(tx, row)), webhooks, calls };
  },
});
