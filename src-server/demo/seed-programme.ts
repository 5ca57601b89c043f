import type { Instant } from '../../shared/instant.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import type { AddOnRow } from '../store/add-ons.ts';
import type { EventRow } from '../store/events.ts';
import type { LocationRow } from '../store/locations.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { TicketTypeRow } from '../store/ticket-types.ts';
import { createAddOn } from '../domain/events/add-ons.ts';
import { createQuestion } from '../domain/events/questions.ts';
import { archiveEvent, createEvent, eventDefaults } from '../domain/events/events.ts';
import { createLocation } from '../domain/events/locations.ts';
import { cancelSession, createSession } from '../domain/events/sessions.ts';
import { createTicketType, ticketTypeDefaults } from '../domain/events/ticket-types.ts';
import { hoursAfter, questions, type DemoEvent, type DemoTicketType } from './programme.ts';

/** An event of the programme with its rows. */
export interface SeededEvent {
  readonly demo: DemoEvent;
  readonly event: EventRow;
  readonly opening: Instant;
  readonly locations: readonly LocationRow[];
  readonly ticketTypes: readonly { readonly demo: DemoTicketType; readonly row: TicketTypeRow }[];
  readonly addOns: readonly AddOnRow[];
  readonly sessions: readonly SessionRow[];
}

export async function seedEvent(
  tx: WriteTransaction,
  organiser: string,
  demo: DemoEvent,
  opening: Instant,
): Promise<SeededEvent> {
  const event = await createDemoEvent(tx, organiser, demo, opening);
  const { reference } = event;
  const locations: LocationRow[] = [];
  for (const name of demo.entryPoints) {
    locations.push(await createLocation(tx, { event: reference, name }));
  }
  const ticketTypes: SeededEvent['ticketTypes'][number][] = [];
  for (const type of demo.ticketTypes) {
    ticketTypes.push({
      demo: type,
      row: await seedTicketType(tx, event, type, { locations, opening }),
    });
  }
  const addOns: AddOnRow[] = [];
  for (const { name, price } of demo.addOns) {
    addOns.push(await createAddOn(tx, reference, { name, price, total: null }));
  }
  const sessions = await seedSessions(tx, event, demo, opening);
  await askQuestions(tx, event, demo);
  if (demo.isArchived) await archiveEvent(tx, reference);
  return { demo, event, opening, locations, ticketTypes, addOns, sessions };
}

function createDemoEvent(
  tx: WriteTransaction,
  organiser: string,
  demo: DemoEvent,
  opening: Instant,
): Promise<EventRow> {
  const { startsAfterHours } = demo;
  const starts_at = startsAfterHours === null ? null : hoursAfter(opening, startsAfterHours);
  return createEvent(tx, organiser, {
    ...eventDefaults,
    name: demo.name,
    slug: demo.slug,
    status: demo.isDraft ? 'draft' : 'published',
    starts_at,
    ends_at: starts_at === null ? null : hoursAfter(starts_at, demo.lastsHours),
    timezone: 'Europe/Berlin',
    currency: 'EUR',
  });
}

function seedTicketType(
  tx: WriteTransaction,
  event: EventRow,
  demo: DemoTicketType,
  { locations, opening }: Pick<SeededEvent, 'locations' | 'opening'>,
): Promise<TicketTypeRow> {
  const { name, price, entryPoints, validAfterHours } = demo;
  const admitting = locations.filter((location) => entryPoints?.includes(location.name));
  return createTicketType(tx, event.reference, {
    ...ticketTypeDefaults,
    name,
    price,
    entry_points: entryPoints === null ? null : admitting.map(({ reference }) => reference),
    valid_from: validAfterHours === null ? null : hoursAfter(opening, validAfterHours),
  });
}

async function seedSessions(
  tx: WriteTransaction,
  event: EventRow,
  demo: DemoEvent,
  opening: Instant,
): Promise<readonly SessionRow[]> {
  const sessions: SessionRow[] = [];
  for (const { name, startsAfterHours, lastsHours } of demo.sessions) {
    const starts_at = hoursAfter(opening, startsAfterHours);
    const ends_at = hoursAfter(starts_at, lastsHours);
    sessions.push(await createSession(tx, event.reference, { name, starts_at, ends_at }));
  }
  return sessions;
}

/** Called after the tickets were seeded, so that they were sold before the cancellation. */
export async function cancelDemoSessions(tx: WriteTransaction, { demo, sessions }: SeededEvent) {
  for (const [place, session] of sessions.entries()) {
    if (demo.sessions[place]?.isCancelled === true) await cancelSession(tx, session.reference);
  }
}

async function askQuestions(tx: WriteTransaction, event: EventRow, demo: DemoEvent): Promise<void> {
  if (demo.share === 0) return;
  for (const { key, label, isMultiple, isShownAtDoor, options } of questions) {
    const type = isMultiple ? 'multiselect' : 'select';
    const question = { event: event.reference, key, label, type, options } as const;
    await createQuestion(tx, { ...question, show_at_door: isShownAtDoor });
  }
}
