import type { WriteTransaction } from '../../database/transaction.ts';
import { insertContacts, listContactsByEmailKey, type ContactRow } from '../../store/contacts.ts';
import { applyTexts } from './contacts.ts';

/** A person whose email and names were checked. */
export interface CheckedPerson {
  readonly email: string;
  readonly email_key: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/**
 * The contacts of these people, each of them once, by the key of their mailbox; those who are not known are new. A person who has a name keeps it
 * unless `isRenaming`. Nobody of them may have been erased.
 */
export async function savePeople(
  tx: WriteTransaction,
  organiserId: number,
  people: readonly CheckedPerson[],
  isRenaming: boolean,
): Promise<ReadonlyMap<string, ContactRow>> {
  const wanted = new Map(people.map((person) => [person.email_key, person]));
  const known = await listContactsByEmailKey(tx, organiserId, [...wanted.keys()]);
  const saved = new Map<string, ContactRow>();
  for (const contact of known) {
    const person = wanted.get(contact.email_key ?? '');
    if (person === undefined) continue;
    const named = await nameContact(tx, contact, person, isRenaming);
    saved.set(person.email_key, named);
  }
  const fresh = [...wanted.values()].filter(({ email_key }) => !saved.has(email_key));
  const inserted = await insertContacts(
    tx,
    fresh.map(({ email, email_key, first_name, last_name }) => ({
      organiser_id: organiserId,
      email,
      email_key,
      first_name,
      last_name,
    })),
  );
  for (const contact of inserted) saved.set(contact.email_key ?? '', contact);
  return saved;
}

async function nameContact(
  tx: WriteTransaction,
  contact: ContactRow,
  { first_name, last_name }: CheckedPerson,
  isRenaming: boolean,
): Promise<ContactRow> {
  const isNamed = contact.first_name !== null || contact.last_name !== null;
  const isNaming = first_name !== null || last_name !== null;
  if (!isNaming || (isNamed && !isRenaming)) return contact;
  return applyTexts(tx, contact, { first_name, last_name, mobile: undefined });
}
