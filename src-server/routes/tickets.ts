import type { Scope } from '../../shared/contract/scopes.ts';
import { answerList } from '../http/answer-list.ts';
import { notFound } from '../http/api-error.ts';
import type { Call, Operate } from '../http/call.ts';
import { parseListQuery, wantsDeleted } from '../http/list-query.ts';
import { readTicket as findTicket } from '../services/reads/read-one.ts';
import { selectTickets } from '../services/reads/select-lists.ts';
import { requireEvent } from './visible-event.ts';

/** Either lets a client see the emails of ticket holders; a station without them gets names only (scanner surface). */
const emailScopes: readonly Scope[] = ['tickets:read', 'contacts:read'];

export const listTickets: Operate = (call) =>
  call.database.read(async (tx) => {
    const event = await requireEvent(call, tx);
    const query = parseListQuery(call.query, call.contract.query);
    const selection = await selectTickets(tx, event, {
      includeDeleted: query.includeDeleted,
      status: query.status,
      order: query.order,
      withAnswers: query.includeAnswers && seesAnswers(call),
      withEmail: seesEmail(call),
    });
    if (selection === null) throw notFound();
    return answerList(call, tx, { name: `tickets of ${event.reference}`, selection, query });
  });

export const readTicket: Operate = (call) =>
  call.database.read(async (tx) => {
    const ticket = await findTicket(tx, call.caller, {
      reference: call.param('reference'),
      includeDeleted: wantsDeleted(call.query, call.contract.query),
      withAnswers: seesAnswers(call),
      withEmail: seesEmail(call),
    });
    if (ticket === null) throw notFound();
    parseListQuery(call.query, call.contract.query);
    return { status: 200, body: { data: ticket } };
  });

function seesAnswers({ caller }: Call): boolean {
  return caller.scopes.includes('tickets:read');
}

function seesEmail({ caller }: Call): boolean {
  return emailScopes.some((scope) => caller.scopes.includes(scope));
}
