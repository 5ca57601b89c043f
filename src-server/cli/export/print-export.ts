import type { Delimiter } from '../../../shared/csv-row.ts';
import {
  exportFormats,
  writeExport,
  type Export,
  type ExportFormat,
} from '../../api/exports/export.ts';
import { Progress } from '../definition/progress.ts';
import type { Terminal } from '../definition/terminal.ts';
import { choiceFlag, optionalFlag, orElse, withDefault } from '../flags/flags.ts';
import { UsageError } from '../flags/usage-error.ts';

/** What separates cells, as it is written in a command. */
export const separators = [',', ';', 'tab'] as const;
type Separator = (typeof separators)[number];

export function delimiterOf(separator: Separator): Delimiter {
  return separator === 'tab' ? '\t' : separator;
}

export const delimiterFlag = orElse(
  choiceFlag(
    'CHAR',
    'what separates the cells of CSV (";" for spreadsheets with a decimal comma)',
    separators,
  ),
  ',',
);

export const usualFormat = 'csv, or ndjson with --json';
export const rowFormatFlag = withDefault(
  optionalFlag(choiceFlag('FORMAT', 'format', exportFormats)),
  usualFormat,
);

/** Prints it page by page; while nobody sees the rows themselves, a terminal shows how many there are. */
export async function printExport(
  terminal: Terminal,
  opened: Export,
  { format, delimiter }: { readonly format: ExportFormat; readonly delimiter: Separator },
): Promise<void> {
  const writing = { format, delimiter: delimiterOf(delimiter) };
  // Where the rows themselves are seen, they are the progress.
  using progress = new Progress(terminal.columns === undefined ? terminal : {});
  const total = progress.isSeen ? ((await opened.count?.()) ?? null) : null;
  let written = 0;
  for await (const { text, rows } of writeExport(opened, writing)) {
    // The terminal adds the last line feed.
    if (text !== '') terminal.out(text.slice(0, -1));
    written += rows;
    progress.report({ done: written, total, what: 'rows written' });
    await terminal.flushed();
  }
}

/** The chosen format; without one CSV, or JSON if `--json` is given. */
export function formatOf<Format extends string>(
  format: Format | undefined,
  isJson: boolean,
): Format | ExportFormat {
  if (isJson && format !== undefined && format !== 'ndjson') {
    throw new UsageError(`Expected --json or --format ${format}, not both.`);
  }
  return format ?? (isJson ? 'ndjson' : 'csv');
}
