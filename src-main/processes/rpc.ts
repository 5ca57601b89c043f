// Why: docs/decisions/0019-hosts-and-page.md
import { codeOf } from '../startup/host-error.ts';

/** What carries messages between two processes: plain data that structured clone and JSON both keep. */
export interface Port {
  readonly post: (message: unknown) => void;
  readonly onMessage: (listener: (message: unknown) => void) => void;
  /** The other process is gone. `code`: that of its exit, if it is known. */
  readonly onClose: (listener: (code?: number | null) => void) => void;
}

/** What one side does for the other, by name. A notification's result is dropped. */
type Handlers = Readonly<Record<string, (...input: never[]) => unknown>>;
type Calls<Of> = { readonly [Name in keyof Of]: (...input: never[]) => unknown };

/** One end of the calls to another process, which may be started again. `Theirs`: what that process does. */
export interface RpcChannel<Theirs extends Calls<Theirs>> {
  /** Listens to this process, and calls it from now on. */
  readonly connect: (port: Port) => void;
  /** Rejects with a `CallError`. */
  readonly call: <Name extends keyof Theirs & string>(
    name: Name,
    ...input: Parameters<Theirs[Name]>
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>;
  /** Expects no response. Dropped while there is no process. */
  readonly notify: <Name extends keyof Theirs & string>(
    name: Name,
    ...input: Parameters<Theirs[Name]>
  ) => void;
}

/** A call that was not answered, or answered with a failure. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** `gone`: the process is not there, or ended first. Otherwise the failure's own code; empty if it has none. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** More than this many unanswered calls are a mistake. */
const MOST_PENDING = 1_000;

/** `id`: null for a notification. */
interface Request {
  readonly name: string;
  readonly id: number | null;
  readonly input: readonly never[];
}

type Response =
  | { readonly id: number; readonly failure: { readonly code: string; readonly message: string } }
  | { readonly id: number; readonly result?: unknown };

/**
 * Opens a channel on which this process does `ours`. Both processes are of one build, so that the types hold; what a page or a device sent is
 * passed on as `unknown` and validated by who uses it.
 */
export function createChannel<Theirs extends Calls<Theirs>>(ours: Handlers): RpcChannel<Theirs> {
  const pending = new Map<number, Pending>();
  let current: Port | null = null;
  let last = 0;

  const settle = (response: Response) => {
    const call = pending.get(response.id);
    pending.delete(response.id);
    if (!('failure' in response)) call?.resolve(response.result);
    else call?.reject(new CallError(response.failure.code, response.failure.message));
  };
  const respond = async (port: Port, { id, name, input }: Request) => {
    try {
      const result = await ours[name]?.(...input);
      if (id !== null) port.post({ id, result } satisfies Response);
    } catch (error) {
      // Nobody waits for it: whoever watches this process shall see it.
      if (id === null) throw error;
      const message = error instanceof Error ? error.message : String(error);
      port.post({ id, failure: { code: codeOf(error), message } } satisfies Response);
    }
  };
  return {
    connect: (port) => {
      current = port;
      port.onMessage((message) => {
        if (isRequest(message)) void respond(port, message);
        else if (isResponse(message)) settle(message);
      });
      port.onClose((code) => {
        if (current === port) current = null;
        const how = code === undefined ? '' : ` (${code ?? 'killed'})`;
        for (const [id, call] of pending) {
          if (call.port !== port) continue;
          pending.delete(id);
          call.reject(new CallError('gone', `the process ended${how}`));
        }
      });
    },
    call: (name, ...input) => {
      if (current === null) return Promise.reject(new CallError('gone', 'there is no process'));
      if (pending.size >= MOST_PENDING) throw new Error('expected fewer calls at a time');
      last += 1;
      const response = Promise.withResolvers<Awaited<ReturnType<Theirs[typeof name]>>>();
      pending.set(last, { ...response, port: current });
      current.post({ name, id: last, input } satisfies Request);
      return response.promise;
    },
    notify: (name, ...input) => current?.post({ name, id: null, input } satisfies Request),
  };
}

/** Methods, so that a response of any type settles it: what comes back is what the handler of that name returned. */
interface Pending {
  readonly port: Port;
  resolve(result: unknown): void;
  reject(error: CallError): void;
}

/** Other messages share the port. */
function isRequest(message: unknown): message is Request {
  return isResponse(message) && 'name' in message;
}

function isResponse(message: unknown): message is Response {
  return typeof message === 'object' && message !== null && 'id' in message;
}
