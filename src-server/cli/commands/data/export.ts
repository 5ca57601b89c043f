import { exportedCodes } from '../../../api/exported-codes.ts';
import {
  exportScans,
  exportTickets,
  readTicketEvent,
  type ExportedTicket,
  type TicketChoice,
} from '../../../api/exports.ts';
import type { Database } from '../../../database/database.ts';
import { invalidTransition } from '../../../rules/domain-error.ts';
import { formatOf, rowFormats, writePages } from '../../csv/write-pages.ts';
import { scanHeading, writeScanRow } from '../../../api/csv/write-scan-row.ts';
import { ticketHeading, writeTicketRow } from '../../../api/csv/write-ticket-row.ts';
import { defineDatabaseCommand } from '../../definition/database-command.ts';
import type { Command, Given } from '../../definition/define-command.ts';
import type { Terminal } from '../../definition/terminal.ts';
import {
  choiceFlag,
  eventReference,
  optionalFlag,
  orElse,
  textFlag,
  type FlagValues,
} from '../../flags/flags.ts';
import { UsageError } from '../../flags/usage-error.ts';

/** Those that the row of a ticket has: a check-in does not change it. */
const statuses = ['valid', 'cancelled', 'refunded'] as const;

const exportScansFlags = {
  event: eventReference('whose scans'),
  format: optionalFlag(choiceFlag('FORMAT', 'csv unless --json', rowFormats)),
} as const;

const exportTicketsFlags = {
  event: eventReference('whose tickets'),
  format: optionalFlag(
    choiceFlag('FORMAT', 'csv unless --json; html is for printing', [...rowFormats, 'html']),
  ),
  ticketType: optionalFlag(textFlag('TT', 'only those of this type, by reference or name')),
  order: optionalFlag(textFlag('ORD', 'only those of this order')),
  status: optionalFlag(choiceFlag('STATUS', 'only those with this status', statuses)),
  codes: orElse(
    choiceFlag(
      'KIND',
      'signed ones admit also where a door does not know the ticket',
      exportedCodes,
    ),
    'signed',
  ),
} as const;

export const commands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'scans',
      summary: 'Every entry scan of an event, oldest first',
      operands: [],
      flags: exportScansFlags,
      check: refuseTwoFormats,
      examples: ['export scans --event winter-gala > scans.csv'],
    },
    { work: writeScans },
  ),
  defineDatabaseCommand(
    {
      name: 'tickets',
      summary: 'The tickets of an event with codes and holders, oldest first, or to print',
      operands: [],
      flags: exportTicketsFlags,
      check: refuseTwoFormats,
      examples: [
        'export tickets --event winter-gala > tickets.csv',
        'export tickets --event winter-gala --format html > tickets.html',
      ],
    },
    { work: writeTickets },
  ),
];

function refuseTwoFormats({
  values,
  common,
}: Given<typeof exportScansFlags | typeof exportTicketsFlags>): void {
  formatOf(values.format, common.json);
}

async function writeScans(
  database: Database,
  { values, common }: Given<typeof exportScansFlags>,
  terminal: Terminal,
): Promise<null> {
  await writePages(terminal, exportScans(database, values.event), {
    format: formatOf(values.format, common.json),
    heading: scanHeading,
    row: writeScanRow,
  });
  return null;
}

/** For other programs, or to print. */
async function writeTickets(
  database: Database,
  { values, common }: Given<typeof exportTicketsFlags>,
  terminal: Terminal,
): Promise<null> {
  const format = formatOf(values.format, common.json);
  const chosen = readChoice(values, format);
  const withoutCode: string[] = [];
  const pages = noteMissing(exportTickets(database, chosen, values.codes), withoutCode);
  if (format === 'html') await writeSheet(terminal, database, { event: values.event, pages });
  else {
    const writing = { format, heading: ticketHeading, row: writeTicketRow };
    await writePages(terminal, ticketsOf(pages), writing);
  }
  refuseMissing(withoutCode);
  return null;
}

function readChoice(
  { event, ticketType, order, status }: FlagValues<typeof exportTicketsFlags>,
  format: string,
): TicketChoice {
  const isPrinted = format === 'html';
  if (isPrinted && status !== undefined && status !== 'valid') {
    throw new UsageError(`Expected valid tickets to print: one that is ${status} admits nobody.`);
  }
  const only = isPrinted ? 'valid' : status;
  return {
    event,
    ...(ticketType !== undefined && { ticketType }),
    ...(order !== undefined && { order }),
    ...(only !== undefined && { statuses: [only] }),
  };
}

interface Sheet {
  readonly event: string;
  readonly pages: AsyncIterable<readonly ExportedTicket[]>;
}

async function writeSheet(
  terminal: Terminal,
  database: Database,
  { event: reference, pages }: Sheet,
): Promise<void> {
  // Imported lazily, so that other commands start faster.
  const { qrSymbol } = await import('../../../mail/qr-image.ts');
  const { beginSheet, endSheet, ticketBlock } = await import('../../print/ticket-sheet.ts');
  const event = await readTicketEvent(database, reference);
  terminal.out(beginSheet(event));
  let printed = 0;
  const reissued: string[] = [];
  for await (const page of pages) {
    for (const { ticket, code_missing } of page) {
      if (ticket.code !== null) {
        terminal.out(ticketBlock(event, ticket, await qrSymbol(ticket.code)));
        printed += 1;
      } else if (!code_missing) reissued.push(ticket.reference);
    }
    await terminal.flushed();
  }
  terminal.out(endSheet(printed));
  refuseReissued(reissued);
}

/** Only with plain codes: those of reissued tickets admit no more. */
function refuseReissued([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const which = others.length === 0 ? first : `${first} and ${others.length} more tickets`;
  throw invalidTransition(
    `Only a signed code still admits ${which}, because of a new code: not printed. Leave out --codes reference.`,
  );
}

async function* ticketsOf(pages: AsyncIterable<readonly ExportedTicket[]>) {
  for await (const page of pages) yield page.map(({ ticket }) => ticket);
}

async function* noteMissing(
  pages: AsyncIterable<readonly ExportedTicket[]>,
  withoutCode: string[],
): AsyncGenerator<readonly ExportedTicket[]> {
  for await (const page of pages) {
    for (const { ticket, code_missing } of page) {
      if (code_missing) withoutCode.push(ticket.reference);
    }
    yield page;
  }
}

/** Fails after everything was written, because the other codes are valid. */
function refuseMissing([first, ...others]: readonly string[]): void {
  if (first === undefined) return;
  const which = others.length === 0 ? first : `${first} and ${others.length} more tickets`;
  throw invalidTransition(
    `The entry points of ${which} do not fit into a signed code: they were written without one. Plain ones: --codes reference.`,
  );
}
