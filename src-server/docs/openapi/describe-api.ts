import { exampleCalls } from '../examples/calls.ts';
import { schemaExamples } from '../examples/schemas.ts';
import {
  operations,
  routeTable,
  type RouteContract,
} from '../../../shared/contract/route-table.ts';
import { API_VERSION, scopeMeanings } from '../../../shared/contract/scopes.ts';
import { describeOperation } from './describe-operation.ts';
import { describeToken } from './describe-token.ts';
import {
  aboutDeliveries,
  aboutExampleHeaders,
  describeWebhookHeaders,
  describeWebhooks,
} from './describe-webhooks.ts';
import { describeSharedErrors } from './error-responses.ts';
import { describeHeaders } from './headers.ts';
import { writeParts, type Json, type Members } from './json-schema.ts';
import { namedSchemas, schemaNames } from './schema-names.ts';

/** The server that a description is for. URLs are absolute. */
export interface DescribedServer {
  readonly base: string;
  readonly auth: string;
  /** What the names of its webhook headers begin with. */
  readonly webhookHeaderPrefix: string;
}

/** OpenAPI 3.1 of the whole surface, from the route table and the schemas that the server checks and writes with. */
export function describeApi(server: DescribedServer): Members {
  const { base, auth, webhookHeaderPrefix } = server;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse',
      version: API_VERSION,
      summary: 'Events, orders, tickets, contacts and entry scans of an organiser.',
    },
    servers: [{ url: base }],
    tags: describeTags(server),
    paths: { ...describePaths(base), '/oauth/token': describeToken(auth) },
    webhooks: describeWebhooks(webhookHeaderPrefix),
    components: {
      schemas: describeSchemas(),
      examples: describeSharedErrors(),
      headers: describeHeaders(),
      parameters: describeWebhookHeaders(webhookHeaderPrefix),
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: { tokenUrl: `${auth}/oauth/token`, scopes: scopeMeanings },
          },
        },
      },
    },
  };
}

function describeTags({ auth, webhookHeaderPrefix }: DescribedServer): Json {
  const guide = { url: `${auth}/docs/webhooks`, description: 'Receiving webhooks' };
  const webhooks = [...aboutDeliveries(webhookHeaderPrefix), aboutExampleHeaders].join('\n\n');
  return [
    { name: 'Token', description: 'How a client gets in.' },
    { name: 'Integration', description: 'What an organiser has, and what integrations may do.' },
    { name: 'Scanner', description: 'What stations use beyond that, where the server offers it.' },
    { name: 'Webhooks', description: webhooks, externalDocs: guide },
  ];
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
