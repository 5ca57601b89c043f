import {
  apiErrors,
  errorMeaning,
  errorMessages,
  type ErrorBody,
  type ErrorCode,
} from '../../../shared/contract/errors.ts';
import { errorExample } from '../examples/errors.ts';
import {
  operations,
  routeTable,
  type RouteContract,
} from '../../../shared/contract/route-table.ts';
import { headersOf } from './headers.ts';
import type { Json, Members } from './json-schema.ts';
import { describeMedia, type ExampleObject } from './media.ts';

/** The error codes that an operation can answer, by ascending status. */
export function errorCodesOf(route: RouteContract): readonly ErrorCode[] {
  const { path, scopes, query, idempotent, request, refusals } = route;
  const codes = [
    ...when(true, 'request.malformed', 'auth.token_missing', 'auth.token_invalid', 'plan.required'),
    ...when(scopes.length > 0, 'auth.scope_missing'),
    ...when(idempotent, 'idempotency.key_missing', 'idempotency.key_invalid'),
    ...when(idempotent, 'idempotency.key_reused', 'idempotency.in_progress'),
    ...when(path.includes('{'), 'resource.not_found'),
    ...when(request !== null, 'request.too_large', 'request.unsupported_media_type'),
    ...when(request !== null || query.length > 0, 'validation.failed'),
    ...when(query.includes('cursor'), 'cursor.invalid'),
    ...refusals,
    ...when(true, 'rate.limited', 'server.failed', 'server.unavailable'),
  ];
  return codes.toSorted((a, b) => apiErrors[a].status - apiErrors[b].status);
}

function when(applies: boolean, ...codes: readonly ErrorCode[]): readonly ErrorCode[] {
  return applies ? codes : [];
}

/** The error statuses that an operation can answer, ascending. */
export function errorStatuses(route: RouteContract): readonly number[] {
  return [...new Set(errorCodesOf(route).map((code) => apiErrors[code].status))];
}

const errorReference = { $ref: '#/components/schemas/Error' };

/** What an operation answers beside errors under the same status, as schema and examples. */
export interface OtherAnswer {
  readonly description: string;
  readonly schema: Json;
  readonly examples: Readonly<Record<string, ExampleObject>>;
}

/** The errors of one status, each with its meaning and an example; `invalid` is the operation's own `validation.failed`. */
export function describeErrors(
  status: number,
  route: RouteContract,
  { invalid, other }: { readonly invalid: ErrorBody | null; readonly other: OtherAnswer | null },
): Members {
  const codes = errorCodesOf(route).filter((code) => apiErrors[code].status === status);
  const errors = Object.fromEntries(
    codes.map((code) => [code, exampleOfError(code, route, invalid)]),
  );
  const problem = describeMedia(errorReference, errors);
  const json =
    other === null
      ? problem
      : describeMedia({ anyOf: [other.schema, errorReference] }, { ...other.examples, ...errors });
  return {
    description: `${other === null ? '' : `${other.description}\n\n`}${tellMeanings(codes)}`,
    headers: headersOf(status),
    content: { 'application/json': json, 'application/problem+json': problem },
  };
}

/** A list in Markdown, as descriptions may have it. */
export function tellMeanings(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- \`${code}\`: ${errorMeaning(code)}`).join('\n');
}

/** These name what is wrong with a request to the one operation; the others read the same everywhere. */
const ownExamples: readonly ErrorCode[] = [
  'request.malformed',
  'auth.scope_missing',
  'validation.failed',
];

function exampleOfError(
  code: ErrorCode,
  route: RouteContract,
  invalid: ErrorBody | null,
): ExampleObject {
  if (!ownExamples.includes(code)) return { $ref: `#/components/examples/${code}` };
  if (code === 'validation.failed' && invalid !== null) return { value: invalid };
  if (code === 'auth.scope_missing') {
    return { value: errorExample(code, errorMessages.scopeMissing(route.scopes)) };
  }
  const { bodyNotJson, hostInvalid } = errorMessages;
  return { value: errorExample(code, route.request === null ? hostInvalid : bodyNotJson) };
}

/** The examples that operations share, by their codes. */
export function describeSharedErrors(): Members {
  const codes = new Set(operations.flatMap((name) => errorCodesOf(routeTable[name])));
  const shared = [...codes].filter((code) => !ownExamples.includes(code));
  return Object.fromEntries(shared.map((code) => [code, { value: errorExample(code) }]));
}
