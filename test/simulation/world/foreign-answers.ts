import type { Chance } from './chance.ts';

export interface ForeignAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const html = { 'content-type': 'text/html; charset=utf-8' };
const json = { 'content-type': 'application/json' };

/** The `Date` header of an intermediary, whose clock is wrong. */
export function foreignDate(wallMs: number): string {
  return new Date(wallMs - 86_400_000).toUTCString();
}

/** Answers of intermediaries such as portals, gateways and proxies in place of the server's. */
export const foreignAnswers = {
  portal: () => ({
    status: 200,
    headers: html,
    body: '<html><form action="/login">Welcome to FreeWifi</form></html>',
  }),
  redirect: () => ({
    status: 302,
    headers: { ...html, location: 'http://portal.test/login' },
    body: '<html>Moved</html>',
  }),
  sign_in: () => ({ status: 511, headers: html, body: '<html>Network sign-in</html>' }),
  portal_json: () => ({ status: 200, headers: json, body: '{"status":"login_required"}' }),
  forbidding: () => ({ status: 403, headers: html, body: '<html>Blocked by policy</html>' }),
  missing: () => ({ status: 404, headers: json, body: '{"message":"no Route matched"}' }),
  gateway: (chance) => ({
    status: chance.pick([500, 502, 503, 504]),
    headers: {
      ...html,
      ...(chance.happens(0.5) ? { 'retry-after': '3600' } : {}),
    },
    body: '<html>Bad gateway</html>',
  }),
  too_many: (chance) => ({
    status: 429,
    headers: {
      ...json,
      ...(chance.happens(0.5) ? { 'retry-after': String(chance.pick([1, 7, 90])) } : {}),
    },
    body: '{"message":"Too Many Requests"}',
  }),
  too_large: () => ({ status: 413, headers: html, body: '<html>Request Entity Too Large</html>' }),
  /** A forged revocation, which tries to make stations delete their data. */
  false_revocation: (_chance, lie) => ({
    status: 401,
    headers: json,
    body: JSON.stringify({ error: 'invalid_client', error_description: 'No.', revocation: lie }),
  }),
  in_use: () => ({ status: 409, headers: json, body: '{"message":"conflict"}' }),
} as const satisfies Record<string, (chance: Chance, lie: string) => ForeignAnswer>;

export type ForeignKind = keyof typeof foreignAnswers;

export const foreignKinds: readonly ForeignKind[] = [
  'portal',
  'redirect',
  'sign_in',
  'portal_json',
  'forbidding',
  'missing',
  'gateway',
  'too_many',
  'too_large',
  'in_use',
  'false_revocation',
];
