import { Type, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
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
import { ScanUploadRequest, ScanUploadResponse, Setup } from './scanner.ts';
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
  /** Bodies by status, without the errors that every operation shares; null is a response without a body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** Errors of its own, which do not follow from the rest of the contract. */
  readonly refusals: readonly ErrorCode[];
}

const DataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema });
const ListOf = <T extends TSchema>(row: T) => Type.Union([NumberedList(row), IncrementalList(row)]);

const paging = ['page', 'per_page', 'updated_since', 'cursor'] as const;
const read = { method: 'GET', idempotent: false, request: null, refusals: [] } as const;

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
    scopes: ['tickets:read'],
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
    responses: { 200: ScanUploadResponse },
    refusals: [],
  },
} as const satisfies Record<string, RouteContract>;

export type Operation = keyof typeof routeTable;
export const operations: readonly Operation[] = Object.keys(routeTable).filter(
  (name): name is Operation => name in routeTable,
);
