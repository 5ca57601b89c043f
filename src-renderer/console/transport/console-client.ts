// Why: docs/decisions/0025-console-access.md
import { generateKeyPair, generateProof } from 'dpop';
import { CallError, isCallError, unreached } from './call-error.ts';
import type { RecordVault } from '../../browser/record-vault.ts';
import type { KeptSession } from './session-vault.ts';

export interface ConsoleClientOptions {
  /** Of the page, with a slash at its end: `https://example.org/console/`. */
  readonly base: string;
  /** With which the first request proves itself. */
  readonly nonce: string | undefined;
  readonly vault: RecordVault<KeptSession>;
  readonly fetch: typeof fetch;
  readonly isOffline: () => boolean;
  /** `org_…` for who is a member of several organisers. */
  readonly organiser: () => string | null;
  /** Called when the server knows no session of this page. */
  readonly onSignedOut: () => void;
  /** Asks for the second factor again. Resolves with whether it was shown. */
  readonly showFactor: () => Promise<boolean>;
}

export interface ConsoleClient {
  /** Rejects with a `CallError`. `session.second_factor_stale` comes only from who declined to show it. */
  readonly call: (name: string, input: object) => Promise<unknown>;
  /**
   * The same of an operation. Where its answer was lost, the same one again is known to the server and not done twice: `operation.repeated`.
   */
  readonly run: (name: string, input: object) => Promise<unknown>;
  readonly hasSession: () => Promise<boolean>;
  /** Ends the session at the server if it answers, and here. What is being looked at is given up; what is called meanwhile waits. */
  readonly signOut: () => Promise<void>;
  /** For what `call` cannot do, such as a stream: the headers that prove the request. */
  readonly prove: (url: string, method: string) => Promise<Readonly<Record<string, string>>>;
}

/** More than anybody tries in vain. */
const MAX_UNDONE = 1_000;

interface How {
  /** Of when it was asked: another may be looked at before it is sent. */
  readonly organiser: string | null;
  /** Of an operation. */
  readonly key?: string | null;
  /** Gives up. */
  readonly signal?: AbortSignal | null;
}

type Ask = (name: string, input: object, how: How) => Promise<unknown>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Calls the server with a proof for each request. A nonce that the server no longer takes costs one more request, as does a token that
 * another tab has replaced.
 */
export function createConsoleClient(options: ConsoleClientOptions): ConsoleClient {
  const { base, vault } = options;
  let { nonce } = options;
  let opened: Promise<KeptSession> | null = null;
  let looking = new AbortController();
  let signingOut = Promise.resolve();
  const session = (): Promise<KeptSession> => (opened ??= openSession(vault));
  const keep = async (token: string | null) => {
    const next = { ...(await session()), token };
    opened = Promise.resolve(next);
    await vault.write(next);
  };

  const proveOf = async (url: string, method: string, organiser: string | null) => {
    const { keys, token } = await session();
    return {
      dpop: await generateProof(keys, url, method, nonce, token ?? undefined),
      ...(token !== null && { authorization: `DPoP ${token}` }),
      ...(organiser !== null && { 'gatehouse-organiser': organiser }),
    };
  };

  const send = async (
    name: string,
    input: object,
    { organiser, key = null, signal = null }: How,
  ): Promise<Answer> => {
    const url = `${base}api/${name}`;
    const response = await options
      .fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== null && { 'idempotency-key': key }),
          ...(await proveOf(url, 'POST', organiser)),
        },
        body: JSON.stringify(input),
        signal,
      })
      .catch(() => null);
    if (response === null) throw unreached(options.isOffline());
    nonce = response.headers.get('dpop-nonce') ?? nonce;
    const body: unknown = await response.json().catch(() => null);
    if (!isRecord(body)) throw unreached(false);
    return { status: response.status, headers: response.headers, body };
  };

  /** Whether another tab has replaced or ended the session since. */
  const hasChanged = async (sent: string | null): Promise<boolean> => {
    const own = await session();
    if (own.token !== sent) return true;
    const kept = await vault.read();
    if (kept === null || kept.token === null || kept.token === sent) return false;
    opened = Promise.resolve(kept);
    return true;
  };

  const sendAgain: typeof send = async (...sent) => {
    const { token } = await session();
    let answer = await send(...sent);
    if (answer.body['code'] === 'session.nonce_required') answer = await send(...sent);
    const isEnded = answer.body['code'] === 'session.required';
    return isEnded && (await hasChanged(token)) ? send(...sent) : answer;
  };

  const ask: Ask = async (name, input, how) => {
    const answer = await sendAgain(name, input, how);
    if (answer.status === 200 && 'data' in answer.body) {
      const { data } = answer.body;
      if (/^(?:sign-in|link|account)\./.test(name) && isRecord(data)) {
        if (typeof data['token'] === 'string') await keep(data['token']);
      }
      return data;
    }
    const error = refusalOf(answer);
    if (error.is('session.second_factor_stale') && (await options.showFactor()))
      return ask(name, input, how);
    if (error.is('session.required')) {
      await keep(null);
      options.onSignedOut();
    }
    throw error;
  };

  return {
    call: async (name, input) => {
      const { signal } = looking;
      const organiser = options.organiser();
      await signingOut;
      return ask(name, input, { organiser, signal });
    },
    run: runnerOf(ask, options.organiser),
    prove: (url, method) => proveOf(url, method, options.organiser()),
    hasSession: async () => {
      await signingOut;
      return (await session()).token !== null;
    },
    signOut: () => {
      looking.abort();
      looking = new AbortController();
      signingOut = ask('account.sign-out', {}, { organiser: null })
        .catch(() => undefined)
        .then(() => keep(null));
      return signingOut;
    },
  };
}

