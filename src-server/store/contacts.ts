import { eachPersonal, type WritableColumn } from '../../shared/resources/contacts.ts';
import { prepareQuery, type AmongParameter, type Parameter } from '../database/prepared-query.ts';
import type { Changes, Row } from '../database/schema.ts';
import type { ReadTransaction, WriteTransaction } from '../database/transaction.ts';
import { nameWords } from './lists/name-words.ts';
import { findByReference, getById, listByIds, newRow, updateById } from './rows.ts';

export type ContactRow = Row<'contacts'>;

export type NewContact = Pick<ContactRow, 'organiser_id' | 'email' | 'email_key'> &
  Partial<Pick<ContactRow, WritableColumn>>;

/** Columns that are not given are null. */
export async function insertContact(
  tx: WriteTransaction,
  contact: NewContact,
): Promise<ContactRow> {
  const row = await tx.insert('contacts', contactRow(tx, contact));
  insertWords(tx, [row]);
  return row;
}

/** Likewise; returns them in order. */
export async function insertContacts(
  tx: WriteTransaction,
  contacts: readonly NewContact[],
): Promise<readonly ContactRow[]> {
  const rows = await tx.insertAll(
    'contacts',
    contacts.map((contact) => contactRow(tx, contact)),
  );
  insertWords(tx, rows);
  return rows;
}

function contactRow(tx: WriteTransaction, contact: NewContact): Omit<ContactRow, 'id'> {
  const columns = { ...eachPersonal(() => null), ...contact };
  return {
    ...newRow(tx, 'contact'),
    ...columns,
    erased_at: null,
    name_words: nameWords(columns),
  };
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

interface Mailboxes {
  readonly organiserId: number;
  readonly keys: readonly string[];
}

const byMailboxes = prepareQuery(
  (db, $: Parameter<Mailboxes>, isAmong: AmongParameter<Mailboxes>) =>
    db
      .selectFrom('contacts')
      .selectAll()
      .where('organiser_id', '=', $('organiserId'))
      .where(isAmong('email_key', 'keys')),
);

/** The organiser's contacts with these mailboxes. */
export function listContactsByEmailKey(
  tx: ReadTransaction,
  organiserId: number,
  keys: readonly string[],
): Promise<readonly ContactRow[]> {
  return tx.all(byMailboxes, { organiserId, keys });
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
  insertWords(tx, [updated]);
  return updated;
}

function insertWords(tx: WriteTransaction, rows: readonly ContactRow[]): void {
  tx.append(
    'contact_words',
    rows.flatMap(({ id, organiser_id, name_words }) =>
      (name_words?.split(' ') ?? []).map((word) => ({ organiser_id, word, contact_id: id })),
    ),
  );
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

export async function isAnyErased(tx: ReadTransaction, organiserId: number): Promise<boolean> {
  const row = await tx.db
    .selectFrom('erased_emails')
    .select('created_at')
    .where('organiser_id', '=', organiserId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the hashes that are of an erased person of the organiser. */
export async function listErasedHashes(
  tx: ReadTransaction,
  organiserId: number,
  hashes: readonly Buffer[],
): Promise<readonly Buffer[]> {
  const rows = await tx.db
    .selectFrom('erased_emails')
    .select('email_hash')
    .where('organiser_id', '=', organiserId)
    .where('email_hash', 'in', hashes)
    .execute();
  return rows.map(({ email_hash }) => email_hash);
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

/** Numbers that the person's orders, or the tickets they hold, have in the system they were imported from. */
export function listExternalIds(
  tx: ReadTransaction,
  table: 'orders' | 'tickets',
  contactId: number,
): Promise<readonly { readonly id: number; readonly external_id: string }[]> {
  return tx.db
    .selectFrom(table)
    .select(['id', 'external_id'])
    .where('contact_id', '=', contactId)
    .where('external_id', 'is not', null)
    .$narrowType<{ external_id: string }>()
    .execute();
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
