import { Type } from 'typebox';
import { DEFAULT_ENROLMENT_DAYS, MAX_ENROLMENT_DAYS } from '../../shared/contract/retention.ts';
import { stationScopes } from '../../shared/contract/scopes.ts';
import { formatInstant } from '../../shared/instant.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { createClient, renameClient, revokeClient } from '../domain/access/clients.ts';
import { invalid } from '../rules/domain-error.ts';
import { enrolStation } from '../domain/access/enrol-station.ts';
import { lastServerAddress, type ServerAddress } from '../domain/access/server-address.ts';
import {
  listOrganiserStations,
  listStationIds,
  readStationsOf,
  requireStation,
} from '../domain/access/stations.ts';
import { events, optional, orNull, text, whole } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { qrOf } from './definition/qr-of.ts';
import { describeClient } from './definition/describe.ts';
import { walkClients } from '../store/lists/walk-small.ts';
import { requireOrganiser } from '../rules/require-row.ts';

const station = text('ID', 'which station');
const name = text('NAME', 'what people call it');
const created = {
  organiser: text('ORG', 'whose station it is'),
  name,
  events: optional(events('the events that it scans for'), 'all'),
};

export const stationCreate = defineOperation({
  name: 'station.create',
  summary: "Create a station's client; its secret is shown only once",
  role: 'manager',
  fresh: true,
  needsPlan: true,
  input: Type.Object(created),
  run: async (tx, input) => {
    const made = await createClient(tx, { events: 'all', ...input, scopes: stationScopes });
    const server = await lastServerAddress(tx);
    const { client_id, ...described } = await describeClient(tx, made.client);
    const { client_secret } = made;
    // Null where no server has run.
    return { client_id, client_secret, ...described, server_url: server?.url ?? null };
  },
});

export const stationEnrol = defineOperation({
  name: 'station.enrol',
  summary:
    "Create a station's client and the enrolment code that connects it, once; shown only once",
  role: 'manager',
  fresh: true,
  needsPlan: true,
  input: Type.Object({
    ...created,
    location: optional(text('LOC', 'the entry point that it stands at')),
    days: optional(
      whole('DAYS', 'for how many days the code connects a station, once', [1, MAX_ENROLMENT_DAYS]),
      String(DEFAULT_ENROLMENT_DAYS),
    ),
    server: optional(
      text('URL', 'the API as stations reach it, such as https://tickets.example.org/v1'),
      'where the server last ran',
    ),
    certificate: optional(
      orNull(
        text('SHA256', 'fingerprint of the certificate that the station trusts exclusively'),
        'none',
        'certificate authorities instead',
      ),
      "the server's certificate, if self-signed",
    ),
  }),
  run: async (tx, { server: url, certificate, ...input }) => {
    const server = await serverOf(tx, url, certificate);
    const { client, code, endsAt, event, location } = await enrolStation(tx, {
      events: 'all',
      location: null,
      ...input,
      server,
    });
    return {
      enrolment_code: code,
      expires_at: formatInstant(endsAt),
      client_id: client.client_id,
      name: client.name,
      server_url: server.url,
      certificate: server.certificate,
      event,
      location,
    };
  },
  after: async (_services, enrolled) => ({
    ...enrolled,
    qr: await qrOf(enrolled.enrolment_code),
  }),
});

/** A self-signed certificate is also used where the server is named differently. */
async function serverOf(
  tx: ReadTransaction,
  given: string | undefined,
  certificate: string | null | undefined,
): Promise<ServerAddress> {
  const last = await lastServerAddress(tx);
  const url = given ?? last?.url;
  if (url === undefined) {
    throw invalid(
      'server',
      'The server has not run on this data yet, so its address is not known.',
    );
  }
  const own = url.startsWith('https:') ? (last?.certificate ?? null) : null;
  return { url, certificate: certificate === undefined ? own : certificate };
}

export const stationUpdate = defineOperation({
  name: 'station.update',
  summary: 'Rename a station; its screen shows the new name within a minute',
  role: 'manager',
  input: Type.Object({ station, name }),
  current: async (tx, input) => describeClient(tx, await requireStation(tx, input.station)),
  run: async (tx, input) => {
    const { client_id } = await requireStation(tx, input.station);
    return describeClient(tx, await renameClient(tx, client_id, input.name));
  },
});

export const stationList = defineList({
  name: 'station.list',
  summary: 'The stations of an organiser, with their last reports',
  role: 'viewer',
  filters: { organiser: text('ORG', 'whose stations') },
  search: 'words of the name, or the client id',
  sorts: {
    name: { by: 'k.name', tie: 'k.id', direction: 'asc' },
    '-name': { by: 'k.name', tie: 'k.id', direction: 'desc' },
    newest: { by: 'k.created_at', tie: 'k.id', direction: 'desc' },
    oldest: { by: 'k.created_at', tie: 'k.id', direction: 'asc' },
  },
  choose: async (tx, { organiser, search }, sort) => {
    const { id } = await requireOrganiser(tx, organiser);
    const few = { ids: await listStationIds(tx, id), isCut: false };
    return walkClients(tx, { organiserId: id, search, few }, sort);
  },
  describe: readStationsOf,
});

export const stationRevoke = defineOperation({
  name: 'station.revoke',
  summary:
    'Revoke a station and its tokens; at its next contact it deletes its ticket data and seals its journal for "journal import"',
  role: 'manager',
  input: Type.Object({ station }),
  run: async (tx, input) => {
    const { client_id } = await requireStation(tx, input.station);
    return describeClient(tx, await revokeClient(tx, client_id));
  },
});

export const stationShow = defineView({
  name: 'station.show',
  summary: 'One station: its client and its last report',
  role: 'viewer',
  input: Type.Object({ station }),
  run: async (tx, input) => {
    const described = await describeClient(tx, await requireStation(tx, input.station));
    const stations = await listOrganiserStations(tx, described.organiser);
    const reported = stations.find(({ client_id }) => client_id === input.station);
    const { last_heartbeat_at = null, heartbeat = null } = reported ?? {};
    return { ...described, last_heartbeat_at, heartbeat };
  },
});
