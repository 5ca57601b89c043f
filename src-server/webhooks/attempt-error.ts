import { connectError } from './egress/connect-error.ts';
import { type EgressError, egressErrorCodes } from './egress/egress-error.ts';
import type { ResponseReader } from './egress/response-reader.ts';

/** What the delivery log shows as an attempt's error: one of these codes, a colon and a sentence for whoever runs the endpoint. */
export const attemptErrorCodes = [
  ...egressErrorCodes,
  'timeout',
  'connection.lost',
  'connection.replaced',
  'response.malformed',
  'response.incomplete',
  'redirect',
] as const;
type AttemptErrorCode = (typeof attemptErrorCodes)[number];

/** Names in certificates and addresses of redirects are as long as their senders like. */
const MAX_SENTENCE = 500;

function describe(code: AttemptErrorCode, sentence: string): string {
  return `${code}: ${sentence.slice(0, MAX_SENTENCE)}`;
}

export function describeEgressError({ code, message }: EgressError): string {
  return describe(code, message);
}

const PHASES = {
  name: 'The host was not resolved',
  connection: 'There was no connection',
  tls: 'The TLS handshake was not finished',
  response: 'There was no status line',
} as const;

/** `phase` is what the attempt waited for. */
export function describeTimeout(phase: keyof typeof PHASES, timeoutMs: number): string {
  const advice = phase === 'response' ? ' Respond first, then work.' : '';
  return describe('timeout', `${PHASES[phase]} within ${timeoutMs / 1_000} s.${advice}`);
}

/** Why there is no status. `error` is the socket's; null if the endpoint closed the connection in an orderly way. */
export function describeLoss({ fault, bytes }: ResponseReader, error: Error | null): string {
  if (fault !== null) return describe('response.malformed', fault);
  // TLS 1.3 reports a missing client certificate only after the request.
  if (error !== null && 'code' in error && String(error.code).startsWith('ERR_SSL')) {
    return describeEgressError(connectError(error, ''));
  }
  const how = error === null ? 'closed' : 'reset';
  const when = bytes === 0 ? 'a response' : 'the final status line was complete';
  return describe('connection.lost', `The connection was ${how} before ${when}.`);
}

/** What the status of a response does not say; null if it says it all. `isRepeated`: over a second connection. */
export function remarkOn(response: ResponseReader, url: URL, isRepeated: boolean): string | null {
  const { status, stoppedAt, fault } = response;
  if (status !== null && REDIRECTS.has(status)) return describe('redirect', leadOf(response, url));
  if (fault !== null) return describe('response.incomplete', `The rest is ignored. ${fault}`);
  if (stoppedAt !== null) {
    return describe('response.incomplete', `The response stopped ${stoppedAt}.`);
  }
  if (!isRepeated) return null;
  return describe(
    'connection.replaced',
    'A kept-alive connection was closed without a response, so the request was made again over a new one.',
  );
}

const REDIRECTS: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

function leadOf(response: ResponseReader, url: URL): string {
  const location = response.header('location');
  if (location === null) return 'Redirects are not followed, and this one has no Location.';
  const target = URL.parse(location, url.href)?.href ?? JSON.stringify(location);
  return `Redirects are not followed. This one leads to ${target}`;
}
