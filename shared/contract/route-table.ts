import { DELIVERY_LOG_DAYS, MAX_SUBSCRIPTIONS } from './limits.ts';
import { Type, type TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import { warned } from './fields.ts';
import { listPages, NumberedList, type ListPages } from './lists.ts';
import type { QueryParameter } from './query.ts';
import {
  CheckInRequest,
  ContactUpsertRequest,
  SecretRotationRequest,
  WebhookCreateRequest,
  WebhookTestRequest,
  WebhookUpdateRequest,
} from './requests.ts';
import {
  AdmissionVerdict,
  CompletedEnrolment,
  Contact,
  DenialVerdict,
  EntryScan,
  Event,
  EventWithTicketTypes,
  Identity,
  Order,
  OrderWithEvent,
  RotatedWebhookSecret,
  Ticket,
  TicketWithEvent,
  WebhookDelivery,
  WebhookSubscription,
  WebhookSubscriptionWithSecret,
} from './resources.ts';
import {
  AddOnLine,
  ChangeNotice,
  ConflictDetails,
  ConflictResolution,
  Heartbeat,
  HeartbeatReply,
  RedemptionUploadRequest,
  RedemptionUploadResponse,
  ScanUploadRequest,
  ScanUploadResponse,
  Setup,
  SetupSession,
  SnapshotMark,
  SnapshotRow,
  SnapshotStart,
  ReportedStation,
} from './scanner.ts';
import { ENROLMENT_SCOPE, type Scope } from './scopes.ts';

/** One operation of the surface. The server registers, validates and documents operations from this alone. */
export interface RouteContract {
  /** A verb and its object: `List events`. */
  readonly summary: string;
  /** What a caller has to know, in one to three sentences. Backticks mark code. */
  readonly description: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `{base_url}`, parameters in braces. */
  readonly path: string;
  /** A token with any one of these may call; an empty list is any token. */
  readonly scopes: readonly Scope[];
  readonly query: readonly QueryParameter[];
  /** Whether an `Idempotency-Key` is required (§4.5). */
  readonly idempotent: boolean;
  /** Whether the header is optional: without it, a repetition runs again. */
  readonly takesKey?: true;
  readonly request: TSchema | null;
  /** Whether the body may be missing. */
  readonly bodyOptional?: true;
  /** Maximum number of JSON values in the body, at any depth; more is a 400. */
  readonly maxBodyValues: number;
  /** Bodies by status, without the errors common to all operations; null is a response without a body. */
  readonly responses: Readonly<Record<number, TSchema | null>>;
  /** The media type if the response is streamed line by line; `responses` then describe one line. */
  readonly streams?: 'application/x-ndjson' | 'text/event-stream';
  /** Additional errors that do not follow from the rest of the contract. */
  readonly refusals: readonly ErrorCode[];
}

const DataOf = <T extends TSchema>(schema: T) => Type.Object({ data: schema, ...warned });
/** `watermark` tells the two shapes apart. */
const ListOf = <T extends TSchema>({ page, sync }: ListPages<T>) => Type.Union([page, sync]);

/** Of each list, by what is listed. */
export const pages = {
  Event: listPages(Event),
  Order: listPages(Order),
  OrderWithEvent: listPages(OrderWithEvent),
  Ticket: listPages(Ticket),
  EntryScan: listPages(EntryScan),
  Contact: listPages(Contact),
  SetupSession: listPages(SetupSession),
  AddOnLine: listPages(AddOnLine),
  ConflictDetails: listPages(ConflictDetails),
  WebhookSubscription: NumberedList(WebhookSubscription),
  WebhookDelivery: NumberedList(WebhookDelivery),
};

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
    summary: 'Read this client',
    description:
      "The organiser, the client's name, the scopes that this token has now, and the version of the contract.",
    path: '/integration/me',
    scopes: [],
    query: [],
    responses: { 200: DataOf(Identity) },
  },
  listEvents: {
    ...read,
    summary: 'List events',
    description: 'Newest first. A client limited to some events sees only those.',
    path: '/integration/events',
    scopes: ['events:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(pages.Event) },
  },
  readEvent: {
    ...read,
    summary: 'Read an event',
    description: 'One event with its ticket types and how many of each were sold.',
    path: '/integration/events/{eventKey}',
    scopes: ['events:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(EventWithTicketTypes) },
  },
  listEventOrders: {
    ...read,
    summary: "List an event's orders",
    description: 'Newest first.',
    path: '/integration/events/{eventKey}/orders',
    scopes: ['orders:read'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(pages.Order) },
  },
  listOrders: {
    ...read,
    summary: 'List orders',
    description: "Orders of all the client's events, newest first, each with its `event`.",
    path: '/integration/orders',
    scopes: ['orders:read'],
    query: [...paging],
    responses: { 200: ListOf(pages.OrderWithEvent) },
  },
  readOrder: {
    ...read,
    summary: 'Read an order',
    description:
      'One order with its `event`. Its tickets are those that the tickets of the event list with `order`.',
    path: '/integration/orders/{reference}',
    scopes: ['orders:read'],
    query: [],
    responses: { 200: DataOf(OrderWithEvent) },
  },
  listTickets: {
    ...read,
    summary: "List an event's tickets",
    description:
      'Newest first. A check-in does not change a ticket: the entry scans say who is in.',
    path: '/integration/events/{eventKey}/tickets',
    scopes: ['tickets:read', 'scanner:sync'],
    query: [...paging, 'order', 'status', 'include_deleted', 'include'],
    responses: { 200: ListOf(pages.Ticket) },
  },
  readTicket: {
    ...read,
    summary: 'Read a ticket',
    description: 'One ticket with its `event` and the answers to registration questions.',
    path: '/integration/tickets/{reference}',
    scopes: ['tickets:read', 'scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(TicketWithEvent) },
  },
  listScans: {
    ...read,
    summary: "List an event's entry scans",
    description:
      'Every scan at a door and every check-in, allowed or denied, newest first. The tickets of the `allowed` ones are in.',
    path: '/integration/events/{eventKey}/scans',
    scopes: ['scans:read', 'scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(pages.EntryScan) },
  },
  listContacts: {
    ...read,
    summary: 'List contacts',
    description:
      'Newest first. An erased contact is a stub without personal data and comes only with `include_deleted=1`.',
    path: '/integration/contacts',
    scopes: ['contacts:read'],
    query: [...paging, 'email', 'include_deleted'],
    responses: { 200: ListOf(pages.Contact) },
  },
  readContact: {
    ...read,
    summary: 'Read a contact',
    description: 'One contact.',
    path: '/integration/contacts/{reference}',
    scopes: ['contacts:read'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Contact) },
  },
  upsertContact: {
    summary: 'Create or update a contact',
    description:
      'Creates a contact, or sets the fields that are sent of the one with this email. Null clears a field.',
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
    summary: 'Check in a ticket',
    description:
      'Records an entry scan and answers its verdict. 200 is an admission, 422 a denial with its `reason`; a body with a `code` is an error instead.',
    method: 'POST',
    path: '/integration/scans',
    scopes: ['scans:write'],
    query: [],
    idempotent: true,
    request: CheckInRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 200: AdmissionVerdict, 422: DenialVerdict },
    refusals: ['resource.not_found'],
  },
  listWebhooks: {
    ...read,
    summary: 'List webhook subscriptions',
    description: 'Those that this client created, newest first.',
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page'],
    responses: { 200: pages.WebhookSubscription },
  },
  createWebhook: {
    summary: 'Create a webhook subscription',
    description: `The answer holds the signing secret, which is shown only once. A client may have ${MAX_SUBSCRIPTIONS} subscriptions unless the operator chose another number; two may have the same address.`,
    method: 'POST',
    path: '/integration/webhooks',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    takesKey: true,
    request: WebhookCreateRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 201: DataOf(WebhookSubscriptionWithSecret) },
    refusals: ['resource.not_found'],
  },
  readWebhook: {
    ...read,
    summary: 'Read a webhook subscription',
    description: 'One that this client created, without its secret.',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    query: [],
    responses: { 200: DataOf(WebhookSubscription) },
  },
  updateWebhook: {
    summary: 'Update a webhook subscription',
    description:
      'Sets the fields that are sent. Switch it on again here after failures switched it off; a new `url` also gets what is still pending.',
    method: 'PATCH',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    request: WebhookUpdateRequest,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(WebhookSubscription) },
    refusals: [],
  },
  rotateWebhookSecret: {
    summary: "Rotate a webhook subscription's secret",
    description:
      'Answers a new signing secret, shown only once. During the overlap every delivery carries a signature by the new secret and one by each former secret, so a receiver can change over at any time.',
    method: 'POST',
    path: '/integration/webhooks/{reference}/rotate-secret',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    takesKey: true,
    request: SecretRotationRequest,
    bodyOptional: true,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(RotatedWebhookSecret) },
    refusals: [],
  },
  testWebhook: {
    summary: 'Send a test delivery',
    description:
      'Sends an example of an event, signed, with `"test": true` in its body: one attempt, also to a subscription that is switched off. The deliveries say what came of it.',
    method: 'POST',
    path: '/integration/webhooks/{reference}/test',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    takesKey: true,
    request: WebhookTestRequest,
    bodyOptional: true,
    maxBodyValues: FEW_VALUES,
    responses: { 202: DataOf(WebhookDelivery) },
    refusals: [],
  },
  listWebhookDeliveries: {
    ...read,
    summary: "List a webhook subscription's deliveries",
    description: `The delivery log, newest first, with every attempt. It reaches back ${DELIVERY_LOG_DAYS} days.`,
    path: '/integration/webhooks/{reference}/deliveries',
    scopes: ['webhooks:write'],
    query: ['page', 'per_page'],
    responses: { 200: pages.WebhookDelivery },
  },
  redeliverWebhook: {
    summary: 'Deliver once more',
    description:
      'One attempt of a delivery with the same reference and body, signed with the current secret, also to a subscription that is switched off. It changes neither its schedule nor whether it is switched on.',
    method: 'POST',
    path: '/integration/webhooks/{reference}/deliveries/{delivery}/redeliver',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    takesKey: true,
    request: null,
    maxBodyValues: FEW_VALUES,
    responses: { 202: DataOf(WebhookDelivery) },
    refusals: [],
  },
  deleteWebhook: {
    summary: 'Delete a webhook subscription',
    description: 'No delivery of it starts after the answer.',
    method: 'DELETE',
    path: '/integration/webhooks/{reference}',
    scopes: ['webhooks:write'],
    query: [],
    idempotent: false,
    request: null,
    maxBodyValues: FEW_VALUES,
    responses: { 200: Type.Object({ message: Type.String(), ...warned }) },
    refusals: [],
  },
  completeEnrolment: {
    summary: 'Complete an enrolment',
    description:
      "Answers the station's client secret, for a token that the secret of its enrolment code got. Asking again answers another one, until the first token with such a secret, or the code's last day.",
    method: 'POST',
    path: '/scanner/enrolment',
    scopes: [ENROLMENT_SCOPE],
    query: [],
    idempotent: false,
    request: null,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(CompletedEnrolment) },
    refusals: ['enrolment.ended'],
  },
  readSetup: {
    ...read,
    summary: "Read an event's setup",
    description:
      'What a station has to know of an event before it scans. `ETag` and `If-None-Match` save the body when nothing changed.',
    path: '/scanner/events/{eventKey}/setup',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    responses: { 200: DataOf(Setup), 304: null },
  },
  uploadScans: {
    summary: 'Upload scans',
    description:
      'Scans that a station made, with the references that the station gave them. Sending one again changes nothing.',
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
    summary: "Stream an event's snapshot",
    description:
      'Everything that a station needs of an event, line by line; after a break it continues behind the last `cursor`.',
    path: '/scanner/events/{eventKey}/snapshot',
    scopes: ['scanner:sync'],
    query: ['cursor', 'include_deleted'],
    streams: 'application/x-ndjson',
    responses: { 200: Type.Union([SnapshotStart, SnapshotRow, SnapshotMark]) },
  },
  followEvent: {
    ...read,
    summary: "Stream an event's changes",
    description: 'Server-sent events: what changed, as it happens, until the caller hangs up.',
    path: '/scanner/events/{eventKey}/stream',
    scopes: ['scanner:sync'],
    query: ['include_deleted'],
    streams: 'text/event-stream',
    responses: { 200: ChangeNotice },
  },
  listSessions: {
    ...read,
    summary: "List an event's sessions",
    description: 'Sessions with the hours in which their guests may enter, newest first.',
    path: '/scanner/events/{eventKey}/sessions',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(pages.SetupSession) },
  },
  listAddOnLines: {
    ...read,
    summary: "List an event's add-on lines",
    description: 'Add-ons that were bought and how many units were handed out, newest first.',
    path: '/scanner/events/{eventKey}/order-lines',
    scopes: ['scanner:sync'],
    query: [...paging, 'include_deleted'],
    responses: { 200: ListOf(pages.AddOnLine) },
  },
  uploadRedemptions: {
    summary: 'Upload redemptions',
    description: 'Add-ons that a station handed out. Sending one again changes nothing.',
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
    summary: "List an event's conflicts",
    description:
      'What doors decided without knowing of each other, such as one ticket admitted twice; newest first.',
    path: '/scanner/events/{eventKey}/conflicts',
    scopes: ['scanner:sync'],
    query: [...paging, 'state', 'include_deleted'],
    responses: { 200: ListOf(pages.ConflictDetails) },
  },
  readConflict: {
    ...read,
    summary: 'Read a conflict',
    description: 'One conflict with its scans.',
    path: '/scanner/conflicts/{reference}',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(ConflictDetails) },
  },
  resolveConflict: {
    summary: 'Resolve a conflict',
    description: 'Closes it with a note. The first resolution stands.',
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
    summary: "Report a station's state",
    description:
      'Sent every 30 seconds; the answer holds the time that stations set their clocks by, and how many conflicts of the event are open. An event that the client may not see is left out of what is kept.',
    method: 'POST',
    path: '/scanner/heartbeat',
    scopes: ['scanner:sync'],
    query: [],
    idempotent: false,
    request: Heartbeat,
    maxBodyValues: FEW_VALUES,
    responses: { 200: DataOf(HeartbeatReply) },
    refusals: [],
  },
  listStations: {
    ...read,
    summary: 'List stations',
    description:
      "The organiser's stations and the last state that each reported. A client limited to some events sees itself and the stations of these.",
    path: '/scanner/stations',
    scopes: ['scanner:sync'],
    query: [],
    responses: { 200: DataOf(Type.Array(ReportedStation)) },
  },
} as const satisfies Record<string, RouteContract>;

export type Operation = keyof typeof routeTable;
export const operations: readonly Operation[] = Object.keys(routeTable).filter(
  (name): name is Operation => name in routeTable,
);
