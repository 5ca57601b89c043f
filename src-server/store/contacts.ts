import { eachPersonal, type WritableColumn } from '../../shared/resources/contacts.ts';
import type { Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { findByReference, getById, newRow, updateById } from './rows.ts';

export type ContactRow = Row<'contacts'>;

/** Columns that are not given are null. */
export function insertContact(
  tx: WriteTransaction,
  contact: Pick<ContactRow, 'organiser_id' | 'email' | 'email_key'> &
    Partial<Pick<ContactRow, WritableColumn>>,
): Promise<ContactRow> {
  return tx.insert('contacts', {
    ...newRow(tx, 'contact'),
    ...eachPersonal(() => null),
    ...contact,
    erased_at: null,
  });
}

export const findContact = findByReference('contacts');

export const getContact = getById('contacts');

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

export const updateContact = updateById('contacts');

/** Removes everything that says who it was; the row stays, and says since when. */
export function eraseContactData(tx: WriteTransaction, id: number): Promise<ContactRow> {
  return updateContact(tx, id, { ...eachPersonal(() => null), erased_at: tx.now });
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

/** A filter that is undefined leaves nothing out. */
export interface ContactChoice {
  readonly organiserId: number;
  readonly emailKey: string | undefined;
  readonly limit: number;
}

/** Newest first, without erased people. */
export function listChosenContacts(
  tx: ReadTransaction,
  { organiserId, emailKey, limit }: ContactChoice,
): Promise<readonly ContactRow[]> {
  const contacts = tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('organiser_id', '=', organiserId)
    .where('erased_at', 'is', null);
  const chosen = emailKey === undefined ? contacts : contacts.where('email_key', '=', emailKey);
  return chosen.orderBy('id', 'desc').limit(limit).execute();
}
