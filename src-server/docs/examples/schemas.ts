import type { Json } from '../openapi/json-schema.ts';
import type { SchemaName } from '../openapi/schema-names.ts';
import { identity, signingSecret, subscription, tokenRequest, tokenResponse } from './clients.ts';
import { examplePayload } from './deliveries.ts';
import { ada, adaOrder, adaTicket, dietaryNeeds, withAnswers, withEvent } from './orders.ts';
import {
  cloakroom,
  gala,
  galaSetup,
  northGate,
  saturday,
  saturdaySetup,
  stalls,
} from './programme.ts';
import { invalidQuery, tokenErrorExample } from './errors.ts';
import { checkIn, contactUpsert, scanUpload, webhookCreate } from './requests.ts';
import {
  arrival,
  conflictingResult,
  doubleAdmission,
  offlineScan,
  refusedVerdict,
  rejectedResult,
} from './scans.ts';

import {
  cloakroomLine,
  heartbeat,
  northScan,
  openConflict,
  recordedRedemption,
  redemption,
  resolution,
  scanNotice,
  snapshotEnd,
  snapshotRow,
  snapshotStart,
  southStation,
} from './scanner.ts';

const examples: Readonly<Record<SchemaName, Json>> = {
  AddOnLine: cloakroomLine,
  AddOnRedeemed: examplePayload('add_on.redeemed'),
  Answer: dietaryNeeds,
  ChangeNotice: scanNotice,
  ChargeDisputed: examplePayload('charge.disputed'),
  CheckInRequest: checkIn,
  Conflict: doubleAdmission,
  ConflictDetails: openConflict,
  ConflictResolution: resolution,
  ConflictScan: northScan,
  Contact: ada,
  ContactUpsertRequest: contactUpsert,
  EntryScan: arrival,
  Error: invalidQuery('per_page'),
  Event: gala,
  EventWithTicketTypes: { ...gala, ticket_types: [stalls] },
  Heartbeat: heartbeat,
  Identity: identity,
  LocationSummary: northGate,
  Order: adaOrder,
  OrderCancelled: examplePayload('order.cancelled'),
  OrderContact: adaOrder.contact,
  OrderCreated: examplePayload('order.created'),
  OrderRefunded: examplePayload('order.refunded'),
  OrderWithEvent: withEvent(adaOrder),
  PageLink: { url: null, label: '&laquo; Previous', active: false },
  RedemptionUpload: redemption,
  RedemptionUploadRequest: { items: [redemption] },
  RedemptionUploadResponse: { data: [recordedRedemption] },
  RedemptionUploadResult: recordedRedemption,
  ScanUpload: offlineScan,
  ScanUploadRequest: scanUpload,
  ScanUploadResponse: { data: [conflictingResult, rejectedResult] },
  ScanUploadResult: conflictingResult,
  ScanVerdict: refusedVerdict,
  SessionCancelled: examplePayload('session.cancelled'),
  SessionSummary: saturday,
  Setup: galaSetup,
  SetupAddOn: cloakroom,
  SetupSession: saturdaySetup,
  SnapshotMark: snapshotEnd,
  SnapshotRow: snapshotRow,
  SnapshotStart: snapshotStart,
  Station: southStation,
  Ticket: adaTicket,
  TicketHolder: adaTicket.contact,
  TicketScanned: examplePayload('ticket.scanned'),
  TicketType: stalls,
  TicketUpdated: examplePayload('ticket.updated'),
  TicketWithEvent: withAnswers(withEvent(adaTicket)),
  TokenError: tokenErrorExample('oauth.invalid_client'),
  TokenRequest: tokenRequest,
  TokenResponse: tokenResponse,
  WaitlistMoved: examplePayload('waitlist.offered'),
  WebhookCreateRequest: webhookCreate,
  WebhookSubscription: subscription,
  WebhookSubscriptionWithSecret: { ...subscription, secret: signingSecret },
};

/** What a thing of each named schema looks like. */
export const schemaExamples: ReadonlyMap<string, Json> = new Map(Object.entries(examples));
