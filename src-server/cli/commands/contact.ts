import { contactErase, contactList, contactShow, contactUpdate } from '../../operations/contact.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';

export const commands: readonly Command[] = [
  operationCommand(contactUpdate, { examples: ['contact update con_01j… --last-name Byron'] }),
  operationCommand(contactErase, { examples: ['contact erase con_01j…'] }),
  listCommand(contactList, {
    examples: ['contact list --organiser org_01j… --email guest@example.org'],
    heading: ['contact', 'email', 'first name', 'last name', 'since'],
    row: ({ reference, email, first_name, last_name, created_at }) => [
      reference,
      email,
      first_name,
      last_name,
      created_at,
    ],
    none: 'No contacts.',
  }),
  showCommand(contactShow, { examples: ['contact show con_01j…'] }),
];
