import { NOWHERE } from '../../domain/events/locations.ts';
import type { EventRow } from '../../store/events.ts';
import type { Cell } from './cells.ts';
import type { EventColumns } from './event-columns.ts';

/** What the import reads of them: `imports/columns/own-layout.ts`. */
export const ticketHeading = [
  'reference',
  'code',
  'status',
  'ticket_type',
  'ticket_type_name',
  'first_name',
  'last_name',
  'email',
  'seat_label',
  'session',
  'session_name',
  'session_starts_at',
  'valid_from',
  'valid_until',
  'entry_points',
  'entry_point_names',
  'door_note',
  'flags',
  'sold_code',
  'external_id',
  'order',
  'order_external_id',
  'buyer_email',
  'buyer_first_name',
  'buyer_last_name',
  'price',
  'currency',
  'code_issue',
  'created_at',
  'updated_at',
  'timezone',
] as const;

/** What a ticket's row says, by its column. */
export type TicketCells = Readonly<Record<(typeof ticketHeading)[number], Cell>>;

/** What every row of an event has in common. */
export interface TicketTable {
  readonly event: EventRow;
  /** Names by reference. */
  readonly entryPoints: ReadonlyMap<string, string>;
  readonly columns: EventColumns;
}

/** The cells of a row in the order of the heading; `added` are those of the event's own columns. */
export function ticketRow(cells: TicketCells, added: readonly Cell[]): readonly Cell[] {
  return [...ticketHeading.map((name) => cells[name]), ...added];
}

/** `place`: of the ticket among those of its line, from 0. */
export function priceCells(
  sale:
    | {
        readonly unit_price: number | null;
        readonly rounding: number | null;
        readonly currency: string;
      }
    | undefined,
  place: number,
): Pick<TicketCells, 'price' | 'currency'> {
  const { unit_price = null, rounding = null, currency = null } = sale ?? {};
  if (unit_price === null || currency === null) return { price: null, currency };
  const minor = place < (rounding ?? 0) ? unit_price + 1 : unit_price;
  return { price: { minor, currency }, currency };
}

export function entryPointCells(
  references: readonly string[] | null,
  { entryPoints }: TicketTable,
): Pick<TicketCells, 'entry_points' | 'entry_point_names'> {
  if (references === null) return { entry_points: null, entry_point_names: null };
  if (references.length === 0) return { entry_points: NOWHERE, entry_point_names: NOWHERE };
  return {
    entry_points: references.join(' '),
    entry_point_names: references.map((one) => entryPoints.get(one) ?? one).join('; '),
  };
}
