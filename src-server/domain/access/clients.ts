import { createHash, randomBytes } from 'node:crypto';
import { addMicros, MICROS_PER_SECOND, type Instant } from '../../../shared/instant.ts';
import { scopes as knownScopes, type Scope } from '../../../shared/contract/scopes.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import {
  deleteClientTokens,
  insertClient,
  setClientEvents,
  updateClient,
  updateEnrolling,
  type ClientRow,
} from '../../store/access/clients.ts';
import { findEvent } from '../../store/events.ts';
import { checkName } from '../../rules/checks.ts';
import { DomainError, wrongState, invalid } from '../../rules/domain-error.ts';
import { withoutLostKeys } from './venue-keys.ts';
import { endClientSubscriptions } from '../../webhooks/management/webhook-subscriptions.ts';
import { requireClient, requireOrganiser } from '../../rules/require-row.ts';

/** The events a client may see: all of its organiser's, or a list of references. */
export type EventGrant = 'all' | readonly string[];

export interface CreatedClient {
  readonly client: ClientRow;
  /** Shown once; only its hash is kept. */
  readonly client_secret: string;
}

/** Creates a machine client (§5). There is no rotation of secrets: create another client and revoke this one. */
export async function createClient(
  tx: WriteTransaction,
  input: {
    readonly organiser: string;
    readonly name: string;
    readonly scopes: readonly Scope[];
    readonly events: EventGrant;
  },
): Promise<CreatedClient> {
  const organiser = await requireOrganiser(tx, input.organiser);
  const client_secret = newClientSecret();
  const client = await insertClient(tx, {
    client_id: `gci_${randomBytes(16).toString('hex')}`,
    organiser_id: organiser.id,
    name: checkName('name', input.name),
    secret_hash: hashSecret(client_secret),
    scopes: writeScopes(input.scopes),
    all_events: input.events === 'all' ? 1 : 0,
  });
  await grantEvents(tx, client, input.events);
  return { client, client_secret };
}

/**
 * Gives the client an enrolment code: a second secret, good for one thing only, with which its station takes a secret of its own. Whoever
 * finds the code later finds it used or expired.
 */
export async function beginEnrolment(
  tx: WriteTransaction,
  client: ClientRow,
  days: number,
): Promise<{ readonly enrolment_secret: string; readonly ends_at: Instant }> {
  const enrolment_secret = `ges_${randomBytes(32).toString('base64url')}`;
  const ends_at = addMicros(tx.now, days * SECONDS_PER_DAY * MICROS_PER_SECOND);
  await updateClient(tx, client.id, {
    enrolment_hash: hashSecret(enrolment_secret),
    enrolment_ends_at: ends_at,
  });
  return { enrolment_secret, ends_at };
}

/**
 * Replaces the client's secret by a new one, which is returned. The code works on until the new secret got a token: a response that was lost
 * on its way can be requested again. Throws `enrolment.ended`.
 */
export async function completeEnrolment(
  tx: WriteTransaction,
  clientRowId: number,
): Promise<CreatedClient> {
  const client_secret = newClientSecret();
  const client = await updateEnrolling(tx, clientRowId, { secret_hash: hashSecret(client_secret) });
  if (client === undefined) throw enrolmentEnded();
  return { client, client_secret };
}

/** The station has a secret of its own and uses it. */
export async function endEnrolment(tx: WriteTransaction, clientRowId: number): Promise<void> {
  await updateEnrolling(tx, clientRowId, { enrolment_ends_at: tx.now });
}

export function enrolmentEnded(): DomainError {
  return new DomainError('enrolment.ended', 'The enrolment code has expired or was used already.');
}

const SECONDS_PER_DAY = 86_400;

function newClientSecret(): string {
  return `gcs_${randomBytes(32).toString('base64url')}`;
}

/** SHA-256 is enough for secrets of 32 random bytes: there is nothing to guess. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Ends the client's tokens and webhook subscriptions immediately. Revoking twice changes nothing. */
export async function revokeClient(tx: WriteTransaction, clientId: string): Promise<ClientRow> {
  const client = await requireClient(tx, clientId);
  if (client.revoked_at !== null) return client;
  await deleteClientTokens(tx, client.id);
  await endClientSubscriptions(tx, client.id);
  return withoutLostKeys(tx, client, () => updateClient(tx, client.id, { revoked_at: tx.now }));
}

/** A station shows its new name after its next request for its identity. */
export async function renameClient(
  tx: WriteTransaction,
  clientId: string,
  name: string,
): Promise<ClientRow> {
  const client = await requireClient(tx, clientId);
  return updateClient(tx, client.id, { name: checkName('name', name) });
}

/** Live tokens keep the scopes that both they and the client have. */
export async function changeScopes(
  tx: WriteTransaction,
  clientId: string,
  scopes: readonly Scope[],
): Promise<ClientRow> {
  const client = await liveClient(tx, clientId);
  const written = writeScopes(scopes);
  return withoutLostKeys(tx, client, () => updateClient(tx, client.id, { scopes: written }));
}

/**
 * Applies to live tokens immediately (§5). A revoked client has no tokens, but its events decide which rows of its sealed journal are
 * accepted, so an event that was withdrawn too early can be granted again for that.
 */
export async function changeEvents(
  tx: WriteTransaction,
  clientId: string,
  events: EventGrant,
): Promise<ClientRow> {
  const client = await requireClient(tx, clientId);
  return withoutLostKeys(tx, client, async () => {
    await grantEvents(tx, client, events);
    return updateClient(tx, client.id, { all_events: events === 'all' ? 1 : 0 });
  });
}

/** Throws `validation.failed` for an unknown name or an empty list. */
export function checkScopes(given: readonly string[]): readonly Scope[] {
  const names = new Set(given);
  const granted = knownScopes.filter((scope) => names.delete(scope));
  const [unknown] = names;
  if (unknown !== undefined) {
    throw invalid('scopes', `Expected scopes of ${knownScopes.join(', ')}; ${unknown} is none.`);
  }
  if (granted.length === 0) throw invalid('scopes', problem('choose_one', { what: 'scope' }));
  return granted;
}

function writeScopes(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

async function grantEvents(
  tx: WriteTransaction,
  client: ClientRow,
  events: EventGrant,
): Promise<void> {
  if (events === 'all') return setClientEvents(tx, client.id, []);
  const ids = new Set<number>();
  for (const reference of events) {
    const event = await findEvent(tx, reference);
    if (event?.organiser_id !== client.organiser_id) {
      throw new DomainError('resource.not_found', `There is no event ${reference}.`, 'events');
    }
    ids.add(event.id);
  }
  return setClientEvents(tx, client.id, [...ids]);
}

async function liveClient(tx: ReadTransaction, clientId: string): Promise<ClientRow> {
  const client = await requireClient(tx, clientId);
  if (client.revoked_at !== null) throw wrongState(`client ${clientId}`, 'revoked');
  return client;
}
