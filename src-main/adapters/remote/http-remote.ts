import type { ScanUpload } from '../../../shared/resources/uploads.ts';
import { STREAM_SILENCE_MS } from '../../core/sync/dispatch-channels.ts';
import { MAX_PER_PAGE } from '../../../shared/contract/paginator.ts';
import { parseInstant } from '../../../shared/instant.ts';
import type { DeviceClock } from '../../ports/system.ts';
import type { ListName } from '../../ports/replica.ts';
import type {
  ResponseMetadata,
  IdentityReply,
  WalkQuery,
  Remote,
  RemoteAddress,
  RemotePage,
  RemoteResult,
} from '../../ports/remote.ts';
import { readChanges } from './change-stream.ts';
import { HttpApi } from './http-api.ts';
import type { OpenSockets } from './http-exchange.ts';
import { socketsFor } from './pinned-sockets.ts';
import {
  keysOfOrganiser,
  readEventRow,
  readOrderLineRow,
  readRows,
  readScanRow,
  readTicketRow,
  setupRecord,
  type ReadRow,
} from '../../wire/records.ts';
import { RowFields, shownText, UnreadableRowError } from '../../wire/row-fields.ts';
import {
  conflict,
  conflictReply,
  countReply,
  eventReply,
  heartbeatReply,
  enrolmentReply,
  identityReply,
  type IdentityData,
  incrementalReply,
  numberedReply,
  redemptionResult,
  setupReply,
  station,
  stationsReply,
  ticketReply,
  uploadReply,
  uploadResult,
  verdictReply,
} from '../../wire/replies.ts';

const IDENTITY_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 30_000;
/** A server that writes part by part to a slow line sends data more often than this. */
const SNAPSHOT_SILENCE_MS = 20_000;

const NO_METADATA: ResponseMetadata = { requests: 0, clock: null, budget: null };

/** The endpoint that reports a list's number of rows. */
const LISTS: Readonly<Record<ListName, (event: string) => string>> = {
  tickets: (event) => `integration/events/${event}/tickets?per_page=1&include_deleted=1`,
  scans: (event) => `integration/events/${event}/scans?per_page=1`,
  order_lines: (event) => `scanner/events/${event}/order-lines?per_page=1`,
};

function identityOf(data: IdentityData): IdentityReply {
  const { organiser, client, capabilities, organiser_keys: keys } = data;
  return {
    organiser: {
      reference: organiser.reference,
      display_name: shownText(organiser.display_name ?? '') ?? organiser.reference,
    },
    client_id: client.id,
    name: shownText(client.name ?? '') ?? client.id,
    scopes: client.scopes,
    all_events: client.all_events ?? false,
    capabilities: capabilities ?? [],
    ...keysOfOrganiser(keys),
  };
}

