import type { Contact } from '../../shared/contract/resources.ts';
import { routeTable } from '../../shared/contract/route-table.ts';
import { emailKey } from '../../shared/email-key.ts';
import { formatInstant, MICROS_PER_DAY } from '../../shared/instant.ts';
import { notFound } from '../http/api-error.ts';
import type { Operate } from '../http/call.ts';
import { renderErrorBody } from '../http/error-body.ts';
import { describeRefusal } from '../http/error-handler.ts';
import { withIdempotency } from '../http/idempotency.ts';
import { compileBody } from '../http/validate-body.ts';
import type { AccessScope } from '../repositories/access-scope.ts';
import type { ContactRow } from '../repositories/contacts.ts';
import { upsertContact as upsert } from '../services/contacts.ts';
import { DomainError } from '../services/domain-error.ts';
import { answerList } from './list.ts';
import { parseListQuery, wantsDeleted } from './list-query.ts';
import { readOne, rowSource, type Selection } from './rows.ts';
import { formatOrNull } from './summaries.ts';

const REMEMBERED_MICROS = MICROS_PER_DAY;
const validate = compileBody(routeTable.upsertContact.request);

export const listContacts: Operate = (call) =>
  answerList(call, () => {
    const query = parseListQuery(call.query, call.contract.query);
    const contacts = visibleContacts(call.caller, query);
    if (query.email === null) return { name: 'contacts', selection: contacts, query };
    const { partition: _many, ...few } = contacts;
    const where = { ...few.where, email_key: emailKey(query.email) };
    return { name: 'contacts', selection: { ...few, where }, query };
  });

export const readContact: Operate = (call) =>
  call.database.read(async (tx) => {
    const includeDeleted = wantsDeleted(call.query, call.contract.query);
    const contacts = visibleContacts(call.caller, { includeDeleted });
    const contact = await readOne(tx, contacts, call.param('reference'));
    if (contact === null) throw notFound();
    parseListQuery(call.query, call.contract.query);
    return { status: 200, body: { data: contact } };
  });

/** That a person was erased is an answer like any other: a repetition of the key gets it again. */
export const upsertContact: Operate = (call) =>
  withIdempotency(call, REMEMBERED_MICROS, async (tx) => {
    const body = validate(call.json);
    try {
      const { contact, created } = await upsert(tx, call.caller.organiserId, body);
      return {
        status: created ? 201 : 200,
        body: { data: contactResource(contact) },
        contactId: contact.id,
      };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'contacts.erased') throw error;
      const refusal = describeRefusal(error);
      return {
        status: refusal.status,
        body: renderErrorBody(refusal, call.requestId),
        contactId: null,
      };
    }
  });

const contactRows = rowSource('contacts', (db, ids) =>
  db.selectFrom('contacts').selectAll().where('id', 'in', ids),
);

/** Contacts belong to the organiser, not to an event: a client limited to events sees them all. */
function visibleContacts(
  { organiserId }: AccessScope,
  { includeDeleted }: { readonly includeDeleted: boolean },
): Selection<'contacts', ContactRow, Contact> {
  return {
    source: contactRows,
    where: { organiser_id: organiserId, erased_at: includeDeleted ? undefined : null },
    partition: 'organiser_id',
    toResources: (_tx, rows) => rows.map(contactResource),
  };
}

export function contactResource(row: ContactRow): Contact {
  return {
    reference: row.reference,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    mobile: row.mobile,
    unsubscribed_at: formatOrNull(row.unsubscribed_at),
    is_erased: row.erased_at !== null,
    erased_at: formatOrNull(row.erased_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
