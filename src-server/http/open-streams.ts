import type { Readable } from 'node:stream';

/** Open streams by client and subject. Past the limit the oldest is closed: its connection may be lost. */
export class OpenStreams {
  readonly #streams = new Map<string, Set<Readable>>();

  join(owner: string, stream: Readable, max: number): void {
    const own = this.#streams.get(owner) ?? new Set();
    this.#streams.set(owner, own);
    own.add(stream);
    stream.once('close', () => {
      own.delete(stream);
      if (own.size === 0) this.#streams.delete(owner);
    });
    const [oldest] = own;
    if (own.size > max) oldest?.destroy();
  }
}
