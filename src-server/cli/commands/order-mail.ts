import { join } from 'node:path';
import { readTickets } from '../../api/resources/tickets.ts';
import type { Database } from '../../database/database.ts';
import { mailTickets, type MailedTickets } from '../../domain/tickets/mail-tickets.ts';
import { checkSmtpUrl } from '../../mail/mail.ts';
import type { TicketMail } from '../../mail/ticket-mail.ts';
import { orderMail, orderMailAll } from '../../operations/order.ts';
import { CliError } from '../definition/cli-error.ts';
import { defineDatabaseCommand } from '../definition/database-command.ts';
import type { Command, Given } from '../definition/define-command.ts';
import { performAs } from '../definition/operation-command.ts';
import { organiserData } from '../definition/open-organiser-data.ts';
import { Progress } from '../definition/progress.ts';
import type { Terminal } from '../definition/terminal.ts';
import { eventReference, optionalFlag, textFlag, yes } from '../flags/flags.ts';
import { mailFlags, readSmtpUrl } from '../flags/mail-flags.ts';
import { UsageError } from '../flags/usage-error.ts';
import { printable } from '../render/printable.ts';

const orderMailingFlags = {
  order: optionalFlag(textFlag('ORD', 'the tickets of one order')),
  event: optionalFlag(eventReference('the tickets of every order for an event')),
  again: yes('also codes that were sent before, and tickets that have a barcode of the shop'),
  ...mailFlags,
} as const;

export const orderMailCommand: Command = defineDatabaseCommand(
  {
    name: 'mail',
    summary:
      'Email holders the signed codes of their tickets, as QR codes; those who have them already are left out',
    operands: [],
    flags: orderMailingFlags,
    examples: [
      'order mail --event winter-gala --smtp-url smtp://mail.example.org --mail-from "Nordlys <tickets@nordlys.example>"',
      'order mail --order ord_01j… --again',
    ],
    notes: ['Either --order or --event is needed.'],
  },
  { work: mailOrders },
);

async function mailOrders(
  database: Database,
  { values, common }: Given<typeof orderMailingFlags>,
  terminal: Terminal,
): Promise<null> {
  const { order, event, again, smtpUrl, mailFrom } = values;
  const of = scopeOf(order, event);
  const smtp = readSmtpUrl(smtpUrl, terminal.environment);
  if (smtp !== null) checkSmtp(smtp);
  const { dataDir } = organiserData(common, terminal);
  const folder = join(dataDir, 'mail');
  const lock = await database.tryLock('mail');
  if (lock === null) {
    throw new CliError(
      'mail.running',
      `Emails are being sent from ${dataDir} already. Run the command again when that has ended.`,
    );
  }
  // Imported lazily, so that other commands start faster.
  const { openMailer } = await import('../../mail/open-mailer.ts');
  const { composeTicketMail } = await import('../../mail/ticket-mail.ts');
  using progress = new Progress(terminal);
  const mailer = openMailer({ smtpUrl: smtp, from: mailFrom, folder });
  try {
    const send = async (tickets: TicketMail) => mailer.send(await composeTicketMail(tickets));
    if ('order' in of) await performAs(database, orderMail, { ...of, again });
    else await performAs(database, orderMailAll, { ...of, again });
    const onProgress = (done: number, total: number) =>
      progress.report({ done, total, what: total === 1 ? 'email tried' : 'emails tried' });
    const mailed = await mailTickets(database, { of, again, send, onProgress, readTickets });
    progress.clear();
    const writtenTo = smtp === null ? folder : null;
    terminal.out(common.json ? JSON.stringify(mailed) : renderMailed(mailed, writtenTo));
    refuseUnsent(mailed, again);
    return null;
  } finally {
    await mailer.close();
    await lock.release();
  }
}

function checkSmtp(url: string): void {
  try {
    checkSmtpUrl(url);
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

function scopeOf(order: string | undefined, event: string | undefined) {
  if (order !== undefined && event === undefined) return { order };
  if (event !== undefined && order === undefined) return { event };
  throw new UsageError('Expected either --order or --event.');
}

/**
 * `writtenTo`: the folder that got the emails in place of a mail server. The text must not suggest that guests have received them.
 */
function renderMailed(mailed: MailedTickets, writtenTo: string | null): string {
  const { emails, tickets, refused, sold_elsewhere: sold } = mailed;
  const { without_email: unaddressed, without_code: uncoded } = mailed;
  const count = `${counted(tickets, 'ticket')} in ${counted(emails, 'email')}`;
  return [
    writtenTo === null || emails === 0
      ? `Sent: ${count}.`
      : `No mail server is set. Written to ${writtenTo} instead: ${count}. They count as sent: once --smtp-url or GATEHOUSE_SMTP_URL is set, send them with --again.`,
    ...refused.map(({ to, why }) => `Not accepted for ${to}: ${printable(why)}`),
    ...(unaddressed === 0
      ? []
      : [`Not sent: ${counted(unaddressed, 'ticket')} whose holder has no email.`]),
    ...(sold === 0
      ? []
      : [
          `Not sent: ${counted(sold, 'ticket')} with a barcode of the shop, which admits; --again sends them too.`,
        ]),
    ...(uncoded.length === 0
      ? []
      : [`Not sent: ${uncoded.join(', ')}, whose entry points do not fit into a signed code.`]),
  ].join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/**
 * Once everything is printed: what was sent is recorded, so that the next run sends the rest. Of a run that stopped while it sent everything
 * once more, those behind are indistinguishable from those before, because all of them were sent their codes earlier.
 */
function refuseUnsent({ stopped, refused }: MailedTickets, again: boolean): void {
  if (stopped !== null) {
    const next = again
      ? 'With --again the next run starts from the beginning: everybody gets their email once more.'
      : 'Run the command again for the rest: what was accepted is not sent again.';
    throw new CliError('mail.unreachable', `No more emails can be sent (${stopped}). ${next}`);
  }
  if (refused.length > 0) {
    const what = refused.length === 1 ? 'One email was' : `${refused.length} emails were`;
    const next = again ? 'without --again' : 'again';
    throw new CliError(
      'mail.refused',
      `${what} not accepted. Where an address is wrong, correct it (ticket reassign); where a mailbox is full, wait. Then run the command ${next}: only they are sent.`,
    );
  }
}
