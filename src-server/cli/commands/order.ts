import { join } from 'node:path';
import type { Command } from 'commander';
import { checkSmtpUrl } from '../../mail/mail.ts';
import type { TicketMail } from '../../mail/ticket-mail.ts';
import { describeOrder } from '../../api/orders.ts';
import { readTickets } from '../../api/tickets.ts';
import { cancelOrder } from '../../services/orders/cancel-order.ts';
import { confirmOrder } from '../../services/orders/confirm-order.ts';
import { createOrder, openingStatuses } from '../../services/orders/create-order.ts';
import type { OrderLineInput } from '../../services/orders/order-draft.ts';
import { refundOrder } from '../../services/orders/refund-order.ts';
import { mailTickets, type MailedTickets } from '../../services/tickets/mail-tickets.ts';
import { CommandError } from '../command-error.ts';
import { defineCommand, type CommonValues, type FlagValues } from '../define-command.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, json, list, optional, orElse, text, whole, yes } from '../flags.ts';
import { mailFlags, readSmtpUrl } from '../mail-flags.ts';
import { openOrganiserData, organiserData } from '../open-organiser-data.ts';
import { printable } from '../printable.ts';
import type { Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { contactFlags, contactOf } from './contact-flags.ts';

const flags = {
  event: text('EVT', 'what is ordered for'),
  ticketType: optional(text('TT', 'the tickets')),
  quantity: optional(whole('N', 'how many of them (default: 1)')),
  session: optional(text('SES', 'the date they are for')),
  ...contactFlags,
  addOn: optional(list('ADN:QTY', 'add-ons with their quantities, separated by commas')),
  answers: optional(json('JSON', 'registration answers, {"field key": value}')),
  seatLabels: optional(list('LABELS', 'one seat a ticket, separated by commas')),
  status: orElse(choice('STATUS', 'where the order begins', openingStatuses), 'confirmed'),
} as const;

const mailing = {
  order: optional(text('ORD', 'the tickets of one order')),
  event: optional(text('EVT', 'the tickets of every order for an event')),
  again: yes('also codes that were sent before'),
  ...mailFlags,
} as const;

export function addOrderCommands(program: Command, terminal: Terminal): void {
  const order = program.command('order').description('Orders');
  defineOperation(
    order,
    terminal,
    { name: 'create', summary: 'Place an order', operands: [], flags },
    async (tx, { values }) => {
      const { event, status } = values;
      const answers = answersOf(values.answers);
      const lines = linesOf(values);
      const placed = await createOrder(tx, {
        event,
        lines,
        contact: contactOf(values),
        answers,
        status,
      });
      return describeOrder(tx, placed);
    },
  );
  defineOperation(
    order,
    terminal,
    { name: 'confirm', summary: 'Confirm an order', operands: ['ORD'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeOrder(tx, await confirmOrder(tx, reference)),
  );
  defineOperation(
    order,
    terminal,
    {
      name: 'cancel',
      summary: 'Cancel a confirmed order; no money moves',
      operands: ['ORD'],
      flags: { reason: optional(text('REASON', 'why')) },
    },
    async (tx, { values: { reason = null }, operands: [reference = ''] }) =>
      describeOrder(tx, await cancelOrder(tx, reference, reason)),
  );
  defineOperation(
    order,
    terminal,
    {
      name: 'refund',
      summary: 'Refund an order, in full or in part',
      operands: ['ORD'],
      flags: {
        amount: optional(whole('MINOR', 'in minor units (default: what is left)')),
        via: orElse(choice('VIA', 'where it was made', ['console', 'processor']), 'console'),
      },
    },
    async (tx, { values: { amount = null, via }, operands: [reference = ''] }) =>
      describeOrder(tx, await refundOrder(tx, reference, { amount, via })),
  );
  defineCommand(
    order,
    {
      name: 'mail',
      summary:
        'Email holders the signed codes of their tickets, as QR codes; those who have them already are left out',
      operands: [],
      flags: mailing,
    },
    ({ values, common }) => mailOrders(terminal, values, common),
  );
}

async function mailOrders(
  terminal: Terminal,
  { order: one, event, again, smtpUrl, mailFrom }: FlagValues<typeof mailing>,
  common: CommonValues,
): Promise<void> {
  const of = scopeOf(one, event);
  const smtp = readSmtpUrl(smtpUrl, terminal);
  if (smtp !== null) checkSmtp(smtp);
  const data = organiserData(common, terminal);
  await using database = await openOrganiserData(data, { creates: false });
  const { openMailer } = await import('../../mail/open-mailer.ts');
  const { composeTicketMail } = await import('../../mail/ticket-mail.ts');
  const folder = join(data.dataDir, 'mail');
  const lock = await database.tryLock('mail');
  if (lock === null) {
    throw new CommandError(
      'mail.running',
      `Emails are being sent from ${data.dataDir} already. Run the command again when that has ended.`,
    );
  }
  const mailer = openMailer({ smtpUrl: smtp, from: mailFrom, folder });
  try {
    const send = async (tickets: TicketMail) => mailer.send(await composeTicketMail(tickets));
    const mailed = await mailTickets(database, { of, again, send, readTickets });
    const writtenTo = smtp === null ? folder : null;
    terminal.out(common.json ? JSON.stringify(mailed) : renderMailed(mailed, writtenTo));
    refuseUnsent(mailed, again);
  } finally {
    mailer.close();
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

/** `writtenTo`: the folder that took the emails in place of a mail server. Nobody is to think that their guests have them. */
function renderMailed(mailed: MailedTickets, writtenTo: string | null): string {
  const { emails, tickets, refused, without_email: unaddressed, without_code: uncoded } = mailed;
  const count = `${counted(tickets, 'ticket')} in ${counted(emails, 'email')}`;
  return [
    writtenTo === null || emails === 0
      ? `Sent: ${count}.`
      : `No mail server is set. Written to ${writtenTo} instead: ${count}. They count as sent: once --smtp-url or GATEHOUSE_SMTP_URL is set, send them with --again.`,
    ...refused.map(({ to, why }) => `Not accepted for ${to}: ${printable(why)}`),
    ...(unaddressed === 0
      ? []
      : [`Not sent: ${counted(unaddressed, 'ticket')} whose holder has no email.`]),
    ...(uncoded.length === 0
      ? []
      : [`Not sent: ${uncoded.join(', ')}, whose entry points do not fit into a signed code.`]),
  ].join('\n');
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`;
}

/**
 * After everything was said: what was sent is remembered, so that the next run sends the rest. Of a run that stopped while it sent everything
 * once more, those behind cannot be told from those before, because all of them were sent their codes earlier.
 */
function refuseUnsent({ stopped, refused }: MailedTickets, again: boolean): void {
  if (stopped !== null) {
    const next = again
      ? 'With --again the next run starts from the beginning: everybody gets their email once more.'
      : 'Run the command again for the rest: what was accepted is not sent again.';
    throw new CommandError('mail.unreachable', `No more emails can be sent (${stopped}). ${next}`);
  }
  if (refused.length > 0) {
    const what = refused.length === 1 ? 'One email was' : `${refused.length} emails were`;
    const next = again ? 'without --again' : 'again';
    throw new CommandError(
      'mail.refused',
      `${what} not accepted. Where an address is wrong, correct it (ticket reassign); where a mailbox is full, wait. Then run the command ${next}: only they are sent.`,
    );
  }
}

function linesOf(values: FlagValues<typeof flags>): readonly OrderLineInput[] {
  const { ticketType, quantity = 1, session = null, seatLabels = null } = values;
  const addOns = (values.addOn ?? []).map(parseAddOn);
  if (ticketType !== undefined) {
    return [{ sellable: ticketType, quantity, session, seat_labels: seatLabels }, ...addOns];
  }
  if (addOns.length === 0) throw new UsageError('Expected --ticket-type or --add-on.');
  return addOns;
}

function parseAddOn(given: string): OrderLineInput {
  const [sellable = '', quantity = '1', ...rest] = given.split(':');
  if (rest.length > 0 || !/^\d+$/.test(quantity)) {
    throw new UsageError(`Expected an add-on as ADN:QTY, got "${given}".`);
  }
  return { sellable, quantity: Number(quantity) };
}

function answersOf(given: unknown): Readonly<Record<string, unknown>> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new UsageError('Expected --answers as a JSON object by field key.');
  }
  return { ...given };
}
