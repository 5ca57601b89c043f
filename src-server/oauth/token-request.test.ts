import { describe, expect, it } from 'vitest';
import { OAuthError } from './oauth-error.ts';
import { readTokenRequest } from './token-request.ts';

const grant = { grant_type: 'client_credentials' };
const body = { ...grant, client_id: 'id', client_secret: 's' };
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

function read(fields: Readonly<Record<string, string>>, authorization?: string) {
  const parameters = Object.entries(fields).map(([name, value]) => [name, [value]] as const);
  return readTokenRequest(new Map(parameters), authorization);
}

function errorOf(fields: Readonly<Record<string, string>>, authorization?: string): string {
  try {
    read(fields, authorization);
    return 'none';
  } catch (error) {
    return error instanceof OAuthError ? error.code : String(error);
  }
}

describe('readTokenRequest', () => {
  it('takes credentials from the body or from Basic', () => {
    const expected = { clientId: 'id', clientSecret: 's', scope: null };
    expect(read(body)).toEqual(expected);
    expect(read(grant, basic('id:s'))).toEqual(expected);
    expect(read({ ...grant, client_id: 'id' }, basic('id:s'))).toEqual(expected);
  });

  it('reads credentials without what a file or a variable ends with', () => {
    const expected = { clientId: 'id', clientSecret: 's', scope: 'events:read' };
    const lined = Object.entries({ ...body, scope: 'events:read' });
    expect(read(Object.fromEntries(lined.map(([name, text]) => [name, `${text}\r\n`])))).toEqual(
      expected,
    );
    expect(read({ ...grant, scope: 'events:read' }, basic('id:s\n'))).toEqual(expected);
  });

  it('decodes the form-encoded parts of Basic', () => {
    expect(read(grant, basic('a%3Ab:c+%25'))).toMatchObject({
      clientId: 'a:b',
      clientSecret: 'c %',
    });
  });

  it('reads an empty scope as none', () => {
    expect(read({ ...body, scope: '' }).scope).toBeNull();
    expect(read({ ...body, scope: '  ' }).scope).toBeNull();
    expect(read({ ...body, scope: 'events:read' }).scope).toBe('events:read');
  });

  it.each([
    ['no grant type', { client_id: 'id', client_secret: 's' }, undefined, 'invalid_request'],
    ['another grant', { ...body, grant_type: 'password' }, undefined, 'unsupported_grant_type'],
    ['no client', grant, undefined, 'invalid_request'],
    ['no secret', { ...grant, client_id: 'id' }, undefined, 'invalid_client'],
    [
      'an empty secret',
      { ...grant, client_id: 'id', client_secret: '' },
      undefined,
      'invalid_client',
    ],
    ['both ways at once', body, basic('id:s'), 'invalid_request'],
    ['two client ids', { ...grant, client_id: 'x' }, basic('id:s'), 'invalid_request'],
    ['Basic without a colon', grant, basic('id'), 'invalid_client'],
    ['Basic with a broken escape', grant, basic('id:%zz'), 'invalid_client'],
    ['another scheme', grant, 'Bearer abc', 'invalid_client'],
  ])('refuses %s', (_case, fields, authorization, code) => {
    expect(errorOf(fields, authorization)).toBe(code);
  });

  it('refuses a parameter that was sent twice', () => {
    const parameters = new Map([['grant_type', ['client_credentials', 'client_credentials']]]);
    expect(() => readTokenRequest(parameters, undefined)).toThrow(OAuthError);
  });
});
