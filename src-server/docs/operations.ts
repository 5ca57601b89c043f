import { Type, type TSchema } from 'typebox';
import { MAX_BODY_BYTES, MAX_IDEMPOTENCY_KEY_LENGTH } from '../../shared/contract/limits.ts';
import { queryParameters } from '../../shared/contract/query.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { queryExamples, type CallExamples } from '../examples/calls.ts';
import type { Json, Members } from '../examples/example.ts';
import {
  describeErrors,
  describeMedia,
  errorStatuses,
  headerReference,
  headersOf,
  valuesOf,
} from './responses.ts';
import { schemaNames, writeInline, writeSchema } from './schemas.ts';

/** One operation with its parameters, bodies and errors, each with examples. */
export function describeOperation(
  operationId: string,
  route: RouteContract,
  examples: CallExamples,
): Members {
  const granting = route.scopes.length === 0 ? [[]] : route.scopes.map((scope) => [scope]);
  return {
    operationId,
    summary: route.summary,
    description:
      route.request === null ? route.description : `${route.description} ${bodyLimit(route)}`,
    tags: [route.path.startsWith('/scanner/') ? 'Scanner' : 'Integration'],
    security: granting.map((scopes) => ({ oauth: scopes })),
    parameters: describeParameters(route, examples),
    ...(route.request === null
      ? {}
      : { requestBody: describeBody(route, route.request, examples.request) }),
    responses: describeResponses(route, examples),
  };
}

function describeParameters(route: RouteContract, { path }: CallExamples): Json[] {
  const inPath = Object.entries(path).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'eventKey' ? 'Reference or slug of the event.' : 'Reference.',
    schema: { type: 'string' },
    example,
  }));
  const inQuery = route.query.map((name) => ({
    name,
    in: 'query',
    description: queryParameters[name].description,
    schema: writeInline(queryParameters[name].schema),
    example: queryExamples[name],
  }));
  return [...inPath, ...inQuery, ...describeKey(route), ...(isTagged(route) ? [ifNoneMatch] : [])];
}

function describeKey({ idempotent, takesKey }: RouteContract): Json[] {
  if (!idempotent && takesKey !== true) return [];
  return [{ ...idempotencyKey, required: idempotent }];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Any unique text; repeating it returns the stored response.',
  schema: { type: 'string', minLength: 1, maxLength: MAX_IDEMPOTENCY_KEY_LENGTH },
  example: '0198c2f0-5b1e-7c1a-9d55-2f6c1f0e7a11',
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The `ETag` of an earlier answer: while nothing has changed, the answer is 304.',
  schema: { type: 'string' },
  example: '"u8VZ0f3pJc1yYqk2R7aWnA"',
};

const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: the attempt is made immediately.',
  304: 'Not modified: the entity tag still holds.',
  422: 'Denied: the verdict says why.',
};

/** What a status means if it is not an error. */
export function statusMeaning(status: number): string {
  return meanings[status] ?? 'Done.';
}

function describeResponses(route: RouteContract, examples: CallExamples): Members {
  const { answers, invalid } = examples;
  const responses = new Map<number, Json>();
  const errors = errorStatuses(route);
  for (const text of Object.keys(route.responses)) {
    const status = Number(text);
    if (!errors.includes(status)) {
      responses.set(status, describeResponse(route, status, answers[status] ?? {}));
    }
  }
  for (const status of errors) {
    const schema = route.responses[status] ?? null;
    const other =
      schema === null
        ? null
        : {
            description: statusMeaning(status),
            schema: writeSchema(schema),
            examples: valuesOf(answers[status] ?? {}),
          };
    responses.set(status, describeErrors(status, route, { invalid, other }));
  }
  if (isTagged(route)) responses.set(304, describeResponse(route, 304, {}));
  const ascending = [...responses].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(ascending.map(([status, body]) => [String(status), body]));
}

/** Whether its answers have an entity tag. */
function isTagged({ method, streams }: RouteContract): boolean {
  return method === 'GET' && streams === undefined;
}

function describeResponse(route: RouteContract, status: number, examples: Members): Json {
  const schema = route.responses[status] ?? null;
  const tag = isTagged(route) ? { ETag: headerReference('ETag') } : {};
  const head = { description: statusMeaning(status), headers: { ...headersOf(status), ...tag } };
  if (route.file !== undefined && status === 200) {
    return { ...head, content: { [route.file]: { schema: { type: 'string', format: 'binary' } } } };
  }
  if (schema === null) return head;
  const { streams } = route;
  if (streams === undefined) {
    const media = describeMedia(writeSchema(schema), valuesOf(examples));
    return { ...head, content: { 'application/json': media } };
  }
  // OpenAPI 3.1 cannot describe the lines of a stream: `contentSchema` is that of a line.
  const lines = Object.values(examples).map((line) => writeLine(streams, line));
  const text = { type: 'string', contentMediaType: streams, contentSchema: writeSchema(schema) };
  const media = { schema: text, example: lines.join('') };
  const description = `${statusMeaning(status)} Each line is a ${namesOf(schema)}, as JSON.`;
  return { ...head, description, content: { [streams]: media } };
}

function writeLine(streams: NonNullable<RouteContract['streams']>, line: Json): string {
  const json = JSON.stringify(line);
  return streams === 'text/event-stream' ? `data: ${json}\n\n` : `${json}\n`;
}

function namesOf(schema: TSchema): string {
  const options: readonly TSchema[] = Type.IsUnion(schema) ? schema.anyOf : [schema];
  return options.map((option) => `\`${schemaNames.get(option) ?? 'JSON value'}\``).join(' or ');
}

/** How large the body may be, as a sentence. */
export function bodyLimit({ maxBodyValues }: RouteContract): string {
  return `The body may have at most ${MAX_BODY_BYTES / 1024 / 1024} MiB and ${maxBodyValues} values.`;
}

function describeBody({ bodyOptional }: RouteContract, schema: TSchema, example: Json): Json {
  const media = { schema: writeSchema(schema), example };
  return { required: bodyOptional !== true, content: { 'application/json': media } };
}
