import { scannerCapabilities } from '../../shared/contract/scanner.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import type { Identity } from '../../shared/contract/resources.ts';
import type { OrganiserKeys } from '../../shared/sealing/okp-key.ts';
import type { Call, Operate } from '../http/call.ts';
import { organiserKeys, readOrganiserKeys } from '../services/organiser-keys.ts';

/** `GET /integration/me` (§2.11): what this token can do now, and what of the scanner surface is served. */
export const readIdentity: Operate = async (call) => {
  const { caller } = call;
  const identity: Identity = {
    organiser: {
      reference: caller.organiser.reference,
      display_name: caller.organiser.displayName,
    },
    client: {
      id: caller.clientId,
      name: caller.clientName,
      scopes: [...caller.scopes],
      all_events: caller.allEvents,
    },
    api_version: API_VERSION,
    capabilities: [...scannerCapabilities],
    ...(caller.scopes.includes('scanner:sync') && { organiser_keys: await keysFor(call) }),
  };
  return { status: 200, body: { data: identity } };
};

/** A station asks this before anything else, so it can be told that it was revoked from its first row on. */
async function keysFor({ caller, database }: Call): Promise<OrganiserKeys> {
  const { organiserId } = caller;
  const read = () => database.read((tx) => readOrganiserKeys(tx, organiserId));
  const known = await read();
  if (known !== null) return known;
  await database.write((tx) => organiserKeys(tx, organiserId));
  const made = await read();
  if (made === null) throw new Error('expected the keys that were just made');
  return made;
}
