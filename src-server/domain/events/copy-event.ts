import { addMicros, formatWebhookTime, type Instant } from '../../../shared/instant.ts';
import { offsetAt, parseLocalTime, readInZone } from '../../../shared/local-time.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { requireEvent } from '../../rules/require-row.ts';
import { listAddOns } from '../../store/add-ons.ts';
import { listQuestions } from '../../store/answers.ts';
import { getOrganiser } from '../../store/access/organisers.ts';
import type { EventRow } from '../../store/events.ts';
import { listLocations } from '../../store/locations.ts';
import { readTexts } from '../../store/rows.ts';
import { listEventSessions } from '../../store/sessions.ts';
import { listTicketTypes } from '../../store/ticket-types.ts';
import { createAddOn } from './add-ons.ts';
import { createEvent } from './events.ts';
import { createLocation } from './locations.ts';
import { createQuestion } from './questions.ts';
import { createSession } from './sessions.ts';
import { createTicketType } from './ticket-types.ts';

export interface EventCopy {
  readonly name: string;
  readonly slug: string;
  /** When the copy starts; null leaves out all times, and so the sessions. */
  readonly starts_at: Instant | null;
}

/**
 * Creates a draft with what the event sells, asks and admits at, but nothing that was sold, archived or cancelled. Its times move by as much as
 * its start does, by the clocks of its time zone: 19:00 remains 19:00, whether or not those change in between.
 */
export async function copyEvent(
  tx: WriteTransaction,
  reference: string,
  { name, slug, starts_at }: EventCopy,
): Promise<EventRow> {
  const source = await requireEvent(tx, reference);
  const sessions = (await listEventSessions(tx, source.id)).filter(isInUse);
  const move = movingTo(starts_at, firstStart(source, sessions), source.timezone);
  const { timezone, currency, opens_before_minutes, ends_at } = source;
  const { capacity, undo_minutes, overrule } = source;
  const organiser = await getOrganiser(tx, source.organiser_id);
  const copy = await createEvent(tx, organiser.reference, {
    name,
    slug,
    status: 'draft',
    // One without times of its own has those of its sessions.
    starts_at: source.starts_at === null && sessions.length > 0 ? null : starts_at,
    ends_at: ends_at === null ? null : move(ends_at),
    timezone,
    currency,
    opens_before_minutes,
    peers: source.peers === 1,
    capacity,
    undo_minutes,
    overrule,
  });
  const places = new Map<string, string>();
  for (const { reference: copied, name: placeName, direction } of (
    await listLocations(tx, source.id)
  ).filter(isInUse)) {
    const made = await createLocation(tx, { event: copy.reference, name: placeName, direction });
    places.set(copied, made.reference);
  }
  for (const type of await listTicketTypes(tx, source.id)) {
    await createTicketType(tx, copy.reference, {
      name: type.name,
      price: type.price,
      total: type.total,
      is_active: type.is_active === 1,
      valid_from: type.valid_from === null ? null : move(type.valid_from),
      valid_until: type.valid_until === null ? null : move(type.valid_until),
      entry_points: readTexts(type.entry_points)?.flatMap((one) => places.get(one) ?? []) ?? null,
      re_entry: type.re_entry,
    });
  }
  for (const addOn of (await listAddOns(tx, source.id)).filter(isInUse))
    await createAddOn(tx, copy.reference, addOn);
  for (const { key, label, type, options, show_at_door } of (
    await listQuestions(tx, source.id)
  ).filter(isInUse))
    await createQuestion(tx, {
      event: copy.reference,
      key,
      label,
      type,
      options: readTexts(options),
      show_at_door: show_at_door === 1,
    });
  for (const session of sessions) {
    const [from, until] = [move(session.starts_at), move(session.ends_at)];
    if (from === null || until === null) continue;
    const times = { starts_at: from, ends_at: until };
    await createSession(tx, copy.reference, { name: session.name, ...times });
  }
  return copy;
}

function isInUse(
  row: { readonly archived_at: Instant | null } | { readonly cancelled_at: Instant | null },
): boolean {
  return 'archived_at' in row ? row.archived_at === null : row.cancelled_at === null;
}

function firstStart(
  { starts_at }: EventRow,
  sessions: readonly { readonly starts_at: Instant }[],
): Instant | null {
  const starts = sessions.map((session) => session.starts_at);
  return starts_at ?? starts.toSorted((one, other) => one - other)[0] ?? null;
}

/** How times move if what began at `from` begins at `to`; null where there is no such time. */
function movingTo(
  to: Instant | null,
  from: Instant | null,
  timezone: string,
): (time: Instant) => Instant | null {
  if (to === null || from === null) return () => null;
  const onTheWall = (time: Instant) => addMicros(time, offsetAt(time, timezone));
  const difference = onTheWall(to) - onTheWall(from);
  return (time) => {
    const moved = addMicros(onTheWall(time), difference);
    const local = parseLocalTime(formatWebhookTime(moved).slice(0, 19));
    if (local === null) return null;
    const reading = readInZone(local, timezone);
    return reading.kind === 'once' ? reading.instant : reading.readings[0];
  };
}
