import { exportedCodes } from '../../api/exports/exported-codes.ts';
import { exportFormats } from '../../api/exports/export.ts';
import {
  codedTickets,
  countTickets,
  readTicketEvent,
  type ExportedTicket,
} from '../../api/exports/coded-tickets.ts';
import type { TicketChoice } from '../../api/exports/ticket-choice.ts';
import { ticketExport } from '../../api/exports/ticket-export.ts';
import type { Database } from '../../database/database.ts';
import { invalidTransition } from '../../rules/domain-error.ts';
import type { Given } from '../definition/define-command.ts';
import { Progress } from '../definition/progress.ts';
import type { Terminal } from '../definition/terminal.ts';
import {
  choiceFlag,
  eventReference,
  optionalFlag,
  orElse,
  textFlag,
  withDefault,
  type FlagValues,
} from '../flags/flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { delimiterFlag, formatOf, printExport, usualFormat } from './print-export.ts';

/** Those that the row of a ticket has: a check-in does not change it. */
const statuses = ['valid', 'cancelled', 'refunded'] as const;

export const ticketExportFlags = {
  event: eventReference('whose tickets'),
  format: withDefault(
    optionalFlag(choiceFlag('FORMAT', 'format (html: to print)', [...exportFormats, 'html'])),
    usualFormat,
  ),
  delimiter: delimiterFlag,
  ticketType: optionalFlag(textFlag('TT', 'only those of this type')),
  order: optionalFlag(textFlag('ORD', 'only those of this order')),
  status: optionalFlag(choiceFlag('STATUS', 'only those with this status', statuses)),
  codes: orElse(
    choiceFlag(
      'KIND',
      'which codes (signed ones admit also at a door that does not have the ticket yet)',
      exportedCodes,
    ),
    'signed',
  ),
} as const;

/** For other programs, or to print. */
export async function printTickets(
  database: Database,
  { values, common }: Given<typeof ticketExportFlags>,
  terminal: Terminal,
): Promise<null> {
  const format = formatOf(values.format, common.json);
  const chosen = readChoice(values, format);
  const withoutCode: string[] = [];
  const pages = noteMissing(codedTickets(database, chosen, values.codes), withoutCode);
  if (format === 'html') await writeSheet(terminal, database, { chosen, pages });
  else {
    const opened = await ticketExport(database, chosen, pages, format === 'csv');
    await printExport(terminal, opened, { format, delimiter: values.delimiter });
  }
  refuseMissing(withoutCode);
  return null;
}

function readChoice(
  { event, ticketType, order, status }: FlagValues<typeof ticketExportFlags>,
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
  readonly chosen: TicketChoice;
  readonly pages: AsyncIterable<readonly ExportedTicket[]>;
}

async function writeSheet(
  terminal: Terminal,
  database: Database,
  { chosen, pages }: Sheet,
): Promise<void> {
  // Imported lazily, so that other commands start faster.
  const { qrSymbol } = await import('../../mail/qr-image.ts');
  const { beginSheet, endSheet, ticketBlock } = await import('../print/ticket-sheet.ts');
  const event = await readTicketEvent(database, chosen.event);
  terminal.out(beginSheet(event));
  using progress = new Progress(terminal.columns === undefined ? terminal : {});
  const total = progress.isSeen ? await countTickets(database, chosen) : null;
  let read = 0;
  let printed = 0;
  const reissued: string[] = [];
  for await (const page of pages) {
    for (const { ticket, code_missing } of page) {
      if (ticket.code !== null) {
        terminal.out(ticketBlock(event, ticket, await qrSymbol(ticket.code)));
        printed += 1;
      } else if (!code_missing) reissued.push(ticket.reference);
      read += 1;
      progress.report({ done: read, total, what: 'tickets written' });
      await terminal.flushed();
    }
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
