import { DEFAULT_OPENS_BEFORE_MINUTES } from '../../../shared/verdict/session-window.ts';
import {
  defaultDoorRules,
  MAX_UNDO_MINUTES,
  type DoorRules,
} from '../../../shared/verdict/terms/door-policy.ts';
import type { Instant } from '../../../shared/instant.ts';
import { problem } from '../../../shared/console/problems.ts';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import {
  findEventBySlug,
  insertEvent,
  hasOrders,
  updateEventRow,
  type EventRow,
} from '../../store/events.ts';
import { touchSessions } from '../../store/sessions.ts';
import {
  checkCurrency,
  checkName,
  checkOrder,
  checkSlug,
  checkTimezone,
  checkWhole,
} from '../../rules/checks.ts';
import { DomainError, invalidTransition, wrongState } from '../../rules/domain-error.ts';
import { requireEvent, requireOrganiser } from '../../rules/require-row.ts';

export interface EventInput extends DoorRules {
  readonly name: string;
  readonly slug: string;
  readonly status: 'draft' | 'published';
  readonly starts_at: Instant | null;
  readonly ends_at: Instant | null;
  readonly timezone: string;
  readonly currency: string;
  /** How long before a session's start its doors open. */
  readonly opens_before_minutes: number;
  /** Whether its stations exchange admissions with each other. */
  readonly peers: boolean;
}

export const eventDefaults = {
  status: 'published',
  starts_at: null,
  ends_at: null,
  opens_before_minutes: DEFAULT_OPENS_BEFORE_MINUTES,
  peers: false,
  ...defaultDoorRules,
} as const;

export async function createEvent(
  tx: WriteTransaction,
  organiser: string,
  input: EventInput,
): Promise<EventRow> {
  const { id } = await requireOrganiser(tx, organiser);
  const event = checkEvent(input);
  await refuseTakenSlug(tx, id, event.slug, null);
  return insertEvent(tx, { ...event, organiser_id: id });
}

export async function updateEvent(
  tx: WriteTransaction,
  reference: string,
  changes: Partial<EventInput>,
): Promise<EventRow> {
  const current = await liveEvent(tx, reference);
  const event = checkEvent({ ...inputOf(current), ...changes });
  if (event.currency !== current.currency) await refuseMixedCurrency(tx, current);
  await refuseTakenSlug(tx, current.organiser_id, event.slug, current.id);
  // Sessions show when entry begins.
  if (event.opens_before_minutes !== current.opens_before_minutes) {
    await touchSessions(tx, current.id);
  }
  return emitUpdated(tx, await updateEventRow(tx, current.id, event));
}

/** Removes the event from lists; its tombstone stays. Archiving twice changes nothing. */
export async function archiveEvent(tx: WriteTransaction, reference: string): Promise<EventRow> {
  const event = await requireEvent(tx, reference);
  if (event.deleted_at !== null) return event;
  return emitUpdated(tx, await updateEventRow(tx, event.id, { deleted_at: tx.now }));
}

/** Emits `event.updated`, which is additive to §6.4. */
function emitUpdated(tx: WriteTransaction, event: EventRow): EventRow {
  const { id, organiser_id, reference, slug, status, updated_at, deleted_at } = event;
  tx.emit({
    organiser_id,
    event_id: id,
    name: 'event.updated',
    data: { event: reference, slug, status, updated_at, deleted_at },
  });
  return event;
}

/** Finds an event that is not archived. Throws otherwise. */
export async function liveEvent(tx: ReadTransaction, reference: string): Promise<EventRow> {
  const event = await requireEvent(tx, reference);
  if (event.deleted_at !== null) throw wrongState(`event ${reference}`, 'archived');
  return event;
}

function checkEvent(input: EventInput) {
  checkOrder('ends_at', input.starts_at, input.ends_at);
  return {
    name: checkName('name', input.name),
    slug: checkSlug(input.slug),
    status: input.status,
    starts_at: input.starts_at,
    ends_at: input.ends_at,
    timezone: checkTimezone(input.timezone),
    currency: checkCurrency(input.currency),
    opens_before_minutes: checkWhole('opens_before_minutes', input.opens_before_minutes, 0),
    peers: input.peers ? 1 : 0,
    capacity: input.capacity === null ? null : checkWhole('capacity', input.capacity, 1),
    undo_minutes: checkWhole('undo_minutes', input.undo_minutes, 0, MAX_UNDO_MINUTES),
    overrule: input.overrule,
  } as const;
}

function inputOf(row: EventRow): EventInput {
  const { name, slug, status, starts_at, ends_at, timezone, currency } = row;
  const { opens_before_minutes, capacity, undo_minutes, overrule } = row;
  return {
    name,
    slug,
    status,
    starts_at,
    ends_at,
    timezone,
    currency,
    opens_before_minutes,
    peers: row.peers === 1,
    capacity,
    undo_minutes,
    overrule,
  };
}

async function refuseTakenSlug(
  tx: ReadTransaction,
  organiserId: number,
  slug: string,
  ownId: number | null,
): Promise<void> {
  const other = await findEventBySlug(tx, organiserId, slug);
  if (other === undefined || other.id === ownId) return;
  throw new DomainError('resource.exists', problem('slug_taken', { slug }), 'slug');
}

/** Throws if the event has orders: their amounts are in its current currency. */
async function refuseMixedCurrency(tx: ReadTransaction, event: EventRow): Promise<void> {
  if (!(await hasOrders(tx, event.id))) return;
  throw invalidTransition(`The event ${event.reference} has orders, so its currency stays.`);
}
