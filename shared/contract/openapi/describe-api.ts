import { exampleCalls } from '../examples/calls.ts';
import { schemaExamples } from '../examples/schemas.ts';
import { operations, routeTable, type RouteContract } from '../route-table.ts';
import { API_VERSION, scopeMeanings } from '../scopes.ts';
import { describeOperation } from './describe-operation.ts';
import { describeToken } from './describe-token.ts';
import { describeSharedErrors } from './error-responses.ts';
import { describeHeaders } from './headers.ts';
import { writeParts, type Json, type Members } from './json-schema.ts';
import { namedSchemas, schemaNames } from './schema-names.ts';

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
    paths: { ...describePaths(urls.base), '/oauth/token': describeToken(urls.auth) },
    components: {
      schemas: describeSchemas(),
      examples: describeSharedErrors(),
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
    Object.entries(namedSchemas).map(([name, schema]) => {
      const examples = [schemaExamples.get(name)];
      return [name, writeParts({ ...schema, examples }, schemaNames)];
    }),
  );
}

function describePaths(base: string): Members {
  const paths = new Map<string, Record<string, Json>>();
  const examples = exampleCalls(base);
  for (const operation of operations) {
    const route: RouteContract = routeTable[operation];
    const methods = paths.get(route.path) ?? {};
    const described = describeOperation(operation, route, examples[operation]);
    methods[route.method.toLowerCase()] = described;
    paths.set(route.path, methods);
  }
  return Object.fromEntries(paths);
}
