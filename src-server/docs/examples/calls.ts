import type { ErrorBody } from '../../../shared/contract/errors.ts';
import type { Json } from '../json.ts';
import type { Operation } from '../../../shared/resources/route-table.ts';
import {
  completedEnrolment,
  disabledSubscription,
  identity,
  requestedTest,
  retriedDelivery,
  rotatedSecret,
  signingSecret,
  subscription,
  newWebhook,
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
import { invalidQuery, missingField, wrongField } from './errors.ts';
import { webhookEventNames } from '../../../shared/resources/webhook-events.ts';
import {
  admittedVerdict,
  arrival,
  checkInRequest,
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
  snapshotEndLine,
  snapshotRowLine,
  snapshotStartLine,
  southStation,
} from './scanner.ts';

type Named = Readonly<Record<string, Json>>;

/** Example requests and responses of one operation. */
export interface CallExamples {
  /** Values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly request: Json;
  /** Bodies by status and example name. */
  readonly answers: Readonly<Record<number, Named>>;
  /** The body of `validation.failed`; null if the operation has no input to validate. */
  readonly invalid: ErrorBody | null;
}

const wrongPerPage = invalidQuery('per_page');
const wrongFlag = invalidQuery('include_deleted');

/** The examples of every operation; `base` is the base URL in page links. */
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
      request: checkInRequest,
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
      request: newWebhook,
      answers: { 201: { created: { data: { ...subscription, secret: signingSecret } } } },
      invalid: missingField('url'),
    },
    readWebhook: read({ reference: subscription.reference }, disabledSubscription, null),
    updateWebhook: {
      path: { reference: disabledSubscription.reference },
      request: { is_active: true },
      answers: {
        200: {
          switched_on: {
            data: { ...disabledSubscription, is_active: true, disabled_reason: null },
          },
        },
      },
      invalid: wrongField('is_active', 'must be a boolean'),
    },
    rotateWebhookSecret: {
      path: { reference: subscription.reference },
      request: { overlap_seconds: 86_400 },
      answers: { 200: { rotated: { data: rotatedSecret } } },
      invalid: wrongField('overlap_seconds', 'must be an integer'),
    },
    testWebhook: {
      path: { reference: subscription.reference },
      request: { event_name: 'ticket.scanned' },
      answers: { 202: { requested: { data: requestedTest } } },
      invalid: wrongField('event_name', `must be one of ${webhookEventNames.join(', ')}`),
    },
    listWebhookDeliveries: list(
      { reference: subscription.reference },
      {
        numbered: onlyPage(`${integration}/webhooks/${subscription.reference}/deliveries`, [
          retriedDelivery,
        ]),
      },
    ),
    redeliverWebhook: {
      path: { reference: subscription.reference, delivery: retriedDelivery.reference },
      request: null,
      answers: { 202: { requested: { data: retriedDelivery } } },
      invalid: null,
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
      answers: { 200: { start: snapshotStartLine, row: snapshotRowLine, end: snapshotEndLine } },
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
      answers: {
        200: { heard: { data: { server_time: '2026-12-12T18:14:20.118930Z', open_conflicts: 1 } } },
      },
      invalid: missingField('queued'),
    },
    completeEnrolment: read({}, completedEnrolment, null),
    listStations: read({}, [southStation], null),
  };
}

function read(path: CallExamples['path'], data: Json, invalid: ErrorBody | null): CallExamples {
  return { path, request: null, answers: { 200: { found: { data } } }, invalid };
}

function list(path: CallExamples['path'], pages: Named): CallExamples {
  return { path, request: null, answers: { 200: pages }, invalid: wrongPerPage };
}
