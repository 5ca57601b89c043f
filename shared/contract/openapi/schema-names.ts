import { ErrorBody } from '../errors.ts';
import { PageLink } from '../lists.ts';
import { CheckInRequest, ContactUpsertRequest, WebhookCreateRequest } from '../requests.ts';
import {
  Answer,
  Contact,
  EntryScan,
  Event,
  EventWithTicketTypes,
  Identity,
  LocationSummary,
  Order,
  OrderContact,
  OrderWithEvent,
  ScanVerdict,
  SessionSummary,
  Ticket,
  TicketHolder,
  TicketType,
  TicketWithEvent,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from '../resources.ts';
import {
  Conflict,
  ScanUpload,
  ScanUploadRequest,
  ScanUploadResponse,
  ScanUploadResult,
  Setup,
  SetupAddOn,
  SetupSession,
} from '../scanner.ts';
import { TokenError, TokenRequest, TokenResponse } from '../token.ts';

/** Schemas that the description of the API calls by name. */
export const namedSchemas = {
  Answer,
  CheckInRequest,
  Conflict,
  Contact,
  ContactUpsertRequest,
  EntryScan,
  Error: ErrorBody,
  Event,
  EventWithTicketTypes,
  Identity,
  LocationSummary,
  Order,
  OrderContact,
  OrderWithEvent,
  PageLink,
  ScanUpload,
  ScanUploadRequest,
  ScanUploadResponse,
  ScanUploadResult,
  ScanVerdict,
  SessionSummary,
  Setup,
  SetupAddOn,
  SetupSession,
  Ticket,
  TicketHolder,
  TicketType,
  TicketWithEvent,
  TokenError,
  TokenRequest,
  TokenResponse,
  WebhookCreateRequest,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} as const;
export type SchemaName = keyof typeof namedSchemas;

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  Object.entries(namedSchemas).map(([name, schema]) => [schema, name]),
);
