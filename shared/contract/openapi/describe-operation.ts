import type { TSchema } from 'typebox';
import type { CallExamples } from '../examples/calls.ts';
import { queryExamples } from '../examples/query.ts';
import { queryParameters } from '../query.ts';
import type { RouteContract } from '../route-table.ts';
import { describeErrors, errorStatuses } from './error-responses.ts';
import { headersOf } from './headers.ts';
import { writeParts, writeSchema, type Json, type Members } from './json-schema.ts';
import { describeMedia, valuesOf } from './media.ts';
import { schemaNames } from './schema-names.ts';

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
    tags: [route.path.startsWith('/scanner/') ? 'Scanner' : 'Integration'],
    security: granting.map((scopes) => ({ oauth: scopes })),
    parameters: describeParameters(route, examples),
    ...(route.request === null
      ? {}
      : { requestBody: describeBody(route.request, examples.request) }),
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
    schema: writeParts(queryParameters[name].schema, schemaNames),
    example: queryExamples[name],
  }));
  return [...inPath, ...inQuery, ...(route.idempotent ? [idempotencyKey] : [])];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Any unique text; a repetition gets the stored answer.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '0198c2f0-5b1e-7c1a-9d55-2f6c1f0e7a11',
};

const meanings: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created.',
  304: 'Not modified: the entity tag still holds.',
  422: 'Denied: the verdict says why.',
};

/** What an answer of this status means where it is no error. */
export function meaningOf(status: number): string {
  return meanings[status] ?? 'Done.';
}

function describeResponses(route: RouteContract, examples: CallExamples): Members {
  const { answers, invalid } = examples;
  const responses = new Map<number, Json>();
  const errors = errorStatuses(route);
  for (const [text, schema] of Object.entries(route.responses)) {
    const status = Number(text);
    if (!errors.includes(status)) {
      responses.set(status, describeAnswer(status, schema, answers[status] ?? {}));
    }
  }
  for (const status of errors) {
    const schema = route.responses[status] ?? null;
    const other =
      schema === null
        ? null
        : {
            description: meaningOf(status),
            schema: writeSchema(schema, schemaNames),
            examples: valuesOf(answers[status] ?? {}),
          };
    responses.set(status, describeErrors(status, route, { invalid, other }));
  }
  return Object.fromEntries([...responses].map(([status, body]) => [String(status), body]));
}

function describeAnswer(status: number, schema: TSchema | null, examples: Members): Json {
  const head = { description: meaningOf(status), headers: headersOf(status) };
  if (schema === null) return head;
  const media = describeMedia(writeSchema(schema, schemaNames), valuesOf(examples));
  return { ...head, content: { 'application/json': media } };
}

function describeBody(schema: TSchema, example: Json): Json {
  const media = { schema: writeSchema(schema, schemaNames), example };
  return { required: true, content: { 'application/json': media } };
}
