import type { Command } from 'commander';
import type { Ticket } from '../../../shared/contract/resources.ts';
import { impossible } from '../../services/domain-error.ts';
import {
  exportedCodes,
  exportScans,
  exportTickets,
  type ExportedTicket,
} from '../../api/exports.ts';
import { scanHeading, writeScanRow } from '../csv/write-scan-row.ts';
import { ticketHeading, writeTicketRow } from '../csv/write-ticket-row.ts';
import { defineCommand } from '../define-command.ts';
import { choice, optional, orElse, text } from '../flags.ts';
import { openOrganiserData, organiserData } from '../open-organiser-data.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';

const formats = ['csv', 'ndjson'] as const;
type Format = (typeof formats)[number];
const format = optional(choice('FORMAT', 'csv unless --json', formats));

/** `gatehouse export`: a page is written out before the next one is read, however many there are. */
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
      flags: { event: text('EVT', 'whose scans'), format },
    },
    async ({ values, common }) => {
      const chosen = formatOf(values.format, common.json);
      const data = organiserData(common, terminal);
      await using database = await openOrganiserData(data, { creates: false });
      await writePages(terminal, exportScans(database, values.event), {
        format: chosen,
        heading: scanHeading,
        row: writeScanRow,
      });
    },
  );
  defineCommand(
    group,
    {
      name: 'tickets',
      summary: 'Every ticket of an event with its code and holder, oldest first',
      operands: [],
      flags: {
        event: text('EVT', 'whose tickets'),
        format,
        codes: orElse(
          choice(
            'KIND',
            'signed ones admit also where a door does not know the ticket',
            exportedCodes,
          ),
          'signed',
        ),
      },
    },
    async ({ values, common }) => {
      const chosen = formatOf(values.format, common.json);
      const data = organiserData(common, terminal);
      await using database = await openOrganiserData(data, { creates: false });
      const withoutCode: string[] = [];
      const pages = ticketsOf(exportTickets(database, values.event, values.codes), withoutCode);
      await writePages(terminal, pages, {
        format: chosen,
        heading: ticketHeading,
        row: writeTicketRow,
      });
      refuseMissing(withoutCode);
    },
  );
}

async function* ticketsOf(
  pages: AsyncIterable<readonly ExportedTicket[]>,
  withoutCode: string[],
): AsyncGenerator<readonly Ticket[]> {
  for await (const page of pages) {
    for (const { ticket, code_missing } of page) {
      if (code_missing) withoutCode.push(ticket.reference);
    }
    yield page.map(({ ticket }) => ticket);
  }
}

/** After everything was written: the other codes are good. */
function refuseMissing([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const which = others.length === 0 ? first : `${first} and ${others.length} more tickets`;
  throw impossible(
    `The entry points of ${which} do not fit into a signed code: they were written without one. Plain ones: --codes reference.`,
  );
}

interface Writing<Row> {
  readonly format: Format;
  readonly heading: string;
  readonly row: (row: Row) => string;
}

async function writePages<Row>(
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

function formatOf(format: Format | undefined, isJson: boolean): Format {
  if (isJson && format === 'csv')
    throw new UsageError('Expected --json or --format csv, not both.');
  return format ?? (isJson ? 'ndjson' : 'csv');
}

/** Lines of CSV end with CRLF (RFC 4180); the terminal adds the last LF. */
function writeLines(terminal: Terminal, format: Format, lines: readonly string[]): void {
  terminal.out(format === 'csv' ? `${lines.join('\r\n')}\r` : lines.join('\n'));
}
