import { MAX_PER_PAGE } from '../../../shared/contract/paginator.ts';
import { parseInstant } from '../../../shared/instant.ts';
import { isSoldCode } from '../../../shared/ticket-code/sold-code.ts';
import { STREAM_SILENCE_MS } from '../../core/sync/intervals.ts';
import type { ListName } from '../../ports/replica.ts';
import type {
  Remote,
  RemotePage,
  RemoteResult,
  ResponseMetadata,
  WalkQuery,
} from '../../ports/remote.ts';
import {
  readAnswersRow,
  readEventRow,
  readOrderLineRow,
  readReleaseRow,
  readRows,
  readScanRow,
  readTicketRow,
  setupRecord,
  type ReadRow,
} from '../../wire/records.ts';
import { RowFields } from '../../wire/row-fields.ts';
import {
  countReply,
  eventReply,
  incrementalReply,
  numberedReply,
  setupReply,
  ticketReply,
} from '../../wire/replies.ts';
import { readChangeStream } from './change-stream.ts';
import type { HttpApi } from './http-api.ts';
import { reply } from './reply.ts';

/** A server that writes part by part to a slow line sends data more often than this. */
const SNAPSHOT_SILENCE_MS = 20_000;

/** Path and query of each list. */
const LISTS = {
  tickets: { path: 'integration/events/:event/tickets', query: { include_deleted: '1' } },
  scans: { path: 'integration/events/:event/scans', query: {} },
  releases: { path: 'integration/events/:event/releases', query: {} },
  order_lines: { path: 'scanner/events/:event/order-lines', query: {} },
  answers: { path: 'scanner/events/:event/answers', query: {} },
} as const satisfies Record<ListName, unknown>;

function listPath(list: ListName, event: string, more: Readonly<Record<string, string>>): string {
  const { path, query } = LISTS[list];
  const params = new URLSearchParams({ ...query, ...more });
  return `${path.replace(':event', encodeURIComponent(event))}?${params.toString()}`;
}

export function eventCalls(api: HttpApi): Pick<Remote, 'listEvents' | 'readSetup' | 'readEvent'> {
  return {
    listEvents: (next_url) =>
      api.callPage({
        path: next_url ?? `integration/events?per_page=${MAX_PER_PAGE}`,
        read: reply(numberedReply, ({ data }) => {
          const { rows: events, unreadable } = readRows(data.data, 'events', readEventRow);
          return { events, unreadable, next_url: data.next_page_url };
        }),
      }),

    readSetup: (event, etag) =>
      api.call({
        path: `scanner/events/${encodeURIComponent(event)}/setup`,
        statuses: [200, 304],
        headers: etag === null ? {} : { 'if-none-match': etag },
        serverTime: (body) => (setupReply.Check(body) ? (body.data.server_time ?? null) : null),
        read: (body, response) => {
          if (response.status === 304) return null;
          const tag = response.headers['etag'];
          const etagOrNull = typeof tag === 'string' ? tag : null;
          return reply(setupReply, ({ data }) => setupRecord(data, etagOrNull))(body);
        },
      }),

    readEvent: (event) =>
      api.call({
        path: `integration/events/${encodeURIComponent(event)}`,
        read: reply(eventReply, ({ data }) => ({
          event: readEventRow(new RowFields(data, 'an event (§2.3)')),
          sessions: [],
          locations: [],
          ticket_types: [],
          code_keys: [],
          source: 'bare' as const,
          etag: null,
        })),
      }),
  };
}

export function listCalls(
  api: HttpApi,
): Pick<
  Remote,
  | 'listTickets'
  | 'listScans'
  | 'listReleases'
  | 'listOrderLines'
  | 'listAnswers'
  | 'countRows'
  | 'findTicket'
  | 'findSoldTicket'
> {
  function walk<Row>(
    list: ListName,
    { event, updated_since, next_url }: WalkQuery,
    readRow: ReadRow<Row>,
  ): Promise<RemoteResult<RemotePage<Row>>> {
    return api.callPage({
      path: next_url ?? listPath(list, event, { updated_since, per_page: String(MAX_PER_PAGE) }),
      read: reply(incrementalReply, ({ watermark, data }) => {
        // It is stored and sent back: a server would refuse what is no time, for good.
        if (parseInstant(watermark) === null) return undefined;
        return { ...readRows(data.data, list, readRow), next_url: data.next_page_url, watermark };
      }),
    });
  }
  return {
    listTickets: (query) => walk('tickets', query, readTicketRow(query.event)),
    listScans: (query) => walk('scans', query, readScanRow(query.event)),
    listReleases: (query) => walk('releases', query, readReleaseRow(query.event)),
    listOrderLines: (query) => walk('order_lines', query, readOrderLineRow(query.event)),
    listAnswers: (query) => walk('answers', query, readAnswersRow(query.event)),

    countRows: (event, list) =>
      api.call({
        path: listPath(list, event, { per_page: '1' }),
        read: reply(countReply, ({ data }) => data.total),
      }),

    findTicket: (reference, timeoutMs) =>
      api.call({
        path: `integration/tickets/${encodeURIComponent(reference)}?include_deleted=1`,
        timeoutMs,
        read: reply(ticketReply, ({ data }) => {
          const { event = null } = data;
          return { ticket: readTicketRow(event ?? '')(new RowFields(data, 'a ticket')), event };
        }),
      }),

    findSoldTicket: (event, reading, timeoutMs) =>
      api.call({
        path: listPath('tickets', event, { code: reading, per_page: '1' }),
        timeoutMs,
        read: reply(numberedReply, ({ data: { data } }) => {
          if (data.length === 0) return null;
          const ticket = readTicketRow(event)(new RowFields(data[0], 'a ticket'));
          // A server that does not know the parameter answers any ticket.
          const isAsked = ticket.sold_code !== null && isSoldCode(reading, ticket.sold_code);
          return isAsked ? ticket : null;
        }),
      }),
  };
}

export function streamCalls(api: HttpApi): Pick<Remote, 'readSnapshot' | 'followChanges'> {
  return {
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
      let opening: ResponseMetadata = { requests: 0, clock: null, budget: null };
      return api.stream({
        path: `scanner/events/${encodeURIComponent(event)}/stream`,
        headers: after === null ? {} : { 'last-event-id': after },
        mediaType: 'text/event-stream',
        silenceMs: STREAM_SILENCE_MS,
        opened: (metadata) => {
          opening = metadata;
        },
        read: (body) =>
          readChangeStream(body, event, { ...listener, opened: () => listener.opened(opening) }),
      });
    },
  };
}
