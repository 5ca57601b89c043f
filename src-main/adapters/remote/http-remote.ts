import { MAX_PER_PAGE } from '../../../shared/contract/paginator.ts';
import type { DeviceClock } from '../../ports/system.ts';
import type { OrderRequest } from '../../../shared/resources/orders.ts';
import type {
  IdentityReply,
  PlacedGuest,
  Remote,
  RemoteAddress,
  RemoteResult,
} from '../../ports/remote.ts';
import { keysOfOrganiser } from '../../wire/records.ts';
import { shownText } from '../../wire/row-fields.ts';
import {
  conflict,
  conflictReply,
  enrolmentReply,
  heartbeatReply,
  identityReply,
  numberedReply,
  placedOrderReply,
  redemptionResult,
  refusedOrderReply,
  releaseResult,
  sentOrderReply,
  station,
  stationsReply,
  typeForSale,
  typesForSaleReply,
  uploadReply,
  uploadResult,
  verdictReply,
  type IdentityData,
  type PlacedOrderData,
} from '../../wire/replies.ts';
import { HttpApi } from './http-api.ts';
import type { OpenSockets } from './http-exchange.ts';
import { eventCalls, listCalls, streamCalls } from './http-feeds.ts';
import { socketsFor } from './pinned-sockets.ts';
import { reply } from './reply.ts';

const IDENTITY_TIMEOUT_MS = 5_000;
const UPLOAD_TIMEOUT_MS = 30_000;

/** The server over HTTP: the endpoints of specification §4 and the scanner surface; every response is validated by its schema. */
export function openHttpRemote(
  address: RemoteAddress,
  clock: DeviceClock,
  open?: OpenSockets,
): Remote {
  const api = new HttpApi(address, clock, open ?? socketsFor(address.certificate ?? null));
  return {
    ...identityCalls(api),
    ...eventCalls(api),
    ...listCalls(api),
    ...streamCalls(api),
    ...uploadCalls(api),
    ...orderCalls(api),
    ...conflictCalls(api),
    ...stationCalls(api),
    abort: () => api.abort(),
    close: () => api.close(),
  };
}

function identityCalls(api: HttpApi): Pick<Remote, 'identify' | 'completeEnrolment'> {
  return {
    identify: (timeoutMs = IDENTITY_TIMEOUT_MS) =>
      api.call({
        path: 'integration/me',
        reportsAccess: true,
        timeoutMs,
        read: reply(identityReply, ({ data }) => identityOf(data)),
      }),

    completeEnrolment: () =>
      api.call({
        method: 'POST',
        path: 'scanner/enrolment',
        timeoutMs: IDENTITY_TIMEOUT_MS,
        read: reply(enrolmentReply, ({ data }) => ({
          identity: identityOf(data),
          client_secret: data.client_secret,
        })),
      }),
  };
}

function uploadCalls(
  api: HttpApi,
): Pick<Remote, 'uploadScans' | 'uploadReleases' | 'uploadRedemptions' | 'checkIn'> {
  function upload<Result>(
    path: string,
    items: readonly object[],
    isResult: (row: unknown) => row is Result,
  ): Promise<RemoteResult<readonly Result[]>> {
    return api.call({
      method: 'POST',
      path,
      body: { items },
      timeoutMs: UPLOAD_TIMEOUT_MS,
      read: reply(uploadReply, ({ data }) => data.filter(isResult)),
    });
  }
  return {
    uploadScans: (items) => upload('scanner/scans', items, (row) => uploadResult.Check(row)),

    uploadReleases: (items) => upload('scanner/releases', items, (row) => releaseResult.Check(row)),

    uploadRedemptions: (items) =>
      upload('scanner/redemptions', items, (row) => redemptionResult.Check(row)),

    checkIn: (ticket, idempotencyKey) =>
      api.call({
        method: 'POST',
        path: 'integration/scans',
        headers: { 'idempotency-key': idempotencyKey },
        body: { ticket },
        statuses: [200, 422],
        read: reply(verdictReply, (body) => ({
          allowed: body.allowed,
          reason: body.reason,
          answer: JSON.stringify(body),
        })),
      }),
  };
}

