import type { Instant } from '../../../shared/instant.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { getEvent } from '../../store/events.ts';
import {
  insertTicketType,
  updateTicketTypeRow,
  type TicketTypeRow,
} from '../../store/ticket-types.ts';
import { readTexts } from '../../store/rows.ts';
import { touchTickets } from '../../store/tickets.ts';
import { checkName, checkOrder, checkWhole } from '../../rules/checks.ts';
import { invalid } from '../../rules/domain-error.ts';
import { liveEvent } from './events.ts';
import { offerFreedPlaces } from '../places/offer-places.ts';
import { entryPointsColumn } from './locations.ts';
import { requireTicketType } from '../../rules/require-row.ts';

export interface TicketTypeInput {
  readonly name: string;
  /** Minor units of the event's currency. */
  readonly price: number;
  /** Null is unlimited. */
  readonly total: number | null;
  readonly is_active: boolean;
  readonly valid_from: Instant | null;
  readonly valid_until: Instant | null;
  readonly entry_points: readonly string[] | null;
  readonly re_entry: ReEntry;
}

export const ticketTypeDefaults = {
  total: null,
  is_active: true,
  valid_from: null,
  valid_until: null,
  entry_points: null,
  re_entry: 'none',
} as const;

export async function createTicketType(
  tx: WriteTransaction,
  event: string,
  input: TicketTypeInput,
): Promise<TicketTypeRow> {
  const { id } = await liveEvent(tx, event);
  return insertTicketType(tx, { event_id: id, ...(await checkTicketType(tx, id, input)) });
}

/**
 * If something changes that its tickets show or that admits them, their `updated_at` changes, so that stations fetch them again. A
 * larger total is offered to the waiting list.
 */
export async function updateTicketType(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<TicketTypeInput>,
): Promise<TicketTypeRow> {
  const current = await requireTicketType(tx, reference);
  const input = { ...inputOf(current), ...changes };
  if (input.total !== null && input.total < current.sold) {
    throw invalid('total', problem('sold', { sold: current.sold }));
  }
  const columns = await checkTicketType(tx, current.event_id, input);
  const updated = await updateTicketTypeRow(tx, current.id, columns);
  if (concernsTickets(current, updated)) await touchTickets(tx, 'ticket_type_id', current.id);
  if (updated.total !== current.total) {
    await offerFreedPlaces(tx, await getEvent(tx, updated.event_id));
  }
  return updated;
}

function concernsTickets(before: TicketTypeRow, after: TicketTypeRow): boolean {
  return (
    before.name !== after.name ||
    before.valid_from !== after.valid_from ||
    before.valid_until !== after.valid_until ||
    before.entry_points !== after.entry_points ||
    before.re_entry !== after.re_entry
  );
}

async function checkTicketType(tx: WriteTransaction, eventId: number, input: TicketTypeInput) {
  checkOrder('valid_until', input.valid_from, input.valid_until);
  return {
    name: checkName('name', input.name),
    price: checkWhole('price', input.price, 0),
    total: input.total === null ? null : checkWhole('total', input.total, 0),
    is_active: input.is_active ? 1 : 0,
    valid_from: input.valid_from,
    valid_until: input.valid_until,
    entry_points: await entryPointsColumn(tx, eventId, input.entry_points),
    re_entry: input.re_entry,
  } as const;
}

function inputOf(row: TicketTypeRow): TicketTypeInput {
  const { name, price, total, valid_from, valid_until, re_entry } = row;
  const entry_points = readTexts(row.entry_points);
  return {
    name,
    price,
    total,
    is_active: row.is_active === 1,
    valid_from,
    valid_until,
    entry_points,
    re_entry,
  };
}
