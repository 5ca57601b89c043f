import type { ErrorCode } from '../errors.ts';
import { TokenError, TokenRequest, TokenResponse } from '../token.ts';
import { errorExample } from './error-responses.ts';
import { exampleOf } from './example-of.ts';
import { writeSchema, type Json } from './json-schema.ts';
import { schemaNames } from './schema-names.ts';

/** `error` of RFC 6749 and our code, by the status of a refusal. */
const refusals: Readonly<Record<number, readonly [string, ErrorCode]>> = {
  400: ['invalid_request', 'oauth.invalid_request'],
  401: ['invalid_client', 'oauth.invalid_client'],
  413: ['invalid_request', 'request.too_large'],
  415: ['invalid_request', 'request.unsupported_media_type'],
  429: ['temporarily_unavailable', 'rate.limited'],
  500: ['server_error', 'server.failed'],
  503: ['temporarily_unavailable', 'server.unavailable'],
};

/** Beside the API, not below it: a server of its own. */
export function describeToken(auth: string): Json {
  const body = { schema: writeSchema(TokenRequest, schemaNames), example: exampleOf(TokenRequest) };
  const token = {
    schema: writeSchema(TokenResponse, schemaNames),
    example: exampleOf(TokenResponse),
  };
  return {
    servers: [{ url: auth }],
    post: {
      operationId: 'issueToken',
      summary: 'An access token for client credentials',
      tags: ['Token'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': body, 'application/json': body },
      },
      responses: {
        200: { description: 'The token.', content: { 'application/json': token } },
        ...Object.fromEntries(Object.keys(refusals).map((text) => [text, refuse(Number(text))])),
      },
    },
  };
}

function refuse(status: number): Json {
  const [error, code] = refusals[status] ?? ['server_error', 'server.failed'];
  const members = { error, error_description: 'A sentence for people.' };
  const content = {
    schema: writeSchema(TokenError, schemaNames),
    example: { ...members, ...errorExample(status, code) },
  };
  return {
    description: 'Refused; with `error` and `error_description` of RFC 6749.',
    headers: headersOfRefusal(status),
    content: { 'application/json': content },
  };
}

function headersOfRefusal(status: number): Readonly<Record<string, Json>> {
  const name = status === 401 ? 'WWW-Authenticate' : 'Retry-After';
  return status === 401 || status === 429 || status === 503
    ? { [name]: { $ref: `#/components/headers/${name}` } }
    : {};
}