function orderCalls(api: HttpApi): Pick<Remote, 'readTypesForSale' | 'placeOrder' | 'sendOrder'> {
  return {
    readTypesForSale: (event) =>
      api.call({
        path: `integration/events/${encodeURIComponent(event)}`,
        read: reply(typesForSaleReply, ({ data }) =>
          data.ticket_types
            .filter((row) => typeForSale.Check(row))
            .map(({ reference, name, price, currency, is_active, total, sold }) => ({
              reference,
              name: shownText(name) ?? reference,
              price,
              currency,
              is_active,
              left: total === null ? null : Math.max(0, total - (sold ?? 0)),
            })),
        ),
      }),

    placeOrder: (event, order, idempotencyKey) =>
      api.call({
        method: 'POST',
        path: `integration/events/${encodeURIComponent(event)}/orders`,
        headers: { 'idempotency-key': idempotencyKey },
        body: order,
        statuses: [201, 409, 422],
        read: (body, { status }) =>
          status === 201
            ? reply(placedOrderReply, ({ data }) => placedGuest(data, order))(body)
            : reply(refusedOrderReply, ({ code, errors = {} }) => ({
                kind: 'refused' as const,
                code,
                fields: Object.keys(errors),
              }))(body),
      }),

    sendOrder: (order) =>
      api.call({
        method: 'POST',
        path: `integration/orders/${encodeURIComponent(order)}/send`,
        timeoutMs: UPLOAD_TIMEOUT_MS,
        read: reply(sentOrderReply, ({ data }) => data),
      }),
  };
}

/** Undefined for an order without a ticket. */
function placedGuest(
  { reference, total, currency, tickets: [ticket] }: PlacedOrderData,
  { payment_method }: OrderRequest,
): PlacedGuest | undefined {
  if (ticket === undefined) return undefined;
  const { contact, session } = ticket;
  const names = [contact?.first_name, contact?.last_name].filter(Boolean).join(' ');
  return {
    kind: 'placed',
    guest: {
      order: reference,
      ticket: ticket.reference,
      code: ticket.signed_code ?? ticket.code ?? ticket.reference,
      holder: shownText(names),
      email: shownText(contact?.email ?? ''),
      ticket_type: shownText(ticket.ticket_type?.name ?? ''),
      session: session && {
        name: shownText(session.name ?? ''),
        starts_at: session.starts_at,
      },
      total,
      currency,
      payment_method,
    },
  };
}

function conflictCalls(api: HttpApi): Pick<Remote, 'listConflicts' | 'resolveConflict'> {
  return {
    listConflicts: (event, state, next_url) =>
      api.callPage({
        path:
          next_url ??
          `scanner/events/${encodeURIComponent(event)}/conflicts?state=${state}&per_page=${MAX_PER_PAGE}`,
        read: reply(numberedReply, ({ data }) => ({
          conflicts: data.data.filter((row) => conflict.Check(row)),
          next_url: data.next_page_url,
        })),
      }),

    resolveConflict: (reference, note) =>
      api.call({
        method: 'POST',
        path: `scanner/conflicts/${encodeURIComponent(reference)}/resolve`,
        body: { note },
        read: reply(conflictReply, ({ data }) => data),
      }),
  };
}

function stationCalls(api: HttpApi): Pick<Remote, 'sendHeartbeat' | 'listStations'> {
  return {
    sendHeartbeat: (heartbeat) =>
      api.call({
        method: 'POST',
        path: 'scanner/heartbeat',
        body: heartbeat,
        serverTime: (body) => (heartbeatReply.Check(body) ? body.data.server_time : null),
        read: reply(heartbeatReply, ({ data }) => ({
          open_conflicts: data.open_conflicts ?? null,
        })),
      }),

    listStations: () =>
      api.call({
        path: 'scanner/stations',
        read: reply(stationsReply, ({ data }) => data.filter((row) => station.Check(row))),
      }),
  };
}

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
