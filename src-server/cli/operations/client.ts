import { findOrganiser } from '../../store/organisers.ts';
import { findClient, listChosenClients } from '../../store/clients.ts';
import { inOrder, listing, showing, toSecond } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  changeEvents,
  changeScopes,
  checkScopes,
  createClient,
  revokeClient,
} from '../../domain/clients.ts';
import type { clientCreateFlags, clientListFlags } from '../commands/client.ts';
import type { Given, GivenOperands, FlagValues } from '../define-command.ts';
import { describeClient } from '../../operations/describe.ts';
import { parseGrant } from '../event-grant.ts';

export async function clientCreate(
  tx: WriteTransaction,
  { values: { organiser, name, scopes, events } }: Given<typeof clientCreateFlags>,
) {
  const created = await createClient(tx, {
    organiser,
    name,
    scopes: checkScopes(scopes),
    events: parseGrant(events),
  });
  const { client_id, ...described } = await describeClient(tx, created.client);
  return { client_id, client_secret: created.client_secret, ...described };
}

export async function clientRevoke(tx: WriteTransaction, { operands: [id = ''] }: GivenOperands) {
  return describeClient(tx, await revokeClient(tx, id));
}

export async function replaceScopes(
  tx: WriteTransaction,
  { operands: [id = '', scopes = ''] }: GivenOperands,
) {
  return describeClient(tx, await changeScopes(tx, id, checkScopes(scopes)));
}

export async function chooseEvents(
  tx: WriteTransaction,
  { operands: [id = '', events = ''] }: GivenOperands,
) {
  return describeClient(tx, await changeEvents(tx, id, parseGrant(events)));
}

export const clientList = listing(
  async (tx, { organiser }: FlagValues<typeof clientListFlags>) => {
    const owner =
      organiser === undefined
        ? undefined
        : requireFound(await findOrganiser(tx, organiser), 'organiser', organiser).id;
    return inOrder(await listChosenClients(tx, owner), (row) => describeClient(tx, row));
  },
  {
    heading: ['client', 'name', 'scopes', 'events', 'revoked', 'organiser'],
    row: ({ client_id, name, scopes, events, revoked_at, organiser }) => [
      client_id,
      name,
      scopes.join(' '),
      events === null ? 'all' : events.join(','),
      toSecond(revoked_at),
      organiser,
    ],
    none: 'No clients.',
  },
);

export const clientShow = showing(async (tx, id) =>
  describeClient(tx, requireFound(await findClient(tx, id), 'client', id)),
);
