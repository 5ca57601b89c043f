import type { Command } from 'commander';
import type { EntryScan } from '../../../shared/contract/resources.ts';
import { walkEventScans } from '../../services/reads/walk-event-scans.ts';
import { scanHeading, writeScanRow } from '../csv/write-scan-row.ts';
import { defineCommand } from '../define-command.ts';
import { choice, optional, text } from '../flags.ts';
import { dataDirectory, openOrganiserData } from '../open-organiser-data.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const formats = ['csv', 'ndjson'] as const;
type Format = (typeof formats)[number];

/** `gatehouse export scans`: a page is written out before the next one is read, however many there are. */
export function addExportCommands(program: Command, terminal: Terminal): void {
  const group = program
    .command('export')
    .description('What happened, as a file for other programs');
  defineCommand(
    group,
    {
      name: 'scans',
      summary: 'Every entry scan of an event, oldest first',
      operands: [],
      flags: {
        event: text('EVT', 'whose scans'),
        format: optional(choice('FORMAT', 'csv unless --json', formats)),
      },
    },
    async ({ values, common }) => {
      const format = formatOf(values.format, common.json);
      const dataDir = dataDirectory(common, terminal);
      await using database = openOrganiserData(dataDir, { creates: false });
      let heading = format === 'csv' ? [scanHeading] : [];
      for await (const page of walkEventScans(database, values.event)) {
        writeLines(terminal, format, [...heading, ...page.map((scan) => writeScan(scan, format))]);
        heading = [];
        await terminal.flushed();
      }
      if (heading.length > 0) writeLines(terminal, format, heading);
    },
  );
}

function formatOf(format: Format | undefined, isJson: boolean): Format {
  if (isJson && format === 'csv')
    throw new UsageError('Expected --json or --format csv, not both.');
  return format ?? (isJson ? 'ndjson' : 'csv');
}

function writeScan(scan: EntryScan, format: Format): string {
  return format === 'csv' ? writeScanRow(scan) : JSON.stringify(scan);
}

/** Lines of CSV end with CRLF (RFC 4180); the terminal adds the last LF. */
function writeLines(terminal: Terminal, format: Format, lines: readonly string[]): void {
  terminal.out(format === 'csv' ? `${lines.join('\r\n')}\r` : lines.join('\n'));
}
