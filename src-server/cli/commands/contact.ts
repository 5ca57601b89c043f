import { count, emailOf, optional, orElse, text } from '../flags.ts';
import type { Command } from '../define-command.ts';
import { defineOperation, defineDatabaseCommand } from '../define-operation.ts';

export const contactListFlags = {
  organiser: text('ORG', 'whose contacts'),
  email: optional(emailOf('the one with this address')),
  limit: orElse(count('N', 'how many'), 50),
} as const;

export const contactCommands: readonly Command[] = [
  defineOperation(
    {
      name: 'erase',
      summary: 'Erase a person under a data-protection request; this cannot be undone',
      operands: ['CON'],
      flags: {},
      examples: ['contact erase con_01j…'],
    },
    async () => (await import('../operations/contact.ts')).contactErase,
  ),
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'The people of an organiser, newest first, without those who were erased',
      operands: [],
      flags: contactListFlags,
      examples: ['contact list --organiser org_01j… --email guest@example.org'],
    },
    async () => (await import('../operations/contact.ts')).contactList,
  ),
  defineDatabaseCommand(
    {
      name: 'show',
      summary: 'One person',
      operands: ['CON'],
      flags: {},
      examples: ['contact show con_01j…'],
    },
    async () => (await import('../operations/contact.ts')).contactShow,
  ),
];
