import { createHmac } from 'node:crypto';
import {
  contactColumns,
  eachWritable,
  type WritableColumn,
} from '../../../shared/resources/contacts.ts';
import { apiErrors } from '../../../shared/contract/errors.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { eraseAnswers } from '../../store/answers.ts';
import {
  deleteContactReplies,
  insertContact,
  insertErasedEmail,
  isAnyErased,
  isEmailErased,
  listErasedHashes,
  lockContactByEmailKey,
  eraseContactData,
  updateContact,
  type ContactRow,
} from '../../store/contacts.ts';
import { keyOf } from '../../store/access/keys.ts';
import { touchContactOrders } from '../../store/orders.ts';
import { eraseDoorNotes } from '../../store/releases.ts';
import { touchTickets } from '../../store/tickets.ts';
import { eraseWaitlistEmail } from '../../store/waitlist.ts';
import { erasePerson } from '../../webhooks/store/erase-person.ts';
import { checkOptionalLine } from '../../rules/checks.ts';
import { DomainError, invalid, wrongState } from '../../rules/domain-error.ts';
import { parseEmail, type Email } from '../../rules/email.ts';
import { concealExternalIds } from './external-ids.ts';
import { offerNext } from '../places/offer-places.ts';
import { requireContact } from '../../rules/require-row.ts';

/** Only fields that are present are set; null clears, and so does a text without anything to see. `email` only identifies the contact (§4.4). */
export type ContactUpsert = { readonly email: string } & {
  readonly [Column in WritableColumn]?: string | null;
};

/** Who holds a ticket: a person with an email, or one of whom only the name is known, who is never taken for another of that name. */
export type HolderInput = ContactUpsert | NamedHolder;

export type NamedHolder = { readonly email: null } & {
  readonly [Column in WritableColumn]?: string | null;
};

export interface UpsertedContact {
  readonly contact: ContactRow;
  readonly created: boolean;
}

/** Creates or updates a contact. Without a change, `updated_at` stays. Throws `contacts.erased` for an erased person. */
export async function saveContact(
  tx: WriteTransaction,
  organiserId: number,
  input: ContactUpsert,
): Promise<UpsertedContact> {
  const email = parseEmail(input.email);
  const texts = eachWritable((column) => checkContactText(column, input[column]));
  const existing = await lockContactByEmailKey(tx, organiserId, email.key);
  if (existing !== undefined) {
    return { contact: await applyTexts(tx, existing, texts), created: false };
  }
  await refuseErased(tx, organiserId, email);
  const contact = await insertContact(tx, {
    organiser_id: organiserId,
    email: email.spelling,
    email_key: email.key,
    ...eachWritable((column) => texts[column] ?? null),
  });
  return { contact, created: true };
}

/** The contact with the email; without one, a new contact. Throws `validation.failed` without either an email or a name. */
export async function saveHolder(
  tx: WriteTransaction,
  organiserId: number,
  input: HolderInput,
): Promise<ContactRow> {
  const { email } = input;
  if (email !== null) return (await saveContact(tx, organiserId, { ...input, email })).contact;
  const texts = eachWritable((column) => checkContactText(column, input[column]) ?? null);
  if (texts.first_name === null && texts.last_name === null) {
    throw invalid('holder', 'Expected the holder to have an email or a name.');
  }
  return insertContact(tx, { organiser_id: organiserId, email: null, email_key: null, ...texts });
}

/** Changes the texts that are given. Throws `transition.impossible` for an erased person. */
export async function updateContactTexts(
  tx: WriteTransaction,
  reference: string,
  given: { readonly [Column in WritableColumn]?: string | null },
): Promise<ContactRow> {
  const contact = await requireContact(tx, reference);
  if (contact.erased_at !== null) throw wrongState(`person ${reference}`, 'erased');
  const texts = eachWritable((column) => checkContactText(column, given[column]));
  return applyTexts(tx, contact, texts);
}

