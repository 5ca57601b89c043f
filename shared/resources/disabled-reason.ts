/**
 * Why a subscription is switched off. The API says it in a sentence, `disabled_reason` (§2.10), for whoever runs the endpoint; pages read it
 * back, to say it in their language.
 */
export type DisabledReason =
  | { readonly kind: 'switched_off' }
  | { readonly kind: 'client_revoked' }
  | {
      readonly kind: 'failures';
      readonly attempts: number;
      /** Of the last one: its status or, without an answer, its error. */
      readonly last: number | string;
    };

const SWITCHED_OFF = 'Switched off over the API.';
const CLIENT_REVOKED = 'The API client was revoked.';

export function writeDisabledReason(reason: DisabledReason): string {
  if (reason.kind === 'switched_off') return SWITCHED_OFF;
  if (reason.kind === 'client_revoked') return CLIENT_REVOKED;
  const { attempts, last } = reason;
  const how = typeof last === 'string' ? `no answer (${last})` : `status ${last}`;
  const count = attempts === 1 ? 'the only attempt' : `all ${attempts} attempts`;
  return `Repeated failures: ${count} to deliver an event failed; the last had ${how}.`;
}

const FAILURES =
  /^Repeated failures: (?:the only attempt|all (\d+) attempts) to deliver an event failed; the last had (?:status (\d+)|no answer \((.*)\))\.$/s;

/** Null for another sentence. */
export function readDisabledReason(sentence: string): DisabledReason | null {
  if (sentence === SWITCHED_OFF) return { kind: 'switched_off' };
  if (sentence === CLIENT_REVOKED) return { kind: 'client_revoked' };
  const [isFailures, attempts = '1', status, error = ''] = FAILURES.exec(sentence) ?? [];
  if (isFailures === undefined) return null;
  const last = status === undefined ? error : Number(status);
  return { kind: 'failures', attempts: Number(attempts), last };
}
