import { eachPersonal, type WritableColumn } from '../../shared/resources/contacts.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { nameWords } from './lists/name-words.ts';
import { findByReference, getById, listByIds, newRow, updateById } from './rows.ts';

export type ContactRow = Row<'contacts'>;

/** Columns that are not given are null. */
export async function insertContact(
  tx: WriteTransaction,
  contact: Pick<ContactRow, 'organiser_id' | 'email' | 'email_key'> &
    Partial<Pick<ContactRow, WritableColumn>>,
): Promise<ContactRow> {
  const columns = { ...eachPersonal(() => null), ...contact };
  const name_words = nameWords(columns);
  const row = await tx.insert('contacts', {
    ...newRow(tx, 'contact'),
    ...columns,
    erased_at: null,
    name_words,
  });
  await insertWords(tx, row);
  return row;
}

export const findContact = findByReference('contacts');

export const getContact = getById('contacts');

export const listContacts = listByIds('contacts');

/** Locked: the contact cannot be erased before the transaction ends. */
export function lockContactByEmailKey(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<ContactRow | undefined> {
  return tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('email_key', '=', emailKey)
    .forUpdate()
    .executeTakeFirst();
}

const updateColumns = updateById('contacts');

export async function updateContact(
  tx: WriteTransaction,
  contact: ContactRow,
  changes: Pick<ContactRow, WritableColumn> & Changes<'contacts'>,
): Promise<ContactRow> {
  const name_words = nameWords(changes);
  const updated = await updateColumns(tx, contact.id, { ...changes, name_words });
  if (name_words === contact.name_words) return updated;
  if (contact.name_words !== null) {
    await tx.db
      .deleteFrom('contact_words')
      .where('organiser_id', '=', contact.organiser_id)
      .where('word', 'in', contact.name_words.split(' '))
      .where('contact_id', '=', contact.id)
      .execute();
  }
  await insertWords(tx, updated);
  return updated;
}

async function insertWords(
  tx: WriteTransaction,
  { id, organiser_id, name_words }: ContactRow,
): Promise<void> {
  if (name_words === null) return;
  const words = name_words.split(' ').map((word) => ({ organiser_id, word, contact_id: id }));
  await tx.db.insertInto('contact_words').values(words).execute();
}

/** Removes everything that says who it was; the row stays, and says since when. */
export function eraseContactData(tx: WriteTransaction, contact: ContactRow): Promise<ContactRow> {
  return updateContact(tx, contact, { ...eachPersonal(() => null), erased_at: tx.now });
}

export async function isEmailErased(
  tx: ReadTransaction,
  organiserId: number,
  emailHash: Buffer,
): Promise<boolean> {
  const row = await tx.db
    .selectFrom('erased_emails')
    .select('created_at')
    .where('organiser_id', '=', organiserId)
    .where('email_hash', '=', emailHash)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertErasedEmail(
  tx: WriteTransaction,
  organiserId: number,
  emailHash: Buffer,
): Promise<void> {
  await tx.db
    .insertInto('erased_emails')
    .values({ organiser_id: organiserId, email_hash: emailHash, created_at: tx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deletes stored responses that hold the person's data; their idempotency keys count as new. */
export async function deleteContactReplies(tx: WriteTransaction, contactId: number): Promise<void> {
  await tx.db.deleteFrom('idempotency_keys').where('contact_id', '=', contactId).execute();
}

/** How many orders the person placed, and tickets they hold that were not superseded. */
export async function countOfContact(
  tx: ReadTransaction,
  contactId: number,
): Promise<{ readonly orders: number; readonly tickets: number }> {
  const counted = await tx.db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('orders')
        .select((of) => of.fn.countAll<number | string>().as('count'))
        .where('contact_id', '=', contactId)
        .as('orders'),
      eb
        .selectFrom('tickets')
        .select((of) => of.fn.countAll<number | string>().as('count'))
        .where('contact_id', '=', contactId)
        .where('deleted_at', 'is', null)
        .as('tickets'),
    ])
    .executeTakeFirstOrThrow();
  return { orders: Number(counted.orders), tickets: Number(counted.tickets) };
}
