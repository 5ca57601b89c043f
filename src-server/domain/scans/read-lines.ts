import { createReadStream } from 'node:fs';
import { MAX_LINE_BYTES } from '../../../shared/sealing/sealed-journal.ts';

export interface Line {
  /** Without its line feed. */
  readonly bytes: Buffer;
  /** False if the file ends within the line. */
  readonly isWhole: boolean;
}

/** The lines of a file, one in memory at a time. Ends at an overlong line, which it marks as incomplete. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  const stream: AsyncIterable<Buffer> = createReadStream(path);
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      yield { bytes: Buffer.concat([rest, chunk.subarray(from, end)]), isWhole: true };
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
    if (rest.byteLength > MAX_LINE_BYTES) break;
  }
  if (rest.byteLength > 0) yield { bytes: rest, isWhole: false };
}

const LINE_FEED = 0x0a;
