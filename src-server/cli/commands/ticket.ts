import type { Command } from 'commander';
import { changeAnswer } from '../../services/answers.ts';
import { describeTicket, describeTicketWithCode } from '../../api/tickets.ts';
import {
  cancelTicket,
  reassignTicket,
  transferTicket,
  updateTicket,
} from '../../services/tickets/change-ticket.ts';
import { reissueTicket } from '../../services/tickets/reissue-ticket.ts';
import { resellTicket } from '../../services/tickets/resell-ticket.ts';
import { ticketStatuses } from '../../../shared/verdict/facts.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, json, optional, orWord, text, whole, written } from '../flags.ts';
import type { Terminal } from '../terminal.ts';
import { contactFlags, requiredContactOf } from './contact-flags.ts';

export function addTicketCommands(program: Command, terminal: Terminal): void {
  const ticket = program.command('ticket').description('Tickets');
  defineOperation(
    ticket,
    terminal,
    {
      name: 'update',
      summary: 'Change a ticket',
      operands: ['TKT'],
      flags: {
        seatLabel: optional(orWord(text('SEAT', 'its seat'), 'none')),
        status: optional(choice('STATUS', 'what it is', ticketStatuses)),
      },
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const changes = written({ seat_label: values.seatLabel, status: values.status });
      return describeTicket(tx, (await updateTicket(tx, reference, changes)).reference);
    },
  );
  defineOperation(
    ticket,
    terminal,
    {
      name: 'reassign',
      summary: 'Make somebody else the holder; the ticket stays',
      operands: ['TKT'],
      flags: contactFlags,
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const edited = await reassignTicket(tx, reference, requiredContactOf(values));
      return describeTicket(tx, edited.reference);
    },
  );
  defineOperation(
    ticket,
    terminal,
    {
      name: 'transfer',
      summary: 'Supersede a ticket by a new one for somebody else, and print the new one',
      operands: ['TKT'],
      flags: contactFlags,
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const issued = await transferTicket(tx, reference, requiredContactOf(values));
      return describeTicket(tx, issued.reference);
    },
  );
  defineOperation(
    ticket,
    terminal,
    {
      name: 'resell',
      summary:
        'Supersede a ticket by a new one for whoever buys it from its holder, and print the new one',
      operands: ['TKT'],
      flags: {
        ...contactFlags,
        email: text('EMAIL', 'who buys it: somebody other than its holder'),
        price: optional(
          whole(
            'MINOR',
            'what they pay its holder, in minor units; the order stays as it was paid (default: the price of its ticket type)',
          ),
        ),
      },
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const resale = { buyer: requiredContactOf(values), price: values.price ?? null };
      return describeTicket(tx, (await resellTicket(tx, reference, resale)).reference);
    },
  );
  defineOperation(
    ticket,
    terminal,
    {
      name: 'reissue',
      summary:
        'Replace a lost code: print the ticket with a new signed one; entry points refuse the earlier ones and its plain reference',
      operands: ['TKT'],
      flags: {},
    },
    async (tx, { operands: [reference = ''] }) =>
      describeTicketWithCode(tx, reference, await reissueTicket(tx, reference)),
  );
  defineOperation(
    ticket,
    terminal,
    { name: 'cancel', summary: 'Cancel one ticket', operands: ['TKT'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeTicket(tx, (await cancelTicket(tx, reference)).reference),
  );
}

export function addAnswerCommands(program: Command, terminal: Terminal): void {
  const answer = program.command('answer').description('Registration answers');
  defineOperation(
    answer,
    terminal,
    {
      name: 'set',
      summary: "Change an answer of the ticket's order, and print the ticket",
      operands: ['TKT'],
      flags: {
        question: text('QST', 'what is answered'),
        value: json('JSON', 'the answer; null is unanswered'),
      },
    },
    async (tx, { values: { question, value }, operands: [reference = ''] }) => {
      await changeAnswer(tx, { ticket: reference, question, value });
      return describeTicket(tx, reference);
    },
  );
}
