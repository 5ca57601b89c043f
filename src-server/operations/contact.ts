import { Type } from 'typebox';
import { contactResource } from '../api/resources/contacts.ts';
import { mailboxKey } from '../database/mailbox-key.ts';
import { eraseContact, updateContactTexts } from '../domain/contacts/contacts.ts';
import { countOfContact, listContacts } from '../store/contacts.ts';
import { byName, walkContacts } from '../store/lists/walk-contacts.ts';
import { email, optional, orNull, personal, text } from './definition/inputs.ts';
import { defineList } from './definition/list.ts';
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
  current: async (tx, input) => contactResource(await requireContact(tx, input.contact)),
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

export const contactList = defineList({
  name: 'contact.list',
  summary: 'The people of an organiser, newest first, without those who were erased',
  role: 'viewer',
  filters: {
    organiser: text('ORG', 'whose contacts'),
    email: optional(email('the one with this address')),
  },
  search: 'words of the name, or the email',
  sorts: {
    newest: { by: 'k.created_at', direction: 'desc' },
    oldest: { by: 'k.created_at', direction: 'asc' },
    name: { by: byName, direction: 'asc' },
    '-name': { by: byName, direction: 'desc' },
  },
  choose: async (tx, { organiser, email: address, search }, sort) => {
    const { id } = await requireOrganiser(tx, organiser);
    const emailKey = address && mailboxKey(address);
    return walkContacts(tx, { organiserId: id, emailKey, search }, sort);
  },
  describe: async (tx, ids) => (await listContacts(tx, ids)).map(contactResource),
});

export const contactShow = defineView({
  name: 'contact.show',
  summary: 'One person, and how many orders and tickets are theirs',
  role: 'viewer',
  input: Type.Object({ contact }),
  run: async (tx, input) => {
    const row = await requireContact(tx, input.contact);
    return { ...contactResource(row), ...(await countOfContact(tx, row.id)) };
  },
});
