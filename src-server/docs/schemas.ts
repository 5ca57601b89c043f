import type { TSchema } from 'typebox';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { PageLink } from '../../shared/contract/lists.ts';
import { AddOnLine, addOnLinePages } from '../../shared/resources/add-ons.ts';
import {
  RedemptionUpload,
  RedemptionUploadRequest,
  RedemptionUploadResponse,
  RedemptionUploadResult,
  ScanUpload,
  ScanUploadRequest,
  ScanUploadResponse,
  ScanUploadResult,
} from '../../shared/resources/uploads.ts';
import {
  Conflict,
  ConflictDetails,
  ConflictResolution,
  ConflictScan,
  conflictPages,
} from '../../shared/resources/conflicts.ts';
import { Contact, ContactUpsertRequest, contactPages } from '../../shared/resources/contacts.ts';
import { ChangeNotice } from '../../shared/resources/event-stream.ts';
import {
  Event,
  EventWithTicketTypes,
  LocationSummary,
  TicketType,
  eventPages,
} from '../../shared/resources/events.ts';
import { CompletedEnrolment, Identity } from '../../shared/resources/identity.ts';
import {
  Order,
  OrderContact,
  OrderWithEvent,
  eventOrderPages,
  orderPages,
} from '../../shared/resources/orders.ts';
import {
  AdmissionVerdict,
  CheckInRequest,
  DenialVerdict,
  EntryScan,
  scanPages,
} from '../../shared/resources/scans.ts';
import { SessionSummary, SetupSession, sessionPages } from '../../shared/resources/sessions.ts';
import { Setup, SetupAddOn } from '../../shared/resources/setup.ts';
import { SnapshotMark, SnapshotRow, SnapshotStart } from '../../shared/resources/snapshot.ts';
import { Heartbeat, ReportedStation } from '../../shared/resources/stations.ts';
import {
  Answer,
  Ticket,
  TicketHolder,
  TicketWithEvent,
  ticketPages,
} from '../../shared/resources/tickets.ts';
import {
  RotatedWebhookSecret,
  SecretRotationRequest,
  WebhookCreateRequest,
  WebhookSubscription,
  WebhookSubscriptionPage,
  WebhookSubscriptionWithSecret,
  WebhookUpdateRequest,
} from '../../shared/resources/webhooks.ts';
import {
  WebhookAttempt,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookTestRequest,
} from '../../shared/resources/webhook-deliveries.ts';
import {
  webhookEventNames,
  webhookEvents,
  type WebhookEventName,
} from '../../shared/resources/webhook-events.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
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

