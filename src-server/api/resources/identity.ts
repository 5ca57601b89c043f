import {
  scannerCapabilities,
  SENDS_ORDERS,
  type CompletedEnrolment,
  type Identity,
  type identityRoutes,
} from '../../../shared/resources/identity.ts';
import { API_VERSION, ENROLMENT_SCOPE, type Scope } from '../../../shared/contract/scopes.ts';
import type { OrganiserKeys } from '../../../shared/contract/okp-key.ts';
import { knownScopes } from '../../oauth/caller.ts';
import type { RequestContext, Handler, HandlersOf } from '../../http/request-context.ts';
import { completeEnrolment as complete } from '../../domain/access/clients.ts';
import { organiserKeys, readOrganiserKeys } from '../../domain/access/organiser-keys.ts';

/** `GET /integration/me` (§2.11): what the token currently allows, and which parts of the scanner surface this server offers. */
const readIdentity: Handler = async (context) => ({
  status: 200,
  body: { data: await identityOf(context, context.caller.scopes) },
});

/** `POST /scanner/enrolment`: a station's own secret in exchange for its code. */
const completeEnrolment: Handler = async (context) => {
  const { client, client_secret } = await context.database.write((tx) =>
    complete(tx, context.caller.clientRowId),
  );
  const identity = await identityOf(context, knownScopes(client.scopes));
  const data: CompletedEnrolment = { ...identity, client_secret };
  return { status: 200, body: { data } };
};

export const identityHandlers: HandlersOf<typeof identityRoutes> = {
  readIdentity,
  completeEnrolment,
};

async function identityOf(context: RequestContext, scopes: readonly Scope[]): Promise<Identity> {
  const { caller } = context;
  const isStation = scopes.includes('scanner:sync') || scopes.includes(ENROLMENT_SCOPE);
  return {
    organiser: {
      reference: caller.organiser.reference,
      display_name: caller.organiser.displayName,
    },
    client: {
      id: caller.clientId,
      name: caller.clientName,
      scopes: [...scopes],
      all_events: caller.allEvents,
    },
    api_version: API_VERSION,
    capabilities: [...scannerCapabilities, ...(context.mailOrder === null ? [] : [SENDS_ORDERS])],
    ...(isStation && { organiser_keys: await keysFor(context) }),
  };
}

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
