import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { MAX_SOLD_CODE_LENGTH } from '../../../shared/contract/limits.ts';
import type { Instant } from '../../../shared/instant.ts';
import { enrolmentHead } from '../../../shared/ticket-code/find-codes.ts';
import { soldCodeKey } from '../../../shared/ticket-code/sold-code.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { checkOrder, checkText, checkToken } from '../../rules/checks.ts';
import { invalid, invalidTransition } from '../../rules/domain-error.ts';
import type { EventRow } from '../../store/events.ts';
import { findTicketByCode } from '../../store/tickets.ts';
import { entryPointsColumn } from '../events/locations.ts';
import { saveHolder, type HolderInput } from '../contacts/contacts.ts';

/** What one ticket of a line has that the others have not. What is not given is as for any ticket. */
export interface TicketDetails {
  /** Under which it was sold elsewhere; unique in the event. */
  readonly code?: string | null;
  /** Its number there, which several tickets may share. */
  readonly external_id?: string | null;
  /** Null: the buyer. */
  readonly holder?: HolderInput | null;
  readonly valid_from?: Instant | null;
  readonly valid_until?: Instant | null;
  /** `loc_` references. */
  readonly entry_points?: readonly string[] | null;
}

const Stored = Type.Array(
  Type.Object({
    code: Type.Union([Type.String(), Type.Null()]),
    external_id: Type.Union([Type.String(), Type.Null()]),
    contact_id: Type.Union([Type.Integer(), Type.Null()]),
    valid_from: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
    valid_until: Type.Union([Type.Unsafe<Instant>(Type.Integer()), Type.Null()]),
    entry_points: Type.Union([Type.String(), Type.Null()]),
  }),
);
const StoredDetails = Compile(Stored);
export type StoredTicket = Static<typeof Stored>[number];

/** Checks what the tickets of a line get, and saves their holders. Throws `validation.failed` unless there is one for each. */
export async function saveTicketDetails(
  tx: WriteTransaction,
  event: EventRow,
  tickets: readonly TicketDetails[] | null,
  quantity: number,
): Promise<string | null> {
  if (tickets === null) return null;
  if (tickets.length !== quantity) {
    throw invalid('tickets', `Expected ${quantity} tickets, got ${tickets.length}.`);
  }
  const stored: StoredTicket[] = [];
  for (const { holder = null, ...ticket } of tickets) {
    const { code = null, external_id = null, valid_from = null, valid_until = null } = ticket;
    checkOrder('valid_until', valid_from, valid_until);
    stored.push({
      code: code === null ? null : checkSoldCode(code),
      external_id: external_id === null ? null : checkToken('external_id', external_id),
      contact_id: holder === null ? null : (await saveHolder(tx, event.organiser_id, holder)).id,
      valid_from,
      valid_until,
      entry_points: await entryPointsColumn(tx, event.id, ticket.entry_points ?? null),
    });
  }
  return JSON.stringify(stored);
}

/** What the column holds for each ticket of a line, in their order. */
export function readTicketDetails(column: string | null): readonly StoredTicket[] | null {
  return column === null ? null : StoredDetails.Parse(JSON.parse(column));
}

/** A code as sold elsewhere, as its barcode has it. Throws if no door could read it. */
export function checkSoldCode(code: string): string {
  const text = checkText('code', code.trim(), MAX_SOLD_CODE_LENGTH);
  if (soldCodeKey(text) === '') throw invalid('code', problem('empty', { field: 'the code' }));
  if (enrolmentHead.test(text)) throw invalid('code', "Expected a ticket's code, not a station's.");
  return text;
}

/** Throws `transition.impossible` if a ticket of the event has the code already. */
export async function refuseKnownCode(
  tx: WriteTransaction,
  eventId: number,
  code: string | null,
): Promise<void> {
  if (code === null) return;
  const known = await findTicketByCode(tx, eventId, code);
  if (known === undefined) return;
  throw invalidTransition(`The ticket ${known.reference} has the code "${code}" already.`);
}
