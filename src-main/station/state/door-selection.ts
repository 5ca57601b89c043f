import { defaultDoorRules } from '../../../shared/verdict/terms/door-policy.ts';
import { shortName } from '../../../shared/ticket-code/code-payload.ts';
import type { EntryPoint, SessionFacts } from '../../../shared/verdict/terms/facts.ts';
import { sessionWindow } from '../../../shared/verdict/session-window.ts';
import { byShortName, type CodeBook } from '../../core/door/code-facts.ts';
import type { KnownEvent } from '../../core/door/ticket-facts.ts';
import type { Replica } from '../../ports/replica.ts';
import { type SetupRecord } from '../../../shared/station/records.ts';
import { type EventPolicy } from '../../../shared/station/event-policy.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';
import type { Direction, EntryPointOption } from '../../../shared/station/state.ts';

/** The event and entry point that this door works for, with everything that a scan needs of them in memory. */
export interface DoorSelection {
  readonly organiser: string;
  readonly event: string;
  readonly known: KnownEvent;
  readonly codes: CodeBook;
  /** False while the event's setup is missing: nothing is known of its sessions and entry points. */
  readonly isSetUp: boolean;
  readonly location: EntryPointOption | null;
  /** Which way a scan lets guests: what the entry point is for, unless somebody chose otherwise. */
  readonly direction: Direction;
  readonly policy: EventPolicy;
  /** The entry points that can be chosen; `known` has the archived ones as well. */
  readonly offered: readonly EntryPointOption[];
}

/** Null until an event is chosen. Uses the choice alone while the setup is missing. */
export function openSelection(settings: StationSettings, replica: Replica): DoorSelection | null {
  const { organiser, event, entry_point: place, opens_before_minutes } = settings;
  if (organiser === null || event === null) return null;
  const setup = replica.setup(event);
  const listed = replica.events().find(({ reference }) => reference === event);
  const offered = setup?.locations ?? [];
  const all = [...offered, ...(setup?.archived_locations ?? [])];
  const locations = new Map(all.map((known) => [known.reference, known]));
  const location = typeof place === 'string' ? (locations.get(place) ?? unnamed(place)) : null;
  const sessions = sessionsOf(setup, opens_before_minutes);
  return {
    organiser: organiser.reference,
    event,
    location,
    direction: directionOf(location, offered, settings.direction),
    policy: setup?.policy ?? defaultDoorRules,
    offered,
    isSetUp: setup !== null,
    known: {
      timezone: setup?.event.timezone ?? listed?.timezone ?? 'UTC',
      sessions,
      locations,
      reEntry: new Set(
        (setup?.ticket_types ?? [])
          .filter(({ re_entry }) => re_entry === 'allowed')
          .map(({ reference }) => reference),
      ),
      opens_before_minutes,
    },
    codes: {
      keys: setup?.code_keys ?? [],
      event: shortName('event', event),
      sessions: byShortName('session', [...sessions.values()]),
      ticketTypes: byShortName('ticketType', setup?.ticket_types ?? []),
      locations: byShortName('location', [
        ...locations.values(),
        ...(location === null ? [] : [location]),
      ]),
    },
  };
}

/** Where nobody enters, as at the box office, nobody leaves either. */
function directionOf(
  location: EntryPoint | null,
  offered: readonly EntryPointOption[],
  chosen: Direction | undefined,
): Direction {
  if (location === null) return 'in';
  const known = offered.find(({ reference }) => reference === location.reference);
  return chosen ?? (known?.direction === 'out' ? 'out' : 'in');
}

function sessionsOf(
  setup: SetupRecord | null,
  opensBeforeMinutes: number,
): ReadonlyMap<string, SessionFacts> {
  const policy = { opens_before_minutes: opensBeforeMinutes };
  return new Map(
    (setup?.sessions ?? []).map((session) => [
      session.reference,
      session.entry_from === null && session.entry_until === null
        ? { ...session, ...sessionWindow({ starts_at: session.starts_at, ends_at: null }, policy) }
        : session,
    ]),
  );
}

/** The entry point that the door still works for although it was archived. */
export function archivedPlace({ location, offered, known }: DoorSelection): EntryPoint | null {
  if (location === null || !known.locations.has(location.reference)) return null;
  return offered.some(({ reference }) => reference === location.reference) ? null : location;
}

/** An entry point that the setup does not know keeps its reference, so that its rule still applies. */
function unnamed(reference: string): EntryPoint {
  return { reference, name: reference };
}