/** Undefined leaves the column as it is. Throws `validation.failed`. */
export function checkContactText(
  column: WritableColumn,
  text: string | null | undefined,
): string | null | undefined {
  return typeof text === 'string'
    ? checkOptionalLine(column, text, contactColumns[column].maxLength)
    : text;
}

/** Tickets show their holder, so their `updated_at` changes too. */
export async function applyTexts(
  tx: WriteTransaction,
  contact: ContactRow,
  given: Readonly<Record<WritableColumn, string | null | undefined>>,
): Promise<ContactRow> {
  const texts = eachWritable((column) =>
    given[column] === undefined ? contact[column] : given[column],
  );
  const isSame = eachWritable((column) => texts[column] === contact[column]);
  if (!Object.values(isSame).includes(false)) return contact;
  const updated = await updateContact(tx, contact, texts);
  const renamed = !isSame.first_name || !isSame.last_name;
  if (renamed) await touchTickets(tx, 'contact_id', contact.id);
  tx.emit({
    organiser_id: contact.organiser_id,
    event_id: null,
    name: 'contact.updated',
    data: { contact: contact.reference, updated_at: updated.updated_at },
  });
  return updated;
}

/**
 * Erases a person under a data-protection request (§2.8): the contact becomes a stub, the answers of their orders and tickets
 * become null, stored replies and webhook deliveries about them are forgotten, external ids of their orders are concealed, and a keyed
 * hash of the email keeps them from being recreated.
 */
export async function eraseContact(tx: WriteTransaction, reference: string): Promise<ContactRow> {
  const contact = await requireContact(tx, reference);
  if (contact.erased_at !== null) return contact;
  if (contact.email_key !== null) {
    const hash = await hashEmail(tx, contact.organiser_id, contact.email_key);
    await insertErasedEmail(tx, contact.organiser_id, hash);
    await erasePerson(tx, contact.organiser_id, contact.email_key);
    const left = await eraseWaitlistEmail(tx, contact.organiser_id, contact.email_key);
    for (const entry of left) await offerNext(tx, entry);
  }
  await eraseAnswers(tx, contact.id);
  await concealExternalIds(tx, contact.id);
  await eraseDoorNotes(tx, contact.id);
  await deleteContactReplies(tx, contact.id);
  await touchTickets(tx, 'contact_id', contact.id);
  await touchContactOrders(tx, contact.id);
  const erased = await eraseContactData(tx, contact);
  tx.emit({
    organiser_id: contact.organiser_id,
    event_id: null,
    name: 'contact.erased',
    data: { contact: contact.reference, erased_at: erased.erased_at ?? tx.now },
  });
  return erased;
}

/** Throws `contacts.erased` if the mailbox, in any spelling, belonged to an erased person. */
export async function refuseErased(
  tx: WriteTransaction,
  organiserId: number,
  { key }: Email,
): Promise<void> {
  if (!(await isEmailErased(tx, organiserId, await hashEmail(tx, organiserId, key)))) return;
  throw new DomainError('contacts.erased', apiErrors['contacts.erased'].message, 'email');
}

/** Those of the mailboxes' keys that belonged to erased people. `key` is the installation's for erased emails. */
export async function erasedAmong(
  tx: ReadTransaction,
  key: Buffer,
  organiserId: number,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (emailKeys.length === 0 || !(await isAnyErased(tx, organiserId))) return new Set();
  const hashes = emailKeys.map((emailKey) => hashWith(key, organiserId, emailKey));
  const erased = await listErasedHashes(tx, organiserId, hashes);
  return new Set(
    emailKeys.filter((_, at) => erased.some((hash) => hashes[at]?.equals(hash) === true)),
  );
}

async function hashEmail(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<Buffer> {
  return hashWith(await keyOf(tx, 'erased_emails'), organiserId, emailKey);
}

function hashWith(key: Buffer, organiserId: number, emailKey: string): Buffer {
  return createHmac('sha256', key).update(`${organiserId}:${emailKey}`).digest();
}
