import { mailboxKey } from '../../database/mailbox-key.ts';
import { findOrganiser } from '../../store/organisers.ts';
import { findContact, listChosenContacts } from '../../store/contacts.ts';
import type { contactListFlags } from '../commands/contact.ts';
import { listing, showing, toSecond } from './reading.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { contactResource } from '../../api/contacts.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { eraseContact } from '../../domain/contacts.ts';
import type { GivenOperands, FlagValues } from '../define-command.ts';

export async function contactErase(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return contactResource(await eraseContact(tx, reference));
}

export const contactList = listing(
  async (tx, { organiser, email, limit }: FlagValues<typeof contactListFlags>) => {
    const { id } = requireFound(await findOrganiser(tx, organiser), 'organiser', organiser);
    const choice = { organiserId: id, emailKey: email && mailboxKey(email), limit };
    return (await listChosenContacts(tx, choice)).map(contactResource);
  },
  {
    heading: ['contact', 'email', 'first name', 'last name', 'since'],
    row: ({ reference, email, first_name, last_name, created_at }) => [
      reference,
      email,
      first_name,
      last_name,
      toSecond(created_at),
    ],
    none: 'No contacts.',
  },
);

export const contactShow = showing(async (tx, reference) =>
  contactResource(requireFound(await findContact(tx, reference), 'contact', reference)),
);
