import type { LineReader } from '../line-reader.ts';

/** The first line that is a JSON object. npm prints its own lines before. */
export async function nextJson(lines: LineReader): Promise<unknown> {
  for (;;) {
    const line = await lines.next();
    if (!line.startsWith('{')) continue;
    const value: unknown = JSON.parse(line);
    return value;
  }
}
