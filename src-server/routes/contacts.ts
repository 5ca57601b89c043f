import { routeTable } from '../../shared/contract/route-table.ts';
import { MICROS_PER_DAY } from '../../shared/instant.ts';
import { answerList } from '../http/answer-list.ts';
import { notFound } from '../http/api-error.ts';
import type { Call, Operate } from '../http/call.ts';
import { renderErrorBody } from '../http/error-body.ts';
import { describeRefusal } from '../http/error-handler.ts';
import { runOnce, type RanOnce } from '../http/idempotency.ts';
import { parseListQuery, wantsDeleted } from '../http/list-query.ts';
import { compileBody } from '../http/validate-body.ts';
import { upsertContact as upsert, type ContactUpsert } from '../services/contacts.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { DomainError } from '../services/domain-error.ts';
import { contactResource } from '../services/reads/contact-resource.ts';
import { readContact as findContact } from '../services/reads/read-one.ts';
import { selectContacts } from '../services/reads/select-lists.ts';

const REMEMBERED_MICROS = MICROS_PER_DAY;
const validate = compileBody(routeTable.upsertContact.request);

export const listContacts: Operate = (call) =>
  call.database.read((tx) => {
    const query = parseListQuery(call.query, call.contract.query);
    const selection = selectContacts(call.caller, query);
    return answerList(call, tx, { name: 'contacts', selection, query });
  });

export const readContact: Operate = (call) =>
  call.database.read(async (tx) => {
    const contact = await findContact(tx, call.caller, {
      reference: call.param('reference'),
      includeDeleted: wantsDeleted(call.query, call.contract.query),
    });
    if (contact === null) throw notFound();
    parseListQuery(call.query, call.contract.query);
    return { status: 200, body: { data: contact } };
  });

export const upsertContact: Operate = (call) =>
  runOnce(call, {
    validate,
    rememberMicros: REMEMBERED_MICROS,
    work: (tx, body) => upsertOnce(call, tx, body),
  });

/** That a person was erased is an answer like any other: a repetition of the key gets it again. */
async function upsertOnce(call: Call, tx: WriteTransaction, body: ContactUpsert): Promise<RanOnce> {
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
}
