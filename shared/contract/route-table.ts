import { Type, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { Timestamp } from './fields.ts';
import { IncrementalList, NumberedList } from './lists.ts';
import type { QueryParameter } from './query.ts';
import { CheckInRequest, ContactUpsertRequest, WebhookCreateRequest } from './requests.ts';
import {
  Contact,
  EntryScan,
  Event,
  EventWithTicketTypes,
  Identity,
  Order,
  OrderWithEvent,
  ScanVerdict,
  Ticket,
  TicketWithEvent,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from './resources.ts';
import {
  AddOnLine,
  ChangeNotice,
  ConflictDetails,
  ConflictResolution,
  Heartbeat,
  RedemptionUploadRequest,
  RedemptionUploadResponse,
  ScanUploadRequest,
  ScanUploadResponse,
  Setup,
  SetupSession,
  SnapshotMark,
  SnapshotRow,
  SnapshotStart,
  Station,
} from './scanner.ts';
import type { Scope } from './scopes.ts';

/** One operation of the surface. The server registers, checks and documents operations from this and nothing else. */
export interface RouteContract {
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `{base_url}`, parameters in braces. */
  readonly path: string;
  /** A token with any one of these may call; an empty list is any token. */
  readonly scopes: readonly Scope[];
  readonly query: readonly QueryParameter[];
  /** Whether an `Idempotency-Key` is required (§4.5). */
  readonly idempotent: boolean;
  readonly request: TSchema | null;
  /** Texts, numbers, lists and objects that its body may hold, at any depth; one with more is 400. */
  readonly maxBodyValues: number;
  /** Bodies by status, without the errors that every operation shares; null is a response without a body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** What the answer is streamed as, line by line, where it is no JSON document; `responses` then describe a line of it. */
  readonly streams?: 'application/x-ndjson' | 'text/event-stream';
  /** Errors of its own, which do not follow from the rest of the contract. */
  readonly refusals: readonly ErrorCode[];
}

const DataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema });
const ListOf = <T extends TSchema>(row: T) => Type.Union([NumberedList(row), IncrementalList(row)]);

const paging = ['page', 'per_page', 'updated_since', 'cursor'] as const;
/** Several times what the bodies of the contract hold. */
const FEW_VALUES = 1_000;
/** 40 for each of the scans of a full upload. */
const UPLOAD_VALUES = 20_000;

const read = {
  method: 'GET',
  idempotent: false,
  request: null,
  maxBodyValues: FEW_VALUES,
  refusals: [],
} as const;

