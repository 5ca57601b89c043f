import type { ConsoleErrorCode } from '../../../shared/console/errors.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';

/** `page.offline`: this device has no network. `page.unreachable`: nothing answered, or something that is not our server. */
export type CallErrorCode = ErrorCode | ConsoleErrorCode | 'page.offline' | 'page.unreachable';

interface Refusal {
  /** May be one that this page does not know. */
  readonly code: string;
  readonly message: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly problems?: Readonly<Record<string, unknown>>;
  /** Of `session.throttled` and `rate.limited`. */
  readonly waitSeconds?: number;
  readonly serverTime?: string | null;
  readonly current?: Readonly<Record<string, unknown>>;
}

/** A call that did not succeed. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: string;
  /** Sentences per field of the input, in English. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Of those fields that have one, a `Problem`, which may be one that this page does not know. */
  readonly problems: Readonly<Record<string, unknown>>;
  /** When another attempt may be let through, in milliseconds of this device; 0 where nobody said. */
  readonly retryAt: number;
  /** What the server's clock said, as ISO 8601; null where nobody said. */
  readonly serverTime: string | null;
  /** Of `record.changed`: what somebody else has changed, as it is now. */
  readonly current: Readonly<Record<string, unknown>>;

  constructor({
    code,
    message,
    errors = {},
    problems = {},
    waitSeconds = 0,
    serverTime = null,
    current = {},
  }: Refusal) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.problems = problems;
    this.retryAt = waitSeconds === 0 ? 0 : Date.now() + waitSeconds * 1_000;
    this.serverTime = serverTime;
    this.current = current;
  }

  is(code: CallErrorCode): boolean {
    return this.code === code;
  }
}

export function isCallError(error: unknown, code: CallErrorCode): boolean {
  return error instanceof CallError && error.is(code);
}

/** Nothing came back. */
export function unreached(isOffline: boolean): CallError {
  return isOffline
    ? new CallError({ code: 'page.offline', message: 'This device has no network.' })
    : new CallError({ code: 'page.unreachable', message: 'The server does not answer.' });
}
