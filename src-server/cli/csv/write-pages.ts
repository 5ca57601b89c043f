import type { Terminal } from '../definition/terminal.ts';
import { UsageError } from '../flags/usage-error.ts';

export const rowFormats = ['csv', 'ndjson'] as const;
export type RowFormat = (typeof rowFormats)[number];

export interface Writing<Row> {
  readonly format: RowFormat;
  readonly heading: string;
  readonly row: (row: Row) => string;
}

/** Writes each page before it reads the next, so that memory stays small. */
export async function writePages<Row>(
  terminal: Terminal,
  pages: AsyncIterable<readonly Row[]>,
  { format: chosen, heading, row }: Writing<Row>,
): Promise<void> {
  const write = (one: Row) => (chosen === 'csv' ? row(one) : JSON.stringify(one));
  let before = chosen === 'csv' ? [heading] : [];
  for await (const page of pages) {
    writeLines(terminal, chosen, [...before, ...page.map(write)]);
    before = [];
    await terminal.flushed();
  }
  if (before.length > 0) writeLines(terminal, chosen, before);
}

/** The chosen format; without one CSV, or JSON if `--json` is given. */
export function formatOf<Format extends string>(
  format: Format | undefined,
  isJson: boolean,
): Format | RowFormat {
  if (isJson && format !== undefined && format !== 'ndjson') {
    throw new UsageError(`Expected --json or --format ${format}, not both.`);
  }
  return format ?? (isJson ? 'ndjson' : 'csv');
}

/** Lines of CSV end with CRLF (RFC 4180); the terminal adds the last LF. */
function writeLines(terminal: Terminal, format: RowFormat, lines: readonly string[]): void {
  terminal.out(format === 'csv' ? `${lines.join('\r\n')}\r` : lines.join('\n'));
}
