import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import {
  eachText,
  eachWritable,
  type Contact,
  contactRoutes,
} from '../../../shared/resources/contacts.ts';
import { CONTACT_KEY_DAYS } from '../../../shared/contract/retention.ts';
import type { ContactRow } from '../../store/contacts.ts';
import { mailboxKey } from '../../database/mailbox-key.ts';
import { formatInstant, MICROS_PER_DAY } from '../../../shared/instant.ts';
import { notFound, type FieldErrors } from '../../http/errors/api-error.ts';
import type { Handler, HandlersOf } from '../../http/request-context.ts';
import { renderErrorBody } from '../../http/errors/error-body.ts';
import { checkField, fromDomainError } from '../../http/error-handler.ts';
import { withIdempotency } from '../../http/idempotency.ts';
import { compileBody } from '../../http/bodies/validate-body.ts';
import type { AccessScope } from '../../store/access/access-scope.ts';
import { checkContactText, saveContact } from '../../domain/contacts/contacts.ts';
import { DomainError } from '../../rules/domain-error.ts';
import { parseEmail } from '../../rules/email.ts';
import { respondWithList } from '../lists/list.ts';
import { parseListQuery, wantsDeleted } from '../lists/list-parameters.ts';
import { readOne, listSource, type Selection } from '../lists/list-rows.ts';
import { formatOrNull } from './summaries.ts';

const REMEMBERED_MICROS = CONTACT_KEY_DAYS * MICROS_PER_DAY;
const validate = compileBody(contactRoutes.upsertContact.request);
const Fields = Compile(Type.Record(Type.String(), Type.Unknown()));

const listContacts: Handler = (context) =>
  respondWithList(context, () => {
    const query = parseListQuery(context.query, context.contract.query);
    const contacts = visibleContacts(context.caller, query);
    if (query.email === null) return { name: 'contacts', selection: contacts, query };
    const { partition: _many, ...few } = contacts;
    const where = { ...few.where, email_key: mailboxKey(query.email) };
    return { name: 'contacts', selection: { ...few, where }, query };
  });

const readContact: Handler = (context) =>
  context.database.read(async (tx) => {
    const includeDeleted = wantsDeleted(context.query, context.contract.query);
    const contacts = visibleContacts(context.caller, { includeDeleted });
    const contact = await readOne(tx, contacts, context.param('reference'));
    if (contact === null) throw notFound();
    parseListQuery(context.query, context.contract.query);
    return { status: 200, body: { data: contact } };
  });

/** The refusal of an erased person is stored like any other response, so a repeated key gets it again. */
const upsertContact: Handler = (context) =>
  withIdempotency(context, { rememberMicros: REMEMBERED_MICROS }, async (tx) => {
    const { json } = context;
    const body = validate(json, await errorsOfTexts(json));
    try {
      const { contact, created } = await saveContact(tx, context.caller.organiserId, body);
      return {
        status: created ? 201 : 200,
        body: { data: contactResource(contact) },
        contactId: contact.id,
      };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'contacts.erased') throw error;
      const refusal = fromDomainError(error);
      return {
        status: refusal.status,
        body: renderErrorBody(refusal, context),
        contactId: null,
      };
    }
  });

export const contactHandlers: HandlersOf<typeof contactRoutes> = {
  listContacts,
  readContact,
  upsertContact,
};

/** What is wrong with the values of fields whose form is right. */
async function errorsOfTexts(json: unknown): Promise<FieldErrors> {
  const sent = new Map(Object.entries(Fields.Check(json) ? json : {}));
  const check = (name: string, read: (text: string) => unknown) => {
    const text = sent.get(name);
    return checkField(() => (typeof text === 'string' ? read(text) : null));
  };
  const texts = eachWritable((name) => check(name, (text) => checkContactText(name, text)));
  const checked = await Promise.all([check('email', parseEmail), ...Object.values(texts)]);
  return Object.assign({}, ...checked.map(({ errors }) => errors));
}

const contactRows = listSource('contacts', (db, ids) =>
  db.selectFrom('contacts').selectAll().where('id', 'in', ids),
);

/** Contacts belong to the organiser, not to an event, so a client limited to events sees all of them. */
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
    ...eachText((column) => row[column]),
    unsubscribed_at: formatOrNull(row.unsubscribed_at),
    is_erased: row.erased_at !== null,
    erased_at: formatOrNull(row.erased_at),
    created_at: formatInstant(row.created_at),
    updated_at: formatInstant(row.updated_at),
  };
}
