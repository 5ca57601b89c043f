import { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';

/** The parts of a response that is sent as it is written. `ended` is aborted once nobody reads it any more. */
export type WriteParts = (ended: AbortSignal) => Promise<AsyncGenerator<string | Uint8Array>>;

/** Open streams by client and subject, counted from the moment of the request. */
export class OpenStreams {
  readonly #open = new Map<string, Set<AbortController>>();

  /** Opens a stream; past `max` of an owner the oldest ends immediately, because its connection may be lost. Rejects if `begin` does. */
  async open(owner: string, max: number, begin: WriteParts): Promise<Readable> {
    const ended = new AbortController();
    const own = this.#open.get(owner) ?? new Set();
    this.#open.set(owner, own.add(ended));
    ended.signal.addEventListener('abort', () => {
      own.delete(ended);
      if (own.size === 0 && this.#open.get(owner) === own) this.#open.delete(owner);
    });
    const [oldest] = own;
    if (own.size > max) oldest?.abort();
    try {
      const parts = await begin(ended.signal);
      if (ended.signal.aborted)
        throw new ApiError('rate.limited', { headers: { 'retry-after': '1' } });
      return streamOf(parts, ended);
    } catch (error) {
      ended.abort();
      throw error;
    }
  }
}

/** Unlike `Readable.from`, it can be ended while the next part is still awaited. */
function streamOf(parts: AsyncGenerator<string | Uint8Array>, ended: AbortController): Readable {
  const stream = new Readable({
    read: () => void pushNext(parts, stream),
    destroy: (error, done) => {
      ended.abort();
      void endParts(parts);
      done(error);
    },
  });
  ended.signal.addEventListener('abort', () => stream.destroy());
  return stream;
}

async function pushNext(
  parts: AsyncGenerator<string | Uint8Array>,
  stream: Readable,
): Promise<void> {
  try {
    const { done, value } = await parts.next();
    // A stream that was ended must not look complete.
    if (!stream.destroyed) stream.push(done === true ? null : value);
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

/** Its reader has gone: an error would reach nobody. */
async function endParts(parts: AsyncGenerator): Promise<void> {
  try {
    await parts.return(undefined);
  } catch {
    // See above.
  }
}
