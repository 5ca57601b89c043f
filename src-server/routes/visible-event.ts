import { notFound } from '../http/api-error.ts';
import type { Call } from '../http/call.ts';
import { wantsDeleted } from '../http/list-query.ts';
import type { ReadTransaction } from '../database/transaction.ts';
import { findVisibleEvent, type EventRow } from '../services/reads/find-event.ts';

/** The event in the path. Throws `resource.not_found` for whatever this client may not see, before anything else is judged. */
export async function requireEvent(call: Call, tx: ReadTransaction): Promise<EventRow> {
  const event = await findVisibleEvent(tx, call.caller, {
    key: call.param('eventKey'),
    includeDeleted: wantsDeleted(call.query, call.contract.query),
  });
  if (event === null) throw notFound();
  return event;
}
