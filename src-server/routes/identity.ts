import { scannerCapabilities } from '../../shared/contract/scanner.ts';
import { API_VERSION } from '../../shared/contract/scopes.ts';
import type { Identity } from '../../shared/contract/resources.ts';
import type { Operate } from '../http/call.ts';

/** `GET /integration/me` (§2.11): what this token can do now, and what of the scanner surface is served. */
export const readIdentity: Operate = async ({ caller }) => {
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
  };
  return { status: 200, body: { data: identity } };
};
