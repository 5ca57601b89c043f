import { createHmac } from 'node:crypto';
import { apiErrors } from '../../shared/contract/errors.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { eraseAnswers } from '../store/answers.ts';
import {
  deleteContactReplies,
  findContact,
  insertContact,
  insertErasedEmail,
  isEmailErased,
  lockContactByEmailKey,
  eraseContactData,
  updateContact,
  type ContactRow,
} from '../store/contacts.ts';
import { keyOf } from '../store/keys.ts';
import { touchContactOrders } from '../store/orders.ts';
import { touchTickets } from '../store/tickets.ts';
import { eraseWaitlistEmail } from '../store/waitlist.ts';
import { erasePerson } from '../webhooks/store/erase-person.ts';
import { checkLength } from './checks.ts';
import { DomainError, requireFound } from './domain-error.ts';
import { parseEmail } from './email.ts';
import { concealExternalIds } from './orders/external-ids.ts';
import { offerNext } from './waitlist/offer-places.ts';

/** Only fields that are present are set; null clears. `email` only identifies the contact (§4.4). */
export interface ContactUpsert {
  readonly email: string;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
  readonly mobile?: string | null;
}

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
  for (const field of ['first_name', 'last_name', 'mobile'] as const) {
    checkLength(field, input[field] ?? '');
  }
  const existing = await lockContactByEmailKey(tx, organiserId, email.key);
  if (existing !== undefined) {
    return { contact: await applyFields(tx, existing, input), created: false };
  }
  await refuseErased(tx, organiserId, email.key);
  const contact = await insertContact(tx, {
    organiser_id: organiserId,
    email: email.spelling,
    email_key: email.key,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    mobile: input.mobile ?? null,
  });
  return { contact, created: true };
}

/** Tickets show their holder, so their `updated_at` changes too. */
async function applyFields(
  tx: WriteTransaction,
  contact: ContactRow,
  input: ContactUpsert,
): Promise<ContactRow> {
  const fields = {
    first_name: input.first_name === undefined ? contact.first_name : input.first_name,
    last_name: input.last_name === undefined ? contact.last_name : input.last_name,
    mobile: input.mobile === undefined ? contact.mobile : input.mobile,
  };
  const renamed =
    fields.first_name !== contact.first_name || fields.last_name !== contact.last_name;
  if (!renamed && fields.mobile === contact.mobile) return contact;
  const updated = await updateContact(tx, contact.id, fields);
  if (renamed) await touchTickets(tx, 'contact_id', contact.id);
  return updated;
}

/**
 * Erases a person under a data-protection request (§2.8): the contact becomes a stub, the answers of their orders and tickets
 * become null, stored replies and webhook deliveries about them are forgotten, external ids of their orders are concealed, and a keyed
 * hash of the email keeps them from being recreated.
 */
export async function eraseContact(tx: WriteTransaction, reference: string): Promise<ContactRow> {
  const contact = requireFound(await findContact(tx, reference), 'contact', reference);
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
  await deleteContactReplies(tx, contact.id);
  await touchTickets(tx, 'contact_id', contact.id);
  await touchContactOrders(tx, contact.id);
  return eraseContactData(tx, contact.id);
}

/** Throws `contacts.erased` if the email, in any spelling, belonged to an erased person. */
export async function refuseErased(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<void> {
  const hash = await hashEmail(tx, organiserId, emailKey);
  if (!(await isEmailErased(tx, organiserId, hash))) return;
  throw new DomainError('contacts.erased', apiErrors['contacts.erased'].message, 'email');
}

async function hashEmail(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<Buffer> {
  const key = await keyOf(tx, 'erased_emails');
  return createHmac('sha256', key).update(`${organiserId}:${emailKey}`).digest();
}