/** `add_on.redeemed` as AddOnRedeemed. */
export function identifierOf(name: string): string {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

/** The three events of the waiting list share a payload. */
function payloadName(event: WebhookEventName): string {
  return identifierOf(event.startsWith('waitlist.') ? 'waitlist.moved' : event);
}

/** Named schemas of the API description, each with an example. */
const described = {
  AdmissionVerdict: [AdmissionVerdict, scans.admittedVerdict],
  AddOnLine: [AddOnLine, stations.cloakroomLine],
  Answer: [Answer, orders.dietaryNeeds],
  ChangeNotice: [ChangeNotice, stations.scanNotice],
  CheckInRequest: [CheckInRequest, scans.checkInRequest],
  Conflict: [Conflict, scans.doubleAdmission],
  ConflictDetails: [ConflictDetails, stations.openConflict],
  ConflictResolution: [ConflictResolution, stations.resolution],
  CompletedEnrolment: [CompletedEnrolment, completedEnrolment],
  ConflictScan: [ConflictScan, stations.northScan],
  DenialVerdict: [DenialVerdict, scans.refusedVerdict],
  Contact: [Contact, ada],
  ContactUpsertRequest: [ContactUpsertRequest, orders.contactUpsert],
  EntryScan: [EntryScan, scans.arrival],
  Error: [ErrorBody, invalidQuery('per_page')],
  Event: [Event, gala],
  EventWithTicketTypes: [EventWithTicketTypes, { ...gala, ticket_types: [stalls] }],
  Heartbeat: [Heartbeat, stations.heartbeat],
  Identity: [Identity, identity],
  LocationSummary: [LocationSummary, programme.northGate],
  Order: [Order, adaOrder],
  OrderContact: [OrderContact, adaOrder.contact],
  OrderWithEvent: [OrderWithEvent, withEvent(adaOrder)],
  PageLink: [PageLink, { url: null, label: '&laquo; Previous', active: false }],
  RedemptionUpload: [RedemptionUpload, stations.redemption],
  RedemptionUploadRequest: [RedemptionUploadRequest, { items: [stations.redemption] }],
  RedemptionUploadResponse: [RedemptionUploadResponse, { data: [stations.recordedRedemption] }],
  RedemptionUploadResult: [RedemptionUploadResult, stations.recordedRedemption],
  RotatedWebhookSecret: [RotatedWebhookSecret, rotatedSecret],
  ScanUpload: [ScanUpload, scans.offlineScan],
  ScanUploadRequest: [ScanUploadRequest, scans.scanUpload],
  ScanUploadResponse: [
    ScanUploadResponse,
    { data: [scans.conflictingResult, scans.rejectedResult] },
  ],
  ScanUploadResult: [ScanUploadResult, scans.conflictingResult],
  SessionSummary: [SessionSummary, programme.saturday],
  Setup: [Setup, programme.galaSetup],
  SetupAddOn: [SetupAddOn, programme.cloakroom],
  SetupSession: [SetupSession, programme.saturdaySetup],
  SnapshotMark: [SnapshotMark, stations.snapshotEndLine],
  SnapshotRow: [SnapshotRow, stations.snapshotRowLine],
  SnapshotStart: [SnapshotStart, stations.snapshotStartLine],
  Station: [ReportedStation, stations.southStation],
  Ticket: [Ticket, adaTicket],
  TicketHolder: [TicketHolder, adaTicket.contact],
  TicketType: [TicketType, stalls],
  TicketWithEvent: [TicketWithEvent, withAnswers(withEvent(adaTicket))],
  TokenError: [TokenError, tokenErrorExample('oauth.invalid_client')],
  TokenRequest: [TokenRequest, tokenRequest],
  TokenResponse: [TokenResponse, tokenResponse],
  SecretRotationRequest: [SecretRotationRequest, { overlap_seconds: 86_400 }],
  WebhookAttempt: [WebhookAttempt, failedAttempt],
  WebhookCreateRequest: [WebhookCreateRequest, newWebhook],
  WebhookDelivery: [WebhookDelivery, retriedDelivery],
  WebhookSubscription: [WebhookSubscription, subscription],
  WebhookSubscriptionWithSecret: [
    WebhookSubscriptionWithSecret,
    { ...subscription, secret: signingSecret },
  ],
  WebhookTestRequest: [WebhookTestRequest, { event_name: 'ticket.scanned' }],
  WebhookUpdateRequest: [WebhookUpdateRequest, { is_active: true }],
  AddOnLinePage: [addOnLinePages.page, onlyPage(examplePath, [stations.cloakroomLine])],
  AddOnLineSync: [addOnLinePages.sync, changedPage(examplePath, [stations.cloakroomLine])],
  ConflictPage: [conflictPages.page, onlyPage(examplePath, [stations.openConflict])],
  ConflictSync: [conflictPages.sync, changedPage(examplePath, [stations.openConflict])],
  ContactPage: [contactPages.page, onlyPage(examplePath, [ada])],
  ContactSync: [contactPages.sync, changedPage(examplePath, [ada])],
  EntryScanPage: [scanPages.page, onlyPage(examplePath, [scans.arrival])],
  EntryScanSync: [scanPages.sync, changedPage(examplePath, [scans.arrival])],
  EventPage: [eventPages.page, onlyPage(examplePath, [gala])],
  EventSync: [eventPages.sync, changedPage(examplePath, [gala])],
  EventOrderPage: [eventOrderPages.page, onlyPage(examplePath, [adaOrder])],
  EventOrderSync: [eventOrderPages.sync, changedPage(examplePath, [adaOrder])],
  OrderPage: [orderPages.page, onlyPage(examplePath, [withEvent(adaOrder)])],
  OrderSync: [orderPages.sync, changedPage(examplePath, [withEvent(adaOrder)])],
  SessionPage: [sessionPages.page, onlyPage(examplePath, [programme.saturdaySetup])],
  SessionSync: [sessionPages.sync, changedPage(examplePath, [programme.saturdaySetup])],
  TicketPage: [ticketPages.page, onlyPage(examplePath, [adaTicket])],
  TicketSync: [ticketPages.sync, changedPage(examplePath, [adaTicket])],
  WebhookDeliveryPage: [WebhookDeliveryPage, onlyPage(examplePath, [retriedDelivery])],
  WebhookSubscriptionPage: [WebhookSubscriptionPage, onlyPage(examplePath, [subscription])],
} as const satisfies Record<string, readonly [TSchema, Json]>;

const payloads = webhookEventNames.map(
  (name) => [payloadName(name), [webhookEvents[name].payload, examplePayload(name)]] as const,
);
const schemas = [
  ...new Map<string, readonly [TSchema, Json]>([...Object.entries(described), ...payloads]),
].toSorted(([one], [other]) => (one < other ? -1 : 1));

/** The schemas with their names, in alphabetical order. */
export const namedSchemas: readonly (readonly [string, TSchema])[] = schemas.map(
  ([name, [schema]]) => [name, schema],
);

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  namedSchemas.map(([name, schema]) => [schema, name]),
);

/** Describes every named schema, with its example. */
export function describeSchemas(): Members {
  return Object.fromEntries(
    schemas.map(([name, [schema, example]]) => {
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
