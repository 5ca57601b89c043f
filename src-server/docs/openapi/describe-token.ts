import { apiErrors } from '../../../shared/contract/errors.ts';
import { tokenRequest, tokenResponse } from '../examples/clients.ts';
import { tokenErrorCodes, tokenErrorExample } from '../examples/errors.ts';
import { TokenError, TokenRequest, TokenResponse } from '../../../shared/contract/token.ts';
import { tellMeanings } from './error-responses.ts';
import { writeSchema, type Json, type Members } from './json-schema.ts';
import { describeMedia, valuesOf } from './media.ts';
import { schemaNames } from './schema-names.ts';

/** Beside the API, not below it: a server of its own. */
export function describeToken(auth: string): Json {
  const body = { schema: writeSchema(TokenRequest, schemaNames), example: tokenRequest };
  const token = { schema: writeSchema(TokenResponse, schemaNames), example: tokenResponse };
  return {
    servers: [{ url: auth }],
    post: {
      operationId: 'issueToken',
      summary: 'An access token for client credentials',
      description: 'The body may have at most 8 KiB and 20 parameters.',
      tags: ['Token'],
      security: [],
      requestBody: {
        required: true,
        content: { 'application/x-www-form-urlencoded': body, 'application/json': body },
      },
      responses: {
        200: { description: 'The token.', content: { 'application/json': token } },
        ...describeRefusals(),
      },
    },
  };
}

function describeRefusals(): Members {
  const statuses = new Set(tokenErrorCodes.map((code) => apiErrors[code].status));
  return Object.fromEntries([...statuses].map((status) => [String(status), refuse(status)]));
}

function refuse(status: number): Json {
  const codes = tokenErrorCodes.filter((code) => apiErrors[code].status === status);
  const examples = Object.fromEntries(codes.map((code) => [code, tokenErrorExample(code)]));
  const media = describeMedia(writeSchema(TokenError, schemaNames), valuesOf(examples));
  return {
    description: tellMeanings(codes),
    headers: headersOfRefusal(status),
    content: { 'application/json': media },
  };
}

function headersOfRefusal(status: number): Members {
  const name = status === 401 ? 'WWW-Authenticate' : 'Retry-After';
  return status === 401 || status === 429 || status === 503
    ? { [name]: { $ref: `#/components/headers/${name}` } }
    : {};
}
