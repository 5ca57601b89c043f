import {
  apiErrors,
  errorMeaning,
  errorMessages,
  type ErrorBody,
  type ErrorCode,
} from '../../shared/contract/errors.ts';
import { operations, routeTable } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { errorExample } from '../examples/errors.ts';
import type { Json, Members } from '../examples/example.ts';

/** An example of OpenAPI: a value, or where it is among the components. */
type ExampleObject = { readonly value: Json } | { readonly $ref: string };
type Examples = Readonly<Record<string, ExampleObject>>;

/** A media type: one value is its `example`, anything else its `examples` by name. */
export function describeMedia(schema: Json, examples: Examples): Members {
  const [only, ...others] = Object.values(examples);
  if (only !== undefined && others.length === 0 && 'value' in only) {
    return { schema, example: only.value };
  }
  return { schema, examples };
}

/** Values by name as examples. */
export function valuesOf(values: Members): Examples {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}

/** The error codes that an operation can answer, by ascending status. */
export function errorCodesOf(route: RouteContract): readonly ErrorCode[] {
  const { path, scopes, query, idempotent, takesKey = false, request, refusals } = route;
  const hasKey = idempotent || takesKey;
  const codes = [
    ...when(true, 'request.malformed', 'auth.token_missing', 'auth.token_invalid', 'plan.required'),
    ...when(scopes.length > 0, 'auth.scope_missing'),
    ...when(hasKey, 'idempotency.key_missing', 'idempotency.key_invalid'),
    ...when(hasKey, 'idempotency.key_reused', 'idempotency.in_progress'),
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

/** A response that an operation gives besides errors of the same status. */
export interface OtherResponse {
  readonly description: string;
  readonly schema: Json;
  readonly examples: Examples;
}

/** The errors of one status, each with its meaning and an example; `invalid` is the operation's own `validation.failed`. */
export function describeErrors(
  status: number,
  route: RouteContract,
  { invalid, other }: { readonly invalid: ErrorBody | null; readonly other: OtherResponse | null },
): Members {
  const codes = errorCodesOf(route).filter((code) => apiErrors[code].status === status);
  const errors = Object.fromEntries(
    codes.map((code) => [code, exampleOfError(code, route, invalid)]),
  );
  const error = { $ref: '#/components/schemas/Error' };
  const problem = describeMedia(error, errors);
  const json =
    other === null
      ? problem
      : describeMedia({ anyOf: [other.schema, error] }, { ...other.examples, ...errors });
  return {
    description: `${other === null ? '' : `${other.description}\n\n`}${listMeanings(codes)}`,
    headers: headersOf(status),
    content: { 'application/json': json, 'application/problem+json': problem },
  };
}

/** A Markdown list for a description. */
export function listMeanings(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- \`${code}\`: ${errorMeaning(code)}`).join('\n');
}

/** The messages of these codes differ between operations; all others are the same everywhere. */
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

const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit'];
const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  // Refused before the request is counted.
  401: ['WWW-Authenticate'],
  403: [...rate, 'WWW-Authenticate'],
  409: [...rate, 'Retry-After'],
  429: [...rate, 'Retry-After'],
  503: [...rate, 'Retry-After'],
};

/** References to the headers that a response of this status carries. */
export function headersOf(status: number): Members {
  const names = headersByStatus[status] ?? rate;
  return Object.fromEntries(names.map((name) => [name, headerReference(name)]));
}

export function headerReference(name: string): Json {
  return { $ref: `#/components/headers/${name}` };
}

/** The headers of answers; `rateLimit` is in calls a minute, 0 if there is none. */
export function describeHeaders(rateLimit: number): Members {
  const left = rateLimit - 1;
  const rateHeaders: readonly (readonly [string, string, number | string])[] = [
    [
      'X-RateLimit-Limit',
      'Calls that the client may make in any 60 seconds; a station has a limit of its own.',
      rateLimit,
    ],
    ['X-RateLimit-Remaining', 'How many of them are left.', left],
    ['RateLimit-Policy', 'The limit as a structured field.', `"default";q=${rateLimit};w=60`],
    ['RateLimit', 'What is left, and seconds until there is more.', `"default";r=${left};t=60`],
  ];
  return {
    ...Object.fromEntries(
      rateHeaders.map(([name, description, example]) => {
        const schema = { type: typeof example === 'number' ? 'integer' : 'string' };
        if (rateLimit > 0) return [name, { description, schema, example }];
        return [
          name,
          { description: `${description} Not sent: this server has no limit.`, schema },
        ];
      }),
    ),
    ETag: {
      description: 'Names the body: what `If-None-Match` takes.',
      schema: { type: 'string' },
      example: '"u8VZ0f3pJc1yYqk2R7aWnA"',
    },
    'Retry-After': {
      description: 'Seconds after which to try again.',
      schema: { type: 'integer' },
    },
    'WWW-Authenticate': {
      description: 'What is wrong with the token.',
      schema: { type: 'string' },
      example: 'Bearer error="invalid_token"',
    },
  };
}
