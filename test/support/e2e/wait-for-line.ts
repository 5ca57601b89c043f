import type { LineReader } from '../line-reader.ts';

/** Returns the first line that is a JSON object, after npm's own lines. */
export async function nextJson(lines: LineReader): Promise<unknown> {
  for (;;) {
    const line = await lines.next();
    if (!line.startsWith('{')) continue;
    const value: unknown = JSON.parse(line);
    return value;
  }
}