/** The server over HTTP: the endpoints of specification §4 and the scanner surface; every response is validated by its schema. */
export function openHttpRemote(
  address: RemoteAddress,
  clock: DeviceClock,
  open?: OpenSockets,
): Remote {
  const api = new HttpApi(address, clock, open ?? socketsFor(address.certificate ?? null));

  function listIncremental<Row>(
    path: string,
    query: Readonly<Record<string, string>>,
    next_url: string | null,
    list: ListName,
    read: ReadRow<Row>,
  ): Promise<RemoteResult<RemotePage<Row>>> {
    return api.callPage({
      path: next_url ?? `${path}?${new URLSearchParams(query).toString()}`,
      read: (body) => {
        if (!incrementalReply.Check(body)) return undefined;
        // It is kept and sent back: a server would refuse what is no time, for good.
        if (parseInstant(body.watermark) === null) return undefined;
        const { data, next_page_url } = body.data;
        const { watermark } = body;
        return { ...readRows(data, list, read), next_url: next_page_url, watermark };
      },
    });
  }

  return {
    identify: (deadlineMs = IDENTITY_TIMEOUT_MS) =>
      api.call({
        path: 'integration/me',
        timeoutMs: deadlineMs,
        read: (body) => (identityReply.Check(body) ? identityOf(body.data) : undefined),
      }),

    completeEnrolment: () =>
      api.call({
        method: 'POST',
        path: 'scanner/enrolment',
        timeoutMs: IDENTITY_TIMEOUT_MS,
        read: (body) => {
          if (!enrolmentReply.Check(body)) return undefined;
          return { identity: identityOf(body.data), client_secret: body.data.client_secret };
        },
      }),

    listEvents: (next_url) =>
      api.callPage({
        path: next_url ?? `integration/events?per_page=${MAX_PER_PAGE}`,
        read: (body) => {
          if (!numberedReply.Check(body)) return undefined;
          const { rows: events, unreadable } = readRows(body.data.data, 'events', readEventRow);
          return { events, unreadable, next_url: body.data.next_page_url };
        },
      }),

    readSetup: (event, etag) =>
      api.call({
        path: `scanner/events/${encodeURIComponent(event)}/setup`,
        statuses: [200, 304],
        headers: etag === null ? {} : { 'if-none-match': etag },
        serverTime: (body) => (setupReply.Check(body) ? (body.data.server_time ?? null) : null),
        read: (body, answer) => {
          if (answer.status === 304) return null;
          if (!setupReply.Check(body)) return undefined;
          const tag = answer.headers['etag'];
          return readable(() => setupRecord(body.data, typeof tag === 'string' ? tag : null));
        },
      }),

    readEvent: (event) =>
      api.call({
        path: `integration/events/${encodeURIComponent(event)}`,
        read: (body) => {
          if (!eventReply.Check(body)) return undefined;
          return readable(() => ({
            event: readEventRow(new RowFields(body.data, 'an event (§2.3)')),
            sessions: [],
            locations: [],
            ticket_types: [],
            code_keys: [],
            source: 'bare' as const,
            etag: null,
          }));
        },
      }),

    listTickets: ({ event, updated_since, next_url }: WalkQuery) =>
      listIncremental(
        `integration/events/${encodeURIComponent(event)}/tickets`,
        { updated_since, per_page: String(MAX_PER_PAGE), include_deleted: '1' },
        next_url,
        'tickets',
        readTicketRow(event),
      ),

    listScans: ({ event, updated_since, next_url }: WalkQuery) =>
      listIncremental(
        `integration/events/${encodeURIComponent(event)}/scans`,
        { updated_since, per_page: String(MAX_PER_PAGE) },
        next_url,
        'scans',
        readScanRow(event),
      ),

    listOrderLines: ({ event, updated_since, next_url }: WalkQuery) =>
      listIncremental(
        `scanner/events/${encodeURIComponent(event)}/order-lines`,
        { updated_since, per_page: String(MAX_PER_PAGE) },
        next_url,
        'order_lines',
        readOrderLineRow(event),
      ),

    readSnapshot: (event, cursor, take) =>
      api.stream({
        path:
          `scanner/events/${encodeURIComponent(event)}/snapshot` +
          (cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`),
        headers: { 'accept-encoding': 'zstd, gzip' },
        mediaType: 'application/x-ndjson',
        silenceMs: SNAPSHOT_SILENCE_MS,
        opened: () => undefined,
        read: async (body) => {
          for await (const bytes of body) {
            if (!(await take(bytes))) return 'the snapshot could not be read';
          }
          return null;
        },
      }),

    followChanges: (event, after, listener) => {
      let opening = NO_METADATA;
      return api.stream({
        path: `scanner/events/${encodeURIComponent(event)}/stream`,
        headers: after === null ? {} : { 'last-event-id': after },
        mediaType: 'text/event-stream',
        silenceMs: STREAM_SILENCE_MS,
        opened: (metadata) => {
          opening = metadata;
        },
        read: (body) =>
          readChanges(body, event, { ...listener, opened: () => listener.opened(opening) }),
      });
    },

    countRows: (event, list) =>
      api.call({
        path: LISTS[list](encodeURIComponent(event)),
        read: (body) => (countReply.Check(body) ? body.data.total : undefined),
      }),

    findTicket: (reference, deadlineMs) =>
      api.call({
        path: `integration/tickets/${encodeURIComponent(reference)}?include_deleted=1`,
        timeoutMs: deadlineMs,
        read: (body) => {
          if (!ticketReply.Check(body)) return undefined;
          const { event = null } = body.data;
          const read = readTicketRow(event ?? '');
          return readable(() => ({ ticket: read(new RowFields(body.data, 'a ticket')), event }));
        },
      }),

    uploadScans: (items: readonly ScanUpload[]) =>
      api.call({
        method: 'POST',
        path: 'scanner/scans',
        body: { items },
        timeoutMs: UPLOAD_TIMEOUT_MS,
        read: (body) =>
          uploadReply.Check(body)
            ? body.data.filter((result) => uploadResult.Check(result))
            : undefined,
      }),

    uploadRedemptions: (items) =>
      api.call({
        method: 'POST',
        path: 'scanner/redemptions',
        body: { items },
        timeoutMs: UPLOAD_TIMEOUT_MS,
        read: (body) =>
          uploadReply.Check(body)
            ? body.data.filter((result) => redemptionResult.Check(result))
            : undefined,
      }),

    checkIn: (ticket, idempotencyKey) =>
      api.call({
        method: 'POST',
        path: 'integration/scans',
        headers: { 'idempotency-key': idempotencyKey },
        body: { ticket },
        statuses: [200, 422],
        read: (body) =>
          verdictReply.Check(body)
            ? { allowed: body.allowed, reason: body.reason, answer: JSON.stringify(body) }
            : undefined,
      }),

    listConflicts: (event, state, next_url) =>
      api.callPage({
        path:
          next_url ??
          `scanner/events/${encodeURIComponent(event)}/conflicts?state=${state}&per_page=${MAX_PER_PAGE}`,
        read: (body) => {
          if (!numberedReply.Check(body)) return undefined;
          const { data, next_page_url } = body.data;
          return { conflicts: data.filter((row) => conflict.Check(row)), next_url: next_page_url };
        },
      }),

    resolveConflict: (reference, note) =>
      api.call({
        method: 'POST',
        path: `scanner/conflicts/${encodeURIComponent(reference)}/resolve`,
        body: { note },
        read: (body) => (conflictReply.Check(body) ? body.data : undefined),
      }),

    sendHeartbeat: (heartbeat) =>
      api.call({
        method: 'POST',
        path: 'scanner/heartbeat',
        body: heartbeat,
        serverTime: (body) => (heartbeatReply.Check(body) ? body.data.server_time : null),
        read: (body) =>
          heartbeatReply.Check(body)
            ? { open_conflicts: body.data.open_conflicts ?? null }
            : undefined,
      }),

    listStations: () =>
      api.call({
        path: 'scanner/stations',
        read: (body) =>
          stationsReply.Check(body) ? body.data.filter((row) => station.Check(row)) : undefined,
      }),

    abort: () => api.abort(),
    close: () => api.close(),
  };
}

/** A body that passes its schema but still cannot be read counts as unexpected. */
function readable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableRowError) return undefined;
    throw error;
  }
}
