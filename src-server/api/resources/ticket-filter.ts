import { sql } from 'kysely';
import { queryParameters } from '../../../shared/contract/query.ts';
import { errorMessages } from '../../../shared/contract/errors.ts';
import { mailboxKey } from '../../database/mailbox-key.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { notFound, validationFailed } from '../../http/errors/api-error.ts';
import { findContact, listContactsByEmailKey } from '../../store/contacts.ts';
import type { EventRow } from '../../store/events.ts';
import { fewWhere, type Condition, type Few } from '../../store/lists/read-list.ts';
import { seekTickets } from '../../store/lists/seek.ts';
import { fewAdmitted, isAdmitted } from '../../store/lists/walk-tickets.ts';
import { findSession } from '../../store/sessions.ts';
import { findTicketType } from '../../store/ticket-types.ts';
import type { ParsedListQuery } from '../lists/list-parameters.ts';
import type { Filter, Where } from '../lists/list-rows.ts';

interface TicketFilter {
  readonly where: Where<'tickets'>;
  readonly filter: Filter<'tickets'>;
}

/**
 * What the filters of an event's tickets leave, beyond its order, one status and one code: a list of few rows where any filter, or the event,
 * has few. Null without such a filter. Throws `resource.not_found` for what the event, or its organiser, does not have.
 */
export async function filterTickets(
  tx: ReadTransaction,
  event: EventRow,
  query: ParsedListQuery,
): Promise<TicketFilter | null> {
  const { contact, email, ticketType, session, isCheckedIn, search, statuses } = query;
  const several = (statuses?.length ?? 0) > 1;
  const given = [contact, email, ticketType, session, isCheckedIn, search];
  if (given.every((one) => one === null) && !several) return null;
  const where: Where<'tickets'> = {
    ticket_type_id: await rowOfEvent(tx, event, findTicketType, ticketType),
    session_id: await rowOfEvent(tx, event, findSession, session),
    contact_id: await holderOf(tx, event, query),
  };
  const conditions: Record<string, Condition> = {};
  // No index is sought by it: they are in another order.
  if (several) {
    const names = sql.join((statuses ?? []).map((status) => sql.lit(status)));
    conditions[`status ${statuses?.join(' ')}`] = sql`k.status || '' in (${names})`;
  }
  if (isCheckedIn !== null) conditions[`checked in ${isCheckedIn}`] = isAdmitted(isCheckedIn);
  const few = await fewOf(tx, event, { where, isCheckedIn, search });
  const by = ticketType !== null ? 'ticket_type_id' : session !== null ? 'session_id' : 'event_id';
  return { where, filter: { few, by, conditions, isByScans: isCheckedIn !== null } };
}

/** By number; undefined without a reference. */
async function rowOfEvent(
  tx: ReadTransaction,
  event: EventRow,
  find: (
    tx: ReadTransaction,
    reference: string,
  ) => Promise<{ readonly id: number; readonly event_id: number } | undefined>,
  reference: string | null,
): Promise<number | undefined> {
  if (reference === null) return undefined;
  const row = await find(tx, reference);
  if (row?.event_id !== event.id) throw notFound();
  return row.id;
}

/** No row has 0: nobody has the email, or somebody else than the contact. */
async function holderOf(
  tx: ReadTransaction,
  { organiser_id }: EventRow,
  { contact, email }: ParsedListQuery,
): Promise<number | undefined> {
  const named = contact === null ? undefined : await findContact(tx, contact);
  if (contact !== null && named?.organiser_id !== organiser_id) throw notFound();
  if (email === null) return named?.id;
  const [holder] = await listContactsByEmailKey(tx, organiser_id, [mailboxKey(email)]);
  const written = holder?.id ?? 0;
  return named === undefined || named.id === written ? written : 0;
}

/** The rows of the filter with few; null if none has. Throws `validation.failed` for a search that finds too many. */
async function fewOf(
  tx: ReadTransaction,
  { id, organiser_id }: EventRow,
  {
    where,
    isCheckedIn,
    search,
  }: {
    readonly where: Where<'tickets'>;
    readonly isCheckedIn: boolean | null;
    readonly search: string | null;
  },
): Promise<readonly number[] | null> {
  if (search !== null) {
    const { few } = await seekTickets(tx, { organisers: [organiser_id], events: [id] }, search);
    if (few === undefined || few.isCut) {
      throw validationFailed({ q: [errorMessages.fieldMustBe('q', queryParameters.q.rule)] });
    }
    return few.ids;
  }
  const { contact_id, session_id, ticket_type_id } = where;
  for (const condition of [
    contact_id === undefined ? null : sql<boolean>`k.contact_id = ${contact_id}`,
    session_id === undefined ? null : sql<boolean>`k.session_id = ${session_id}`,
    ticket_type_id === undefined ? null : sql<boolean>`k.ticket_type_id = ${ticket_type_id}`,
    sql<boolean>`k.event_id = ${id}`,
  ]) {
    const few: Few | undefined =
      condition === null ? undefined : await fewWhere(tx, 'tickets', condition);
    if (few !== undefined) return few.ids;
  }
  return isCheckedIn === true ? ((await fewAdmitted(tx, [id]))?.ids ?? null) : null;
}
