import { findTicketType, listTicketTypes } from '../../store/ticket-types.ts';
import { inOrder, listing, showing } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  createTicketType,
  ticketTypeDefaults,
  updateTicketType,
} from '../../domain/ticket-types.ts';
import { assertSameOwner } from '../assert-same-owner.ts';
import type {
  ticketTypeCreateFlags,
  ticketTypeUpdateFlags,
  ticketTypeListFlags,
} from '../commands/ticket-type.ts';
import type { FlagValues, Given } from '../define-command.ts';
import { describeTicketType } from '../describe.ts';
import { written } from '../flags.ts';

export async function ticketTypeCreate(
  tx: WriteTransaction,
  { values }: Given<typeof ticketTypeCreateFlags>,
) {
  const { event, name, price } = values;
  const input = { ...ticketTypeDefaults, name, price, ...columnsOf(values) };
  return describeTicketType(tx, await createTicketType(tx, event, input));
}

export async function ticketTypeUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof ticketTypeUpdateFlags>,
) {
  const { name, price } = values;
  const changes = { ...written({ name, price }), ...columnsOf(values) };
  const described = await describeTicketType(tx, await updateTicketType(tx, reference, changes));
  assertSameOwner(described.event, values.event);
  return described;
}

type Columns = Omit<FlagValues<typeof ticketTypeUpdateFlags>, 'event' | 'name' | 'price'>;

function columnsOf(values: Columns) {
  return written({
    total: values.total,
    valid_from: values.validFrom,
    valid_until: values.validUntil,
    entry_points: values.entryPoints,
    is_active: values.active === undefined ? undefined : values.active === 'yes',
  });
}

export const ticketTypeList = listing(
  async (tx, { event }: FlagValues<typeof ticketTypeListFlags>) => {
    const { id } = requireFound(await findEvent(tx, event), 'event', event);
    return inOrder(await listTicketTypes(tx, id), (row) => describeTicketType(tx, row));
  },
  {
    heading: ['ticket type', 'name', 'price', 'currency', 'sold', 'of', 'on sale'],
    row: ({ reference, name, price, currency, sold, total, is_active }) => [
      reference,
      name,
      price,
      currency,
      sold,
      total,
      is_active ? 'yes' : 'no',
    ],
    none: 'No ticket types.',
  },
);

export const ticketTypeShow = showing(async (tx, reference) =>
  describeTicketType(
    tx,
    requireFound(await findTicketType(tx, reference), 'ticket type', reference),
  ),
);