export const routeTable = {
  readIdentity: {
    ...read,
    summary: 'Who this client is',
    path: '/integration/me',
    scopes: [],
    query: [],
    responses: { 200: DataOf(Identity) },
  },
  listEvents: {
    ...read,
    summary: 'Events, newest first',
    path: '/integration/events',
    scopes: ['events:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(Event) },
  },
  readEvent: {
    ...read,
    summary: 'One event with its ticket types',
    path: '/integration/events/{eventKey}',
    scopes: ['events:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(EventWithTicketTypes) },
  },
  listEventOrders: {
    ...read,
    summary: 'Orders of one event, newest first',
    path: '/integration/events/{eventKey}/orders',
    scopes: ['orders:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(Order) },
  },
  listOrders: {
    ...read,
    summary: "Orders across all the client's events, newest first",
    path: '/integration/orders',
    scopes: ['orders:read'],
    query: [...paging],
    responses: { 200: ListOf(OrderWithEvent) },
  },
  readOrder: {
    ...read,
    summary: 'One order',
    path: '/integration/orders/{reference}',
    scopes: ['orders:read'],
    query: [],
    responses: { 200: DataOf(OrderWithEvent) },
  },
  listTickets: {
    ...read,
    summary: 'Tickets of one event, newest first',
    path: '/integration/events/{eventKey}/tickets',
    scopes: ['tickets:read', 'scanner:sync'],
    query: [...paging, 'order', 'status', 'include_deleted', 'include'],
    responses: { 200: ListOf(Ticket) },
  },
  readTicket: {
    ...read,
    summary: 'One ticket with its answers',
    path: '/integration/tickets/{reference}',
    scopes: ['tickets:read', 'scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(TicketWithEvent) },
  },
  listScans: {
    ...read,
    summary: 'Entry scans of one event, newest first',
    path: '/integration/events/{eventKey}/scans',
    scopes: ['scans:read', 'scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(EntryScan) },
  },
  listContacts: {
    ...read,
    summary: 'Contacts, newest first',
    path: '/integration/contacts',
    scopes: ['contacts:read'],
    query: [...paging, 'email', 'include_deleted'],
    responses: { 200: ListOf(Contact) },
  },
  readContact: {
    ...read,
    summary: 'One contact',
    path: '/integration/contacts/{reference}',
    scopes: ['contacts:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Contact) },
  },
  upsertContact: {
    summary: 'Create a contact, or set fields of the one with this email',
    method: 'POST',
    path: '/integration/contacts',
    scopes: ['contacts:write'],
    query: [],
    idempotent: true,
    request: ContactUpsertRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(Contact), 201: DataOf(Contact) },
    refusals: ['contacts.erased'],
  },
  checkIn: {
    summary: 'Check a ticket in',
    method: 'POST',
    path: '/integration/scans',
    scopes: ['scans:write'],
    query: [],
    idempotent: true,
    request: CheckInRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 200: ScanVerdict, 422: ScanVerdict },
    refusals: ['resource.not_found'],
  },
  listWebhooks: {
    ...read,
    summary: 'Webhook subscriptions that this client created, newest first',
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page'],
    responses: { 200: NumberedList(WebhookSubscription) },
  },
  createWebhook: {
    summary: 'Subscribe to events',
    method: 'POST',
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    request: WebhookCreateRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 201: DataOf(WebhookSubscriptionWithSecret) },
    refusals: ['resource.not_found'],
  },
  deleteWebhook: {
    summary: 'Remove a subscription of this client',
    method: 'DELETE',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    request: null,
    maxBodyValues: FEW_VALUES,
    responses: { 200: Type.Object({ message: Type.String() }) },
    refusals: [],
  },
  readSetup: {
    ...read,
    summary: 'What a station needs to know of an event before its tickets',
    path: '/scanner/events/{eventKey}/setup',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Setup), 304: null },
  },
  uploadScans: {
    summary: 'Upload scans that a station made',
    method: 'POST',
    path: '/scanner/scans',
    scopes: ['scanner:sync'],
    query: [],
    idempotent: false,
    request: ScanUploadRequest,
    maxBodyValues: UPLOAD_VALUES,
    responses: { 200: ScanUploadResponse },
    refusals: [],
  },
  readSnapshot: {
    ...read,
    summary: 'Everything that a station needs of an event, in one stream',
    path: '/scanner/events/{eventKey}/snapshot',
    scopes: ['scanner:sync'],
    query: ['cursor', 'include_deleted'],
    streams: 'application/x-ndjson',
    responses: { 200: Type.Union([SnapshotStart, SnapshotRow, SnapshotMark]) },
  },
  followEvent: {
    ...read,
    summary: 'Changes of an event as they happen (server-sent events)',
    path: '/scanner/events/{eventKey}/stream',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    streams: 'text/event-stream',
    responses: { 200: ChangeNotice },
  },
  listSessions: {
    ...read,
    summary: 'Sessions of one event with their entry windows, newest first',
    path: '/scanner/events/{eventKey}/sessions',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(SetupSession) },
  },
  listAddOnLines: {
    ...read,
    summary: 'Add-ons that were bought for one event, and what was handed out, newest first',
    path: '/scanner/events/{eventKey}/order-lines',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(AddOnLine) },
  },
  uploadRedemptions: {
    summary: 'Upload add-ons that a station handed out',
    method: 'POST',
    path: '/scanner/redemptions',
    scopes: ['scanner:sync'],
    query: [],
    idempotent: false,
    request: RedemptionUploadRequest,
    maxBodyValues: UPLOAD_VALUES,
    responses: { 200: RedemptionUploadResponse },
    refusals: [],
  },
  listConflicts: {
    ...read,
    summary: 'What doors did and the server would not have, newest first',
    path: '/scanner/events/{eventKey}/conflicts',
    scopes: ['scanner:sync'],
    query: [...paging, 'state', 'include_deleted'],
    responses: { 200: ListOf(ConflictDetails) },
  },
  readConflict: {
    ...read,
    summary: 'One conflict with its scans',
    path: '/scanner/conflicts/{reference}',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(ConflictDetails) },
  },
  resolveConflict: {
    summary: 'Say what became of a conflict; the first word on it stands',
    method: 'POST',
    path: '/scanner/conflicts/{reference}/resolve',
    scopes: ['scanner:sync'],
    query: [],
    idempotent: false,
    request: ConflictResolution,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(ConflictDetails) },
    refusals: [],
  },
  sendHeartbeat: {
    summary: 'Say how this station is',
    method: 'POST',
    path: '/scanner/heartbeat',
    scopes: ['scanner:sync'],
    query: [],
    idempotent: false,
    request: Heartbeat,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(Type.Object({ server_time: Timestamp() })) },
    refusals: [],
  },
  listStations: {
    ...read,
    summary: 'Stations of the organiser, and how they are',
    path: '/scanner/stations',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(Type.Array(Station)) },
  },
} as const satisfies Record<string, RouteContract>;

export type Operation = keyof typeof routeTable;
export const operations: readonly Operation[] = Object.keys(routeTable).filter(
  (name): name is Operation => name in routeTable,
);
