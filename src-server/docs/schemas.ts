import type { TSchema } from 'typebox';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { PageLink } from '../../shared/contract/lists.ts';
import { pages } from '../../shared/contract/route-table.ts';
import * as requests from '../../shared/contract/requests.ts';
import * as resources from '../../shared/contract/resources.ts';
import * as scanner from '../../shared/contract/scanner.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
import * as payloads from '../../shared/contract/webhook-payloads.ts';
import {
  completedEnrolment,
  failedAttempt,
  identity,
  retriedDelivery,
  rotatedSecret,
  signingSecret,
  subscription,
  tokenRequest,
  tokenResponse,
  newWebhook,
} from './examples/clients.ts';
import { examplePayload } from './examples/deliveries.ts';
import { invalidQuery, tokenErrorExample } from './examples/errors.ts';
import { changedPage, onlyPage } from './examples/lists.ts';
import * as orders from './examples/orders.ts';
import * as programme from './examples/programme.ts';
import * as stations from './examples/scanner.ts';
import * as scans from './examples/scans.ts';
import type { Json, Members } from './json.ts';

const { ada, adaOrder, adaTicket, withAnswers, withEvent } = orders;
const { gala, stalls } = programme;

/** Where the pages of the examples are. */
const examplePath = 'https://example.org/v1/integration/example';

