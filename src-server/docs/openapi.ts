import { apiErrors, type ErrorCode } from '../../shared/contract/errors.ts';
import { MAX_TOKEN_BODY_BYTES, MAX_TOKEN_PARAMETERS } from '../../shared/contract/limits.ts';
import { REFUSALS_PER_MINUTE, TOKENS_PER_MINUTE } from '../../shared/contract/rate-limits.ts';
import { operations, routeTable } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import {
  API_VERSION,
  ENROLMENT_SCOPE,
  enrolmentMeaning,
  scopeMeanings,
} from '../../shared/contract/scopes.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../shared/contract/token.ts';
import { exampleCall } from '../examples/calls.ts';
import type { DemoReferences } from '../examples/story-references.ts';
import { tokenRequest, tokenResponse } from '../examples/identity.ts';
import { tokenErrorCodes, tokenErrorExample } from '../examples/errors.ts';
import type { Json, Members } from '../examples/example.ts';
import { describeOperation } from './operations.ts';
import {
  describeHeaders,
  describeMedia,
  describeSharedErrors,
  headerReference,
  listMeanings,
  valuesOf,
} from './responses.ts';
import { describeSchemas, writeSchema } from './schemas.ts';
import {
  aboutDeliveries,
  aboutExampleHeaders,
  describeWebhookHeaders,
  describeWebhooks,
} from './webhooks.ts';

/** The server to describe. URLs are absolute. */
export interface DescribedServer {
  readonly base: string;
  readonly auth: string;
  /** Requests per minute and client; 0 means no limit. */
  readonly rateLimit: number;
  /** Prefix of its webhook header names. */
  readonly webhookHeaderPrefix: string;
}

/** What the documentation says of the server that serves it. */
export interface DocumentedServer extends DescribedServer {
  /** Requests per minute and station; 0 means no limit. */
  readonly stationRateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Seconds between the attempts of a delivery. */
  readonly webhookGaps: readonly number[];
  /** What its samples name; null without demo data. */
  readonly demo: DemoReferences | null;
}

/** OpenAPI 3.1 of the whole surface, from the route table and the schemas that the server checks and writes with. */
export function describeApi(server: DescribedServer): Members {
  const { base, auth, rateLimit, webhookHeaderPrefix } = server;
  return {
    openapi: '3.1.1',
    info: {
      title: 'Gatehouse',
      version: API_VERSION,
      summary: 'Events, orders, tickets, contacts and entry scans of an organiser.',
      description: `Lists come in two shapes. Numbered pages come newest first; with \`updated_since\` a list comes as a sync, oldest change first, with a \`watermark\` for the next one. Unknown query parameters and unknown fields are ignored, and named in the \`warnings\` of the answer. References are read without white space and invisible characters around them. An answer to a read has an \`ETag\`: sent back as \`If-None-Match\`, it gets 304 without a body while nothing has changed. Lists come compressed with zstd, gzip or br to who accepts that.`,
      contact: { name: 'The operator of this server', url: `${auth}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    tags: describeTags(server),
    paths: { ...describePaths(base), '/oauth/token': describeToken(auth) },
    webhooks: describeWebhooks(webhookHeaderPrefix),
    components: {
      schemas: describeSchemas(),
      examples: describeSharedErrors(),
      headers: describeHeaders(rateLimit),
      parameters: describeWebhookHeaders(webhookHeaderPrefix),
      securitySchemes: {
        client: {
          type: 'http',
          scheme: 'basic',
          description: 'Client id and secret, in place of those in the body.',
        },
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: {
              tokenUrl: `${auth}/oauth/token`,
              scopes: { ...scopeMeanings, [ENROLMENT_SCOPE]: enrolmentMeaning },
            },
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
    { name: 'Token', description: 'How a client authenticates.' },
    { name: 'Integration', description: 'What an organiser has, and what integrations may do.' },
    { name: 'Scanner', description: 'What stations use beyond that, where the server offers it.' },
    { name: 'Webhooks', description: webhooks, externalDocs: guide },
  ];
}

function describePaths(base: string): Members {
  const paths = new Map<string, Record<string, Json>>();
  for (const operation of operations) {
    const route: RouteContract = routeTable[operation];
    const methods = paths.get(route.path) ?? {};
    const described = describeOperation(operation, route, exampleCall(operation, base));
    methods[route.method.toLowerCase()] = described;
    paths.set(route.path, methods);
  }
  return Object.fromEntries(paths);
}

export const tokenLimits = `A client gets ${TOKENS_PER_MINUTE} tokens in any 60 seconds, and an address ${REFUSALS_PER_MINUTE} refusals; beyond that the answer is 429.`;

/** The token endpoint is next to the API, not below it, so it has its own server entry. */
function describeToken(auth: string): Json {
  const body = { schema: writeSchema(TokenRequest), example: tokenRequest };
  const token = { schema: writeSchema(TokenResponse), example: tokenResponse };
  const statuses = new Set(tokenErrorCodes.map((code) => apiErrors[code].status));
  return {
    servers: [{ url: auth }],
    post: {
      operationId: 'issueToken',
      summary: 'Get an access token',
      description: `The body may have at most ${MAX_TOKEN_BODY_BYTES / 1024} KiB and ${MAX_TOKEN_PARAMETERS} parameters. ${tokenLimits}`,
      tags: ['Token'],
      security: [{}, { client: [] }],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': body, 'application/json': body },
      },
      responses: {
        200: { description: 'The token.', content: { 'application/json': token } },
        ...Object.fromEntries(
          [...statuses].map((status) => [String(status), describeTokenErrors(status)]),
        ),
      },
    },
  };
}

function describeTokenErrors(status: number): Json {
  const codes = tokenErrorCodes.filter((code) => apiErrors[code].status === status);
  const examples = Object.fromEntries(
    codes.map((code: ErrorCode) => [code, tokenErrorExample(code)]),
  );
  return {
    description: listMeanings(codes),
    headers: tokenErrorHeaders(status),
    content: { 'application/json': describeMedia(writeSchema(TokenError), valuesOf(examples)) },
  };
}

function tokenErrorHeaders(status: number): Members {
  if (status === 401) return { 'WWW-Authenticate': headerReference('WWW-Authenticate') };
  const waits = status === 429 || status === 503;
  return waits ? { 'Retry-After': headerReference('Retry-After') } : {};
}
