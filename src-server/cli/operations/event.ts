import { showing } from './reading.ts';
import { findEvent } from '../../store/events.ts';
import { requireFound } from '../../domain/domain-error.ts';
import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  archiveEvent,
  createEvent,
  eventDefaults,
  listOrganiserEvents,
  updateEvent,
} from '../../domain/events.ts';
import { assertSameOwner } from '../assert-same-owner.ts';
import type { eventCreateFlags, eventListFlags, eventUpdateFlags } from '../commands/event.ts';
import type { FlagValues, Given, GivenOperands } from '../define-command.ts';
import { describeEvent, organiserOf } from '../describe.ts';
import { written } from '../flags.ts';
import { renderTable } from '../render-table.ts';

export async function eventCreate(
  tx: WriteTransaction,
  { values: { organiser, ...values } }: Given<typeof eventCreateFlags>,
) {
  const { name, slug, timezone, currency } = values;
  const input = { ...eventDefaults, name, slug, timezone, currency, ...columnsOf(values) };
  return describeEvent(tx, await createEvent(tx, organiser, input));
}

export async function eventUpdate(
  tx: WriteTransaction,
  { values, operands: [reference = ''] }: Given<typeof eventUpdateFlags>,
) {
  const { name, slug, timezone, currency } = values;
  const changes = { ...written({ name, slug, timezone, currency }), ...columnsOf(values) };
  const updated = await updateEvent(tx, reference, changes);
  assertSameOwner(await organiserOf(tx, updated), values.organiser);
  return describeEvent(tx, updated);
}

export async function eventArchive(
  tx: WriteTransaction,
  { operands: [reference = ''] }: GivenOperands,
) {
  return describeEvent(tx, await archiveEvent(tx, reference));
}

type DescribedEvent = Awaited<ReturnType<typeof describeEvent>>;

export const eventList = {
  work: (database: Database, { values }: Given<typeof eventListFlags>) =>
    database.read(async (tx) => {
      const data = [];
      for (const row of await listOrganiserEvents(tx, values.organiser)) {
        const described = await describeEvent(tx, row);
        data.push({ ...described, organiser: await organiserOf(tx, row) });
      }
      return { data };
    }),
  render: renderEvents,
};

function renderEvents({
  data,
}: {
  readonly data: readonly (DescribedEvent & { readonly organiser: string })[];
}): string {
  if (data.length === 0) return 'No events.';
  const rows = data.map((row) => [
    row.reference,
    row.name,
    row.status,
    row.ticket_types.map(({ name }) => name).join(', '),
    row.organiser,
  ]);
  return renderTable(['event', 'name', 'status', 'ticket types', 'organiser'], rows);
}

type Columns = Pick<
  FlagValues<typeof eventUpdateFlags>,
  'startsAt' | 'endsAt' | 'status' | 'opensBefore' | 'peers'
>;

function columnsOf(values: Columns) {
  return written({
    starts_at: values.startsAt,
    ends_at: values.endsAt,
    status: values.status,
    opens_before_minutes: values.opensBefore,
    peers: values.peers === undefined ? undefined : values.peers === 'on',
  });
}

export const eventShow = showing(async (tx, reference) => {
  const event = requireFound(await findEvent(tx, reference), 'event', reference);
  return { ...(await describeEvent(tx, event)), organiser: await organiserOf(tx, event) };
});