/** Named schemas of the API description, each with an example. */
const described = {
  AdmissionVerdict: [resources.AdmissionVerdict, scans.admittedVerdict],
  AddOnLine: [scanner.AddOnLine, stations.cloakroomLine],
  AddOnRedeemed: [payloads.AddOnRedeemed, examplePayload('add_on.redeemed')],
  Answer: [resources.Answer, orders.dietaryNeeds],
  ChangeNotice: [scanner.ChangeNotice, stations.scanNotice],
  ChargeDisputed: [payloads.ChargeDisputed, examplePayload('charge.disputed')],
  CheckInRequest: [requests.CheckInRequest, scans.checkInRequest],
  Conflict: [scanner.Conflict, scans.doubleAdmission],
  ConflictDetails: [scanner.ConflictDetails, stations.openConflict],
  ConflictResolution: [scanner.ConflictResolution, stations.resolution],
  CompletedEnrolment: [resources.CompletedEnrolment, completedEnrolment],
  ConflictScan: [scanner.ConflictScan, stations.northScan],
  DenialVerdict: [resources.DenialVerdict, scans.refusedVerdict],
  Contact: [resources.Contact, ada],
  ContactUpsertRequest: [requests.ContactUpsertRequest, orders.contactUpsert],
  EntryScan: [resources.EntryScan, scans.arrival],
  Error: [ErrorBody, invalidQuery('per_page')],
  Event: [resources.Event, gala],
  EventWithTicketTypes: [resources.EventWithTicketTypes, { ...gala, ticket_types: [stalls] }],
  Heartbeat: [scanner.Heartbeat, stations.heartbeat],
  Identity: [resources.Identity, identity],
  LocationSummary: [resources.LocationSummary, programme.northGate],
  Order: [resources.Order, adaOrder],
  OrderCancelled: [payloads.OrderCancelled, examplePayload('order.cancelled')],
  OrderContact: [resources.OrderContact, adaOrder.contact],
  OrderCreated: [payloads.OrderCreated, examplePayload('order.created')],
  OrderRefunded: [payloads.OrderRefunded, examplePayload('order.refunded')],
  OrderWithEvent: [resources.OrderWithEvent, withEvent(adaOrder)],
  PageLink: [PageLink, { url: null, label: '&laquo; Previous', active: false }],
  RedemptionUpload: [scanner.RedemptionUpload, stations.redemption],
  RedemptionUploadRequest: [scanner.RedemptionUploadRequest, { items: [stations.redemption] }],
  RedemptionUploadResponse: [
    scanner.RedemptionUploadResponse,
    { data: [stations.recordedRedemption] },
  ],
  RedemptionUploadResult: [scanner.RedemptionUploadResult, stations.recordedRedemption],
  RotatedWebhookSecret: [resources.RotatedWebhookSecret, rotatedSecret],
  ScanUpload: [scanner.ScanUpload, scans.offlineScan],
  ScanUploadRequest: [scanner.ScanUploadRequest, scans.scanUpload],
  ScanUploadResponse: [
    scanner.ScanUploadResponse,
    { data: [scans.conflictingResult, scans.rejectedResult] },
  ],
  ScanUploadResult: [scanner.ScanUploadResult, scans.conflictingResult],
  SessionCancelled: [payloads.SessionCancelled, examplePayload('session.cancelled')],
  SessionSummary: [resources.SessionSummary, programme.saturday],
  Setup: [scanner.Setup, programme.galaSetup],
  SetupAddOn: [scanner.SetupAddOn, programme.cloakroom],
  SetupSession: [scanner.SetupSession, programme.saturdaySetup],
  SnapshotMark: [scanner.SnapshotMark, stations.snapshotEndLine],
  SnapshotRow: [scanner.SnapshotRow, stations.snapshotRowLine],
  SnapshotStart: [scanner.SnapshotStart, stations.snapshotStartLine],
  Station: [scanner.ReportedStation, stations.southStation],
  Ticket: [resources.Ticket, adaTicket],
  TicketHolder: [resources.TicketHolder, adaTicket.contact],
  TicketScanned: [payloads.TicketScanned, examplePayload('ticket.scanned')],
  TicketType: [resources.TicketType, stalls],
  TicketUpdated: [payloads.TicketUpdated, examplePayload('ticket.updated')],
  TicketWithEvent: [resources.TicketWithEvent, withAnswers(withEvent(adaTicket))],
  TokenError: [TokenError, tokenErrorExample('oauth.invalid_client')],
  TokenRequest: [TokenRequest, tokenRequest],
  TokenResponse: [TokenResponse, tokenResponse],
  WaitlistMoved: [payloads.WaitlistMoved, examplePayload('waitlist.offered')],
  SecretRotationRequest: [requests.SecretRotationRequest, { overlap_seconds: 86_400 }],
  WebhookAttempt: [resources.WebhookAttempt, failedAttempt],
  WebhookCreateRequest: [requests.WebhookCreateRequest, newWebhook],
  WebhookDelivery: [resources.WebhookDelivery, retriedDelivery],
  WebhookSubscription: [resources.WebhookSubscription, subscription],
  WebhookSubscriptionWithSecret: [
    resources.WebhookSubscriptionWithSecret,
    { ...subscription, secret: signingSecret },
  ],
  WebhookTestRequest: [requests.WebhookTestRequest, { event_name: 'ticket.scanned' }],
  WebhookUpdateRequest: [requests.WebhookUpdateRequest, { is_active: true }],
  AddOnLinePage: [pages.AddOnLine.page, onlyPage(examplePath, [stations.cloakroomLine])],
  AddOnLineSync: [pages.AddOnLine.sync, changedPage(examplePath, [stations.cloakroomLine])],
  ConflictPage: [pages.ConflictDetails.page, onlyPage(examplePath, [stations.openConflict])],
  ConflictSync: [pages.ConflictDetails.sync, changedPage(examplePath, [stations.openConflict])],
  ContactPage: [pages.Contact.page, onlyPage(examplePath, [ada])],
  ContactSync: [pages.Contact.sync, changedPage(examplePath, [ada])],
  EntryScanPage: [pages.EntryScan.page, onlyPage(examplePath, [scans.arrival])],
  EntryScanSync: [pages.EntryScan.sync, changedPage(examplePath, [scans.arrival])],
  EventPage: [pages.Event.page, onlyPage(examplePath, [gala])],
  EventSync: [pages.Event.sync, changedPage(examplePath, [gala])],
  EventOrderPage: [pages.Order.page, onlyPage(examplePath, [adaOrder])],
  EventOrderSync: [pages.Order.sync, changedPage(examplePath, [adaOrder])],
  OrderPage: [pages.OrderWithEvent.page, onlyPage(examplePath, [withEvent(adaOrder)])],
  OrderSync: [pages.OrderWithEvent.sync, changedPage(examplePath, [withEvent(adaOrder)])],
  SessionPage: [pages.SetupSession.page, onlyPage(examplePath, [programme.saturdaySetup])],
  SessionSync: [pages.SetupSession.sync, changedPage(examplePath, [programme.saturdaySetup])],
  TicketPage: [pages.Ticket.page, onlyPage(examplePath, [adaTicket])],
  TicketSync: [pages.Ticket.sync, changedPage(examplePath, [adaTicket])],
  WebhookDeliveryPage: [pages.WebhookDelivery, onlyPage(examplePath, [retriedDelivery])],
  WebhookSubscriptionPage: [pages.WebhookSubscription, onlyPage(examplePath, [subscription])],
} as const satisfies Record<string, readonly [TSchema, Json]>;

/** The schemas with their names, in alphabetical order. */
export const namedSchemas: readonly (readonly [string, TSchema])[] = Object.entries(described).map(
  ([name, [schema]]) => [name, schema],
);

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  namedSchemas.map(([name, schema]) => [schema, name]),
);

/** Describes every named schema, with its example. */
export function describeSchemas(): Members {
  return Object.fromEntries(
    Object.entries(described).map(([name, [schema, example]]) => {
      return [name, writeInline({ ...schema, examples: [example] })];
    }),
  );
}

/** Describes a schema; named schemas become references. */
export function writeSchema(schema: unknown): Json {
  const name = schemaNames.get(schema);
  return name === undefined ? writeInline(schema) : { $ref: `#/components/schemas/${name}` };
}

/** Describes a schema inline even if it is named: the target of its reference. */
export function writeInline(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(writeSchema);
  if (typeof schema === 'object' && schema !== null) {
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, writeSchema(part)]),
    );
  }
  const isScalar =
    typeof schema === 'string' || typeof schema === 'number' || typeof schema === 'boolean';
  return isScalar ? schema : null;
}
