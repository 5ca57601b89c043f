import type { Command } from 'commander';
import { changeAnswer } from '../../services/answers.ts';
import { describeTicket } from '../../services/describe/describe-order.ts';
import {
  cancelTicket,
  reassignTicket,
  transferTicket,
  updateTicket,
} from '../../services/tickets/change-ticket.ts';
import { ticketStatuses } from '../../../shared/verdict/facts.ts';
import { defineOperation } from '../define-operation.ts';
import { choice, json, optional, orWord, text, written } from '../flags.ts';
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
