import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { Json } from '../json.ts';
import type { Operation } from '../../../shared/contract/route-table.ts';
import {
  disabledSubscription,
  identity,
  signingSecret,
  subscription,
  webhookCreate,
} from './clients.ts';
import { changedPage, firstPage, onlyPage } from './lists.ts';
import {
  ada,
  adaOrder,
  adaTicket,
  contactUpsert,
  erasedContact,
  grace,
  graceOrder,
  graceTicket,
  withAnswers,
  withEvent,
} from './orders.ts';
import {
  balcony,
  fridaySetup,
  gala,
  galaSetup,
  rehearsal,
  saturdaySetup,
  serenade,
  stalls,
} from './programme.ts';
import { invalidQuery, missingField } from './errors.ts';
import {
  admittedVerdict,
  arrival,
  checkIn,
  conflictingResult,
  refusedVerdict,
  rejectedResult,
  scanUpload,
  secondScan,
} from './scans.ts';

import {
  cloakroomLine,
  heartbeat,
  openConflict,
  recordedRedemption,
  redemption,
  resolution,
  resolvedConflict,
  scanNotice,
  snapshotEnd,
  snapshotRow,
  snapshotStart,
  southStation,
} from './scanner.ts';

type Named = Readonly<Record<string, Json>>;

/** What goes to and fro at one operation. */
export interface CallExamples {
  /** Values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly request: Json;
  /** Bodies by status, and then by what they show. */
  readonly answers: Readonly<Record<number, Named>>;
  /** The body of `validation.failed`; null where nothing that is sent can be wrong. */
  readonly invalid: ErrorBody | null;
}

const wrongPerPage = invalidQuery('per_page');
const wrongFlag = invalidQuery('include_deleted');

/** The examples of every operation; `base` is where the server's pages lead to. */
export function exampleCalls(base: string): Readonly<Record<Operation, CallExamples>> {
  const integration = `${base}/integration`;
  const galaLists = `${integration}/events/${gala.slug}`;
  const scanner = `${base}/scanner/events/${gala.slug}`;
  return {
    readIdentity: read({}, identity, null),
    listEvents: list(
      {},
      {
        numbered: firstPage(`${integration}/events`, [rehearsal, gala]),
        incremental: changedPage(`${integration}/events`, [serenade, gala], { withDeleted: true }),
      },
    ),
    readEvent: read(
      { eventKey: gala.slug },
      { ...gala, ticket_types: [stalls, balcony] },
      wrongFlag,
    ),
    listEventOrders: list(
      { eventKey: gala.slug },
      {
        numbered: firstPage(`${galaLists}/orders`, [graceOrder, adaOrder]),
        incremental: changedPage(`${galaLists}/orders`, [graceOrder, adaOrder]),
      },
    ),
    listOrders: list(
      {},
      {
        numbered: firstPage(`${integration}/orders`, [graceOrder, adaOrder].map(withEvent)),
        incremental: changedPage(`${integration}/orders`, [graceOrder, adaOrder].map(withEvent)),
      },
    ),
    readOrder: read({ reference: adaOrder.reference }, withEvent(adaOrder), null),
    listTickets: list(
      { eventKey: gala.slug },
      {
        numbered: firstPage(`${galaLists}/tickets`, [graceTicket, adaTicket]),
        incremental: changedPage(`${galaLists}/tickets`, [adaTicket, graceTicket]),
      },
    ),
    readTicket: read(
      { reference: adaTicket.reference },
      withAnswers(withEvent(adaTicket)),
      wrongFlag,
    ),
    listScans: list(
      { eventKey: gala.slug },
      {
        numbered: firstPage(`${galaLists}/scans`, [secondScan, arrival]),
        incremental: changedPage(`${galaLists}/scans`, [arrival, secondScan]),
      },
    ),
    listContacts: list(
      {},
      {
        numbered: firstPage(`${integration}/contacts`, [grace, ada]),
        incremental: changedPage(`${integration}/contacts`, [ada, erasedContact], {
          withDeleted: true,
        }),
      },
    ),
    readContact: read({ reference: ada.reference }, ada, wrongFlag),
    upsertContact: {
      path: {},
      request: contactUpsert,
      answers: {
        200: { updated: { data: { ...ada, updated_at: '2026-12-01T10:11:36.095540Z' } } },
        201: { created: { data: ada } },
      },
      invalid: missingField('email'),
    },
    checkIn: {
      path: {},
      request: checkIn,
      answers: { 200: { admitted: admittedVerdict }, 422: { already_scanned: refusedVerdict } },
      invalid: missingField('ticket'),
    },
    listWebhooks: list(
      {},
      {
        numbered: onlyPage(`${integration}/webhooks`, [subscription, disabledSubscription]),
      },
    ),
    createWebhook: {
      path: {},
      request: webhookCreate,
      answers: { 201: { created: { data: { ...subscription, secret: signingSecret } } } },
      invalid: missingField('url'),
    },
    deleteWebhook: {
      path: { reference: subscription.reference },
      request: null,
      answers: { 200: { deleted: { message: 'The webhook subscription was deleted.' } } },
      invalid: null,
    },
    readSetup: read({ eventKey: gala.slug }, galaSetup, wrongFlag),
    uploadScans: {
      path: {},
      request: scanUpload,
      answers: { 200: { uploaded: { data: [conflictingResult, rejectedResult] } } },
      invalid: missingField('items'),
    },
    readSnapshot: {
      path: { eventKey: gala.slug },
      request: null,
      answers: { 200: { start: snapshotStart, row: snapshotRow, end: snapshotEnd } },
      invalid: wrongFlag,
    },
    followEvent: {
      path: { eventKey: gala.slug },
      request: null,
      answers: { 200: { scan: scanNotice } },
      invalid: wrongFlag,
    },
    listSessions: list(
      { eventKey: gala.slug },
      {
        numbered: firstPage(`${scanner}/sessions`, [saturdaySetup, fridaySetup]),
        incremental: changedPage(`${scanner}/sessions`, [fridaySetup]),
      },
    ),
    listAddOnLines: list(
      { eventKey: gala.slug },
      {
        numbered: onlyPage(`${scanner}/order-lines`, [cloakroomLine]),
        incremental: changedPage(`${scanner}/order-lines`, [cloakroomLine]),
      },
    ),
    uploadRedemptions: {
      path: {},
      request: { items: [redemption] },
      answers: { 200: { uploaded: { data: [recordedRedemption] } } },
      invalid: missingField('items'),
    },
    listConflicts: list(
      { eventKey: gala.slug },
      {
        numbered: onlyPage(`${scanner}/conflicts`, [openConflict]),
        incremental: changedPage(`${scanner}/conflicts`, [openConflict]),
      },
    ),
    readConflict: read({ reference: openConflict.reference }, openConflict, null),
    resolveConflict: {
      path: { reference: openConflict.reference },
      request: resolution,
      answers: { 200: { resolved: { data: resolvedConflict } } },
      invalid: missingField('note'),
    },
    sendHeartbeat: {
      path: {},
      request: heartbeat,
      answers: { 200: { heard: { data: { server_time: '2026-12-12T18:14:20.118930Z' } } } },
      invalid: missingField('queued'),
    },
    listStations: read({}, [southStation], null),
  };
}

function read(path: CallExamples['path'], data: Json, invalid: ErrorBody | null): CallExamples {
  return { path, request: null, answers: { 200: { found: { data } } }, invalid };
}

function list(path: CallExamples['path'], pages: Named): CallExamples {
  return { path, request: null, answers: { 200: pages }, invalid: wrongPerPage };
}
