import type { Readable } from 'node:stream';

export interface LineReader {
  /** Waits for the next line. Rejects if the stream ends first. */
  readonly next: () => Promise<string>;
  /** All lines so far, including those already read. */
  readonly all: () => readonly string[];
}

/** Reads the output of a process line by line. `complaints` returns its other output, which explains an early end. */
export function lineReader(stream: Readable | null, complaints = () => ''): LineReader {
  const lines: string[] = [];
  const waiting: PromiseWithResolvers<string>[] = [];
  let read = 0;
  let ended = stream === null;
  let rest = '';

  const settle = () => {
    for (let line = lines[read]; waiting.length > 0 && line !== undefined; line = lines[read]) {
      waiting.shift()?.resolve(line);
      read += 1;
    }
    if (!ended) return;
    for (const reader of waiting.splice(0)) {
      reader.reject(new Error(`the output ended: ${complaints()}`));
    }
  };
  stream?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    settle();
  });
  stream?.on('end', () => {
    ended = true;
    settle();
  });
  return {
    next: () => {
      const reader = Promise.withResolvers<string>();
      // A process may be ended on purpose while nothing awaits this line.
      reader.promise.catch(() => undefined);
      waiting.push(reader);
      settle();
      return reader.promise;
    },
    all: () => lines,
  };
}
