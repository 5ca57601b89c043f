import type { TSchema } from 'typebox';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { PageLink } from '../../shared/contract/lists.ts';
import * as requests from '../../shared/contract/requests.ts';
import * as resources from '../../shared/contract/resources.ts';
import * as scanner from '../../shared/contract/scanner.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
import * as payloads from '../../shared/contract/webhook-payloads.ts';
import {
  identity,
  signingSecret,
  subscription,
  tokenRequest,
  tokenResponse,
  webhookCreate,
} from './examples/clients.ts';
import { examplePayload } from './examples/deliveries.ts';
import { invalidQuery, tokenErrorExample } from './examples/errors.ts';
import * as orders from './examples/orders.ts';
import * as programme from './examples/programme.ts';
import * as stations from './examples/scanner.ts';
import * as scans from './examples/scans.ts';
import type { Json, Members } from './json.ts';

const { ada, adaOrder, adaTicket, withAnswers, withEvent } = orders;
const { gala, stalls } = programme;

/** Schemas that the description of the API calls by name, each with an example. */
const described = {
  AddOnLine: [scanner.AddOnLine, stations.cloakroomLine],
  AddOnRedeemed: [payloads.AddOnRedeemed, examplePayload('add_on.redeemed')],
  Answer: [resources.Answer, orders.dietaryNeeds],
  ChangeNotice: [scanner.ChangeNotice, stations.scanNotice],
  ChargeDisputed: [payloads.ChargeDisputed, examplePayload('charge.disputed')],
  CheckInRequest: [requests.CheckInRequest, scans.checkIn],
  Conflict: [scanner.Conflict, scans.doubleAdmission],
  ConflictDetails: [scanner.ConflictDetails, stations.openConflict],
  ConflictResolution: [scanner.ConflictResolution, stations.resolution],
  ConflictScan: [scanner.ConflictScan, stations.northScan],
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
  ScanUpload: [scanner.ScanUpload, scans.offlineScan],
  ScanUploadRequest: [scanner.ScanUploadRequest, scans.scanUpload],
  ScanUploadResponse: [
    scanner.ScanUploadResponse,
    { data: [scans.conflictingResult, scans.rejectedResult] },
  ],
  ScanUploadResult: [scanner.ScanUploadResult, scans.conflictingResult],
  ScanVerdict: [resources.ScanVerdict, scans.refusedVerdict],
  SessionCancelled: [payloads.SessionCancelled, examplePayload('session.cancelled')],
  SessionSummary: [resources.SessionSummary, programme.saturday],
  Setup: [scanner.Setup, programme.galaSetup],
  SetupAddOn: [scanner.SetupAddOn, programme.cloakroom],
  SetupSession: [scanner.SetupSession, programme.saturdaySetup],
  SnapshotMark: [scanner.SnapshotMark, stations.snapshotEnd],
  SnapshotRow: [scanner.SnapshotRow, stations.snapshotRow],
  SnapshotStart: [scanner.SnapshotStart, stations.snapshotStart],
  Station: [scanner.Station, stations.southStation],
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
  WebhookCreateRequest: [requests.WebhookCreateRequest, webhookCreate],
  WebhookSubscription: [resources.WebhookSubscription, subscription],
  WebhookSubscriptionWithSecret: [
    resources.WebhookSubscriptionWithSecret,
    { ...subscription, secret: signingSecret },
  ],
} as const satisfies Record<string, readonly [TSchema, Json]>;

/** The schemas with their names, in alphabetical order. */
export const namedSchemas: readonly (readonly [string, TSchema])[] = Object.entries(described).map(
  ([name, [schema]]) => [name, schema],
);

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  namedSchemas.map(([name, schema]) => [schema, name]),
);

/** Writes every named schema down, with its example. */
export function describeSchemas(): Members {
  return Object.fromEntries(
    Object.entries(described).map(([name, [schema, example]]) => {
      return [name, writeParts({ ...schema, examples: [example] })];
    }),
  );
}

/** Writes a schema down; a part that has a name of its own becomes a reference to it. */
export function writeSchema(schema: unknown): Json {
  const name = schemaNames.get(schema);
  return name === undefined ? writeParts(schema) : { $ref: `#/components/schemas/${name}` };
}

/** Writes a schema down even if it has a name of its own: what the reference points to. */
export function writeParts(schema: unknown): Json {
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
