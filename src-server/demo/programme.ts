import {
  addMicros,
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../shared/instant.ts';

/** The demo organiser's programme. Times are relative to `opening`, when the doors of the current event opened. */

export interface DemoTicketType {
  readonly name: string;
  readonly price: number;
  /** How many of the event's tickets are of this type, relative to the others. */
  readonly weight: number;
  /** Names of entry points; null is any. */
  readonly entryPoints: readonly string[] | null;
  readonly seats: readonly string[] | null;
  /** Hours after opening from when it is valid. */
  readonly validAfterHours: number | null;
}

export interface DemoSession {
  readonly name: string;
  readonly startsAfterHours: number;
  readonly lastsHours: number;
  readonly isCancelled: boolean;
}

export interface DemoEvent {
  readonly name: string;
  readonly slug: string;
  readonly status: 'draft' | 'published';
  readonly isArchived: boolean;
  readonly startsAfterHours: number | null;
  readonly lastsHours: number;
  readonly entryPoints: readonly string[];
  readonly ticketTypes: readonly DemoTicketType[];
  readonly addOns: readonly { readonly name: string; readonly price: number }[];
  readonly sessions: readonly DemoSession[];
  /** Its share of all tickets. */
  readonly share: number;
}

const plain = { entryPoints: null, seats: null, validAfterHours: null } as const;
const event = { status: 'published', isArchived: false, addOns: [], sessions: [] } as const;

/** The first event is the current one, for trying out a door. */
export const programme: readonly DemoEvent[] = [
  {
    ...event,
    name: 'Winter Gala',
    slug: 'winter-gala',
    startsAfterHours: 1,
    lastsHours: 7,
    share: 0.8,
    entryPoints: ['North Gate', 'South Gate', 'Stage Door', 'VIP Lounge'],
    addOns: [
      { name: 'Parking', price: 1200 },
      { name: 'Three-course dinner', price: 5800 },
      { name: 'Programme booklet', price: 600 },
    ],
    ticketTypes: [
      { ...plain, name: 'Standing', price: 4500, weight: 46 },
      {
        ...plain,
        name: 'Stalls',
        price: 7900,
        weight: 26,
        seats: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'],
      },
      {
        ...plain,
        name: 'Balcony',
        price: 6200,
        weight: 12,
        seats: ['Balcony A', 'Balcony B'],
        entryPoints: ['North Gate', 'South Gate'],
      },
      {
        ...plain,
        name: 'VIP',
        price: 18_500,
        weight: 7,
        seats: ['VIP'],
        entryPoints: ['VIP Lounge', 'Stage Door'],
      },
      { ...plain, name: 'Late entry', price: 2500, weight: 6, validAfterHours: 4 },
      { ...plain, name: 'Artists and crew', price: 0, weight: 3, entryPoints: ['Stage Door'] },
    ],
  },
  {
    ...event,
    name: 'Harbour Jazz Nights',
    slug: 'harbour-jazz-nights',
    startsAfterHours: null,
    lastsHours: 0,
    share: 0.13,
    entryPoints: ['Quay Entrance', 'Terrace'],
    addOns: [{ name: 'Welcome drink', price: 900 }],
    ticketTypes: [
      { ...plain, name: 'One night', price: 3200, weight: 80 },
      {
        ...plain,
        name: 'Terrace table',
        price: 5400,
        weight: 20,
        entryPoints: ['Terrace'],
        seats: ['Table'],
      },
    ],
    sessions: [
      { name: 'Opening night', startsAfterHours: -14 * 24 + 2, lastsHours: 4, isCancelled: false },
      { name: 'Trio evening', startsAfterHours: -7 * 24 + 2, lastsHours: 4, isCancelled: false },
      { name: 'Big band', startsAfterHours: 1, lastsHours: 6, isCancelled: false },
      { name: 'Open-air late set', startsAfterHours: 7 * 24 + 2, lastsHours: 4, isCancelled: true },
      { name: 'Closing night', startsAfterHours: 14 * 24 + 2, lastsHours: 5, isCancelled: false },
    ],
  },
  {
    ...event,
    name: 'Open Rehearsal',
    slug: 'open-rehearsal',
    startsAfterHours: 5 * 24,
    lastsHours: 3,
    share: 0.07,
    entryPoints: ['Foyer'],
    ticketTypes: [{ ...plain, name: 'Free entry', price: 0, weight: 1 }],
  },
  {
    ...event,
    name: 'Spring Ball (working title)',
    slug: 'spring-ball',
    status: 'draft',
    startsAfterHours: 120 * 24,
    lastsHours: 8,
    share: 0,
    entryPoints: ['Main Entrance'],
    ticketTypes: [{ ...plain, name: 'Early bird', price: 5900, weight: 1 }],
  },
  {
    ...event,
    name: 'Summer Serenade',
    slug: 'summer-serenade',
    isArchived: true,
    startsAfterHours: -150 * 24,
    lastsHours: 5,
    share: 0,
    entryPoints: ['Garden Gate'],
    ticketTypes: [{ ...plain, name: 'Garden', price: 2800, weight: 1 }],
  },
];

const HOURS_OPEN = 1.5;
const QUARTER = 15 * MICROS_PER_MINUTE;

/** Doors opened an hour and a half ago, on a quarter of an hour. */
export function openingBefore(now: Instant): Instant {
  const opened = now - HOURS_OPEN * MICROS_PER_HOUR;
  return instantFromMicros(opened - (opened % QUARTER));
}

export function hoursAfter(opening: Instant, hours: number): Instant {
  return addMicros(opening, Math.round(hours * MICROS_PER_HOUR));
}

/** How long before the event people bought, at most. */
export const SALES_PERIOD = 60 * MICROS_PER_DAY;
