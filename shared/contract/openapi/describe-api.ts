import type { TSchema } from 'typebox';
import { queryParameters } from '../query.ts';
import { routeTable, type RouteContract } from '../route-table.ts';
import { API_VERSION, scopeMeanings } from '../scopes.ts';
import { describeError, errorReference, errorStatuses, statusMeanings } from './error-responses.ts';
import { describeToken } from './describe-token.ts';
import { exampleOf } from './example-of.ts';
import { describeHeaders, headersOf } from './headers.ts';
import { writeParts, writeSchema, type Json } from './json-schema.ts';
import { namedSchemas, schemaNames } from './schema-names.ts';

type Members = Readonly<Record<string, Json>>;

/** OpenAPI 3.1 of the whole surface, from the route table and the schemas that the server checks with. URLs are absolute. */
export function describeApi(urls: { readonly base: string; readonly auth: string }): Members {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse',
      version: API_VERSION,
      summary: 'Events, orders, tickets, contacts and entry scans of an organiser.',
    },
    servers: [{ url: urls.base }],
    paths: { ...describePaths(), '/oauth/token': describeToken(urls.auth) },
    components: {
      schemas: describeSchemas(),
      headers: describeHeaders(),
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${urls.auth}/oauth/token`, scopes: scopeMeanings },
          },
        },
      },
    },
  };
}

function describeSchemas(): Members {
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, schema]) => [name, writeParts(schema, schemaNames)]),
  );
}

function describePaths(): Members {
  const paths = new Map<string, Record<string, Json>>();
  for (const [operation, route] of Object.entries<RouteContract>(routeTable)) {
    const methods = paths.get(route.path) ?? {};
    methods[route.method.toLowerCase()] = describeOperation(operation, route);
    paths.set(route.path, methods);
  }
  return Object.fromEntries(paths);
}

function describeOperation(operationId: string, route: RouteContract): Members {
  const granting = route.scopes.length === 0 ? [[]] : route.scopes.map((scope) => [scope]);
  return {
    operationId,
    summary: route.summary,
    tags: [route.path.startsWith('/scanner/') ? 'Scanner' : 'Integration'],
    security: granting.map((scopes) => ({ oauth: scopes })),
    parameters: describeParameters(route),
    ...(route.request === null ? {} : { requestBody: describeBody(route.request) }),
    responses: describeResponses(route),
  };
}

function describeParameters(route: RouteContract): Json[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'eventKey' ? 'Reference or slug of the event.' : 'Reference.',
    schema: { type: 'string' },
  }));
  const inQuery = route.query.map((name) => ({
    name,
    in: 'query',
    description: queryParameters[name].description,
    schema: writeParts(queryParameters[name].schema, schemaNames),
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

function describeResponses(route: RouteContract): Members {
  const errors = errorStatuses(route).map((status) => [status, describeError(status)] as const);
  const responses = new Map<number, Json>(errors);
  for (const [text, schema] of Object.entries(route.responses)) {
    const status = Number(text);
    const shared = errorStatuses(route).includes(status);
    responses.set(status, describeAnswer(status, schema, shared));
  }
  return Object.fromEntries([...responses].map(([status, body]) => [String(status), body]));
}

function describeAnswer(status: number, schema: TSchema | null, orError: boolean): Json {
  const description = statusMeanings[status] ?? 'Done.';
  if (schema === null) return { description, headers: headersOf(status) };
  const written = writeSchema(schema, schemaNames);
  const content = {
    schema: orError ? { anyOf: [written, errorReference] } : written,
    example: exampleOf(schema),
  };
  return { description, headers: headersOf(status), content: { 'application/json': content } };
}

function describeBody(schema: TSchema): Json {
  const content = { schema: writeSchema(schema, schemaNames), example: exampleOf(schema) };
  return { required: true, content: { 'application/json': content } };
}
