import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { QueryParameter } from '../../shared/contract/query.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { routeTable, type OperationId } from '../../shared/resources/route-table.ts';
import { addOnExamples } from './add-ons.ts';
import { attendanceExamples } from './attendance.ts';
import { doorAnswerExamples } from './door-answers.ts';
import { conflictExamples } from './conflicts.ts';
import { ada, contactExamples } from './contacts.ts';
import { invalidQuery, missingField } from './errors.ts';
import { eventExamples, gala, stalls } from './events.ts';
import { eventStreamExamples } from './event-stream.ts';
import type { CallExample, Json, Members, NamedSchemas } from './example.ts';
import { identityExamples } from './identity.ts';
import { changedPage, cursor, firstPage, onlyPage, PER_PAGE, since } from './lists.ts';
import { adaOrder, orderExamples } from './orders.ts';
import { releaseExamples } from './releases.ts';
import { scanExamples } from './scans.ts';
import { saturday, sessionExamples } from './sessions.ts';
import { setupExamples } from './setup.ts';
import { snapshotExamples } from './snapshot.ts';
import { stationExamples } from './stations.ts';
import { requestInDemo, storyInDemo, type DemoReferences } from './story-references.ts';
import { ticketExamples, ticketFileExamples } from './tickets.ts';
import { uploadExamples } from './uploads.ts';
import { webhookDeliveryExamples } from './webhook-deliveries.ts';
import { webhookExamples } from './webhooks.ts';

const calls: Readonly<Record<OperationId, CallExample>> = {
  ...identityExamples.calls,
  ...eventExamples.calls,
  ...orderExamples.calls,
  ...ticketExamples.calls,
  ...ticketFileExamples,
  ...contactExamples.calls,
  ...scanExamples.calls,
  ...releaseExamples.calls,
  ...attendanceExamples.calls,
  ...webhookExamples.calls,
  ...webhookDeliveryExamples.calls,
  ...setupExamples.calls,
  ...uploadExamples.calls,
  ...snapshotExamples.calls,
  ...eventStreamExamples.calls,
  ...sessionExamples.calls,
  ...addOnExamples.calls,
  ...doorAnswerExamples.calls,
  ...conflictExamples.calls,
  ...stationExamples.calls,
};

/** The schemas of resources by name, each with an example. */
export const resourceSchemas: NamedSchemas = {
  ...identityExamples.schemas,
  ...eventExamples.schemas,
  ...orderExamples.schemas,
  ...ticketExamples.schemas,
  ...contactExamples.schemas,
  ...scanExamples.schemas,
  ...releaseExamples.schemas,
  ...attendanceExamples.schemas,
  ...webhookExamples.schemas,
  ...webhookDeliveryExamples.schemas,
  ...setupExamples.schemas,
  ...uploadExamples.schemas,
  ...snapshotExamples.schemas,
  ...eventStreamExamples.schemas,
  ...sessionExamples.schemas,
  ...addOnExamples.schemas,
  ...doorAnswerExamples.schemas,
  ...conflictExamples.schemas,
  ...stationExamples.schemas,
};

/** Example requests and responses of one operation. */
export interface CallExamples {
  /** Values of the parameters in the path. */
  readonly path: Readonly<Record<string, string>>;
  readonly request: Json;
  /** Bodies by status and example name. */
  readonly answers: Readonly<Record<number, Members>>;
  /** The body of `validation.failed`; null if the operation has no input to validate. */
  readonly invalid: ErrorBody | null;
}

/** The examples of an operation. `base`: the base URL in page links. `demo`: the demo data that they are to name, if the server has any. */
export function exampleCall(
  operation: OperationId,
  base: string,
  demo: DemoReferences | null = null,
): CallExamples {
  const route = routeTable[operation];
  const { path: own, request = null, answers = {}, rows, invalid } = calls[operation];
  const path = { ...(route.path.includes('{eventKey}') && { eventKey: gala.slug }), ...own };
  const values = new Map(Object.entries(path));
  const url =
    base + route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const told = rows ? { 200: pagesOf(url, rows) } : answers;
  return {
    path: demo === null ? path : storyInDemo(path, demo),
    request: demo === null ? request : requestInDemo(request, demo),
    answers: demo === null ? told : mapValues(told, (bodies) => storyInDemo(bodies, demo)),
    invalid: invalid ?? invalidFor(route),
  };
}

function mapValues<Value>(
  record: Readonly<Record<number, Value>>,
  map: (value: Value) => Value,
): Readonly<Record<number, Value>> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Short lists are whole; of the others the first page is shown. */
function pagesOf(url: string, rows: NonNullable<CallExample['rows']>): Members {
  const { numbered, incremental } = rows;
  if (incremental === undefined) return { numbered: onlyPage(url, numbered) };
  return {
    numbered: numbered.length < PER_PAGE ? onlyPage(url, numbered) : firstPage(url, numbered),
    incremental: changedPage(url, incremental),
  };
}

/** The likeliest mistake: a field that is missing, or a parameter with an invalid value. */
function invalidFor({ query, request }: RouteContract): ErrorBody | null {
  const parameter = (['per_page', 'include_deleted'] as const).find((name) => query.includes(name));
  if (parameter !== undefined) return invalidQuery(parameter);
  const required: unknown = request === null ? undefined : Object(request).required;
  const [field]: unknown[] = Array.isArray(required) ? required : [];
  return typeof field === 'string' ? missingField(field) : null;
}

/** An example value for each list parameter. */
export const queryExamples: Readonly<Record<QueryParameter, string | number>> = {
  page: 1,
  per_page: 100,
  updated_since: since,
  since,
  cursor,
  include_deleted: '1',
  include: 'answers',
  status: 'valid,refunded',
  contact: ada.reference,
  ticket_type: stalls.reference,
  session: saturday.reference,
  checked_in: '1',
  q: ada.last_name,
  state: 'open',
  order: adaOrder.reference,
  email: ada.email,
  code: '7749201833520112',
  external_id: '2001',
};
