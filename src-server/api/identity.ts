import { scannerCapabilities } from '../../shared/contract/scanner.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import type { Identity } from '../../shared/contract/resources.ts';
import type { OrganiserKeys } from '../../shared/sealing/okp-key.ts';
import type { RequestContext, Handler } from '../http/request-context.ts';
import { organiserKeys, readOrganiserKeys } from '../domain/organiser-keys.ts';

/** `GET /integration/me` (§2.11): what the token currently allows, and which parts of the scanner surface this server offers. */
export const readIdentity: Handler = async (context) => {
  const { caller } = context;
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
    ...(caller.scopes.includes('scanner:sync') && { organiser_keys: await keysFor(context) }),
  };
  return { status: 200, body: { data: identity } };
};

/** A station calls this first, so it can verify a revocation from its first row on. */
async function keysFor({ caller, database }: RequestContext): Promise<OrganiserKeys> {
  const { organiserId } = caller;
  const read = () => database.read((tx) => readOrganiserKeys(tx, organiserId));
  const known = await read();
  if (known !== null) return known;
  await database.write((tx) => organiserKeys(tx, organiserId));
  const made = await read();
  if (made === null) throw new Error('expected the keys that were just made');
  return made;
}
