import {
  addMicros,
  instantFromMicros,
  MICROS_PER_DAY,
  MICROS_PER_HOUR,
  MICROS_PER_MINUTE,
  type Instant,
} from '../../shared/instant.ts';
import data from './programme.json' with { type: 'json' };

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
  readonly isDraft: boolean;
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

/** The first event is the current one, for trying out a door. */
export const programme: readonly DemoEvent[] = data.events;

/** What every event with guests asks. */
export const questions = data.questions;

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
