import type { Command } from 'commander';
import { eraseContact } from '../../services/contacts.ts';
import { contactResource } from '../../api/contacts.ts';
import { mintDisputeId, recordDispute } from '../../services/disputes.ts';
import {
  convertWaitlistEntry,
  joinWaitlist,
  offerWaitlistEntry,
} from '../../services/waitlist/waitlist.ts';
import { describeDispute, describeWaitlistEntry } from '../describe.ts';
import { defineOperation } from '../define-operation.ts';
import { optional, orElse, text, whole } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

export function addContactCommands(program: Command, terminal: Terminal): void {
  const contact = program.command('contact').description('Contacts');
  defineOperation(
    contact,
    terminal,
    {
      name: 'erase',
      summary: 'Erase a person under a data-protection request; this cannot be undone',
      operands: ['CON'],
      flags: {},
    },
    async (tx, { operands: [reference = ''] }) =>
      contactResource(await eraseContact(tx, reference)),
  );
}

export function addWaitlistCommands(program: Command, terminal: Terminal): void {
  const waitlist = program.command('waitlist').description('Waiting lists of what is sold out');
  defineOperation(
    waitlist,
    terminal,
    {
      name: 'join',
      summary: 'Join the line',
      operands: [],
      flags: {
        event: text('EVT', 'of which event'),
        sellable: text('REF', 'the ticket type (tt_) or add-on (adn_) that is sold out'),
        email: text('EMAIL', 'who waits'),
        quantity: orElse(whole('N', 'how many'), 1),
      },
    },
    async (tx, { values }) => describeWaitlistEntry(tx, await joinWaitlist(tx, values)),
  );
  defineOperation(
    waitlist,
    terminal,
    { name: 'offer', summary: 'Offer free places to one who waits', operands: ['WLE'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeWaitlistEntry(tx, await offerWaitlistEntry(tx, reference)),
  );
  defineOperation(
    waitlist,
    terminal,
    { name: 'convert', summary: 'Complete the checkout of an offer', operands: ['WLE'], flags: {} },
    async (tx, { operands: [reference = ''] }) =>
      describeWaitlistEntry(tx, await convertWaitlistEntry(tx, reference)),
  );
}

export function addDisputeCommands(program: Command, terminal: Terminal): void {
  const dispute = program.command('dispute').description('Disputes of the payment processor');
  defineOperation(
    dispute,
    terminal,
    {
      name: 'create',
      summary: 'Record a dispute that the processor reported',
      operands: [],
      flags: {
        organiser: text('ORG', 'whose charge it was'),
        dispute: optional(text('DP', "the processor's dispute id, dp_… (default: a new one)")),
        charge: optional(text('CH', "the processor's charge id, ch_…")),
        amount: optional(whole('MINOR', 'in minor units')),
        reason: optional(text('REASON', "the processor's reason")),
      },
    },
    async (tx, { values }) => {
      const { organiser, charge = null, amount = null, reason = null } = values;
      const dispute = values.dispute ?? mintDisputeId();
      return describeDispute(
        await recordDispute(tx, { organiser, dispute, charge, amount, reason }),
      );
    },
  );
}