/**
 * Runs operations under keys. A refusal says nothing of a request before it whose answer was lost: only success, or `operation.repeated`, ends
 * a key. What was really refused is done under the same one, once it can be. The same twice at once is one request.
 */
function runnerOf(ask: Ask, organiser: () => string | null): ConsoleClient['run'] {
  /** Keys of operations that are not known to be done, by the hash of what was asked for. */
  const undone = new Map<string, string>();
  /** By the same: whoever presses twice waits for the first. */
  const underWay = new Map<string, Promise<unknown>>();
  const runOnce = async (asked: string, name: string, input: object, of: string | null) => {
    const key = undone.get(asked) ?? crypto.randomUUID();
    undone.set(asked, key);
    const [oldest] = undone.keys();
    if (undone.size > MAX_UNDONE && oldest !== undefined) undone.delete(oldest);
    const end = () => undone.get(asked) === key && undone.delete(asked);
    try {
      const data = await ask(name, input, { organiser: of, key });
      end();
      return data;
    } catch (error) {
      if (isCallError(error, 'operation.repeated')) end();
      throw error;
    } finally {
      underWay.delete(asked);
    }
  };
  return async (name, input) => {
    const of = organiser();
    const asked = await hashOf([of, name, input]);
    const running = underWay.get(asked) ?? runOnce(asked, name, input, of);
    underWay.set(asked, running);
    return running;
  };
}

async function openSession(vault: RecordVault<KeptSession>): Promise<KeptSession> {
  const kept = await vault.read();
  if (kept !== null) return kept;
  const made = { keys: await generateKeyPair('ES256'), token: null };
  await vault.write(made);
  return made;
}

/** So that neither a file nor what is said of a person is kept. */
async function hashOf(asked: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(asked));
  return String(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** What is not our server's answer is not believed. */
function refusalOf({ headers, body }: Answer): CallError {
  const { code, message, errors, problems, current } = body;
  if (typeof code !== 'string' || typeof message !== 'string') return unreached(false);
  const waitSeconds = Number(headers.get('retry-after') ?? 0) || 0;
  const date = Date.parse(headers.get('date') ?? '');
  const serverTime = Number.isNaN(date) ? null : new Date(date).toISOString();
  return new CallError({
    code,
    message,
    errors: fieldErrorsIn(errors),
    waitSeconds,
    serverTime,
    ...(isRecord(problems) && { problems }),
    ...(isRecord(current) && { current }),
  });
}

function fieldErrorsIn(errors: unknown): Readonly<Record<string, readonly string[]>> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [
      field,
      Array.isArray(sentences) ? sentences.map(String) : [],
    ]),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
