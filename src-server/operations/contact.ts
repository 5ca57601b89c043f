import { Type } from 'typebox';
import { contactResource } from '../api/resources/contacts.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import { eraseContact, updateContactTexts } from '../domain/contacts/contacts.ts';
import { listChosenContacts } from '../store/contacts.ts';
import { count, email, optional, orNull, personal, text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';
import { requireContact, requireOrganiser } from '../rules/require-row.ts';

const contact = text('CON', 'which person');

export const contactUpdate = defineOperation({
  name: 'contact.update',
  summary: 'Change what a person is called, or their number; their tickets follow',
  role: 'box_office',
  input: Type.Object({
    contact,
    first_name: optional(orNull(personal(text('NAME', 'their first name')), 'none', 'no name')),
    last_name: optional(orNull(personal(text('NAME', 'their last name')), 'none', 'no name')),
    mobile: optional(orNull(personal(text('NUMBER', 'their mobile number')), 'none', 'no number')),
  }),
  run: async (tx, { contact: reference, ...texts }) =>
    contactResource(await updateContactTexts(tx, reference, texts)),
});

export const contactErase = defineOperation({
  name: 'contact.erase',
  summary: 'Erase a person under a data-protection request; this cannot be undone',
  role: 'manager',
  fresh: true,
  input: Type.Object({ contact }),
  run: async (tx, input) => contactResource(await eraseContact(tx, input.contact)),
});

export const contactList = defineView({
  name: 'contact.list',
  summary: 'The people of an organiser, newest first, without those who were erased',
  role: 'viewer',
  input: Type.Object({
    organiser: text('ORG', 'whose contacts'),
    email: optional(email('the one with this address')),
    limit: optional(count('N', 'how many'), '50'),
  }),
  run: async (tx, { organiser, email: address, limit = 50 }) => {
    const { id } = await requireOrganiser(tx, organiser);
    const choice = { organiserId: id, emailKey: address && mailboxKey(address), limit };
    return (await listChosenContacts(tx, choice)).map(contactResource);
  },
});

export const contactShow = defineView({
  name: 'contact.show',
  summary: 'One person',
  role: 'viewer',
  input: Type.Object({ contact }),
  run: async (tx, input) => contactResource(await requireContact(tx, input.contact)),
});
