import { randomUUID } from 'node:crypto';
import { Type, type Static, type TSchema } from 'typebox';
import { expect } from 'vitest';
import type { Credentials, Gatehouse } from './gatehouse.ts';
import { shaped } from './shaped.ts';
import { ErrorBody, exact, List, Changes, type Rows } from './shapes.ts';

const Token = exact({
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  access_token: Type.String(),
  scope: Type.String(),
});

/** A client as an integrator writes it against the specification: just fetch with a token. */
export interface ApiClient extends Credentials {
  readonly token: string;
  /** `path` below the base URL, or an absolute address. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  /** A read that must succeed with a body of exactly that shape. */
  readonly read: <T extends TSchema>(schema: T, path: string) => Promise<Static<T>>;
  /** A call that must be refused with that status; returns the error body. */
  readonly refused: (
    status: number,
    path: string,
    init?: RequestInit,
  ) => Promise<Static<typeof ErrorBody>>;
  readonly post: (
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Response>;
}

export function askToken(
  { authUrl }: Pick<Gatehouse, 'authUrl'>,
  parameters: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams(parameters);
  return fetch(`${authUrl}/oauth/token`, { method: 'POST', body, headers });
}

export async function connect(
  gatehouse: Gatehouse,
  { client_id, client_secret }: Credentials,
  scope?: string,
): Promise<ApiClient> {
  const response = await askToken(gatehouse, {
    grant_type: 'client_credentials',
    client_id,
    client_secret,
    ...(scope === undefined ? {} : { scope }),
  });
  expect(response.status).toBe(200);
  const { access_token: token } = shaped(Token, await response.json());
  const call = (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    return fetch(path.startsWith('http') ? path : gatehouse.baseUrl + path, { ...init, headers });
  };
  return {
    client_id,
    client_secret,
    token,
    call,
    read: async (schema, path) => {
      const answer = await call(path);
      const body: unknown = await answer.json();
      expect({ path, status: answer.status, body }).toMatchObject({ path, status: 200 });
      expect(answer.headers.get('content-type')).toMatch(/^application\/json\b/);
      return shaped(schema, body);
    },
    refused: async (status, path, init) => {
      const answer = await call(path, init);
      const body: unknown = await answer.json();
      expect({ path, status: answer.status, body }).toMatchObject({ path, status });
      return shaped(ErrorBody, body);
    },
    post: (path, body, headers = {}) =>
      call(path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
  };
}

const Client = Type.Object({ client_id: Type.String(), client_secret: Type.String() });

/** Creates a client on the command line and gets it a token. `flags` are such as `--events evt_…`. */
export async function addClient(
  gatehouse: Gatehouse,
  organiser: string,
  { scopes = allScopes, flags = '' }: { readonly scopes?: string; readonly flags?: string } = {},
): Promise<ApiClient> {
  const line = `client create --organiser ${organiser} --name Books ${flags}`;
  return connect(gatehouse, await gatehouse.make(Client, line, '--scopes', scopes));
}

export const allScopes =
  'events:read orders:read tickets:read contacts:read contacts:write scans:read scans:write webhooks:write';

export const freshKey = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

/** Follows `next_page_url` until it is null, as §4.1 tells clients to. */
export async function walk<T extends Rows>(client: ApiClient, row: T, path: string) {
  const rows: Static<T>[] = [];
  let next: string | null = path;
  while (next !== null) {
    const page: Static<ReturnType<typeof List<T>>> = await client.read(List(row), next);
    rows.push(...page.data.data);
    next = page.data.next_page_url;
  }
  return rows;
}

/** Makes a complete incremental walk; returns its rows and the watermark of each page. */
export async function walkChanges<T extends Rows>(client: ApiClient, row: T, path: string) {
  const rows: Static<T>[] = [];
  const watermarks: string[] = [];
  let next: string | null = path;
  while (next !== null) {
    const page: Static<ReturnType<typeof Changes<T>>> = await client.read(Changes(row), next);
    rows.push(...page.data.data);
    watermarks.push(page.watermark);
    next = page.data.next_page_url;
  }
  return { rows, watermarks };
}
