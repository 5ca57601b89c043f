import type { FoundProblem, KnownNames } from '../../../shared/console/import-problems.ts';
import { formatInZone } from '../../../shared/local-time.ts';
import { nameKey } from '../../../shared/name-key.ts';
import { asLine } from '../../../shared/plain-text.ts';
import type { ReadTransaction } from '../../database/transaction.ts';
import { NOWHERE } from '../../domain/events/locations.ts';
import { firstNames } from '../../rules/known-names.ts';
import { listAddOns, type AddOnRow } from '../../store/add-ons.ts';
import { listQuestions, type AskedQuestion } from '../../store/answers.ts';
import type { EventRow } from '../../store/events.ts';
import { listLocations, type LocationRow } from '../../store/locations.ts';
import { listEventSessions, type SessionRow } from '../../store/sessions.ts';
import { listTicketTypes, type TicketTypeRow } from '../../store/ticket-types.ts';
import type { NamedColumns } from '../columns/map-columns.ts';
import { namesIn } from './names-in.ts';
import { readMoment } from './read-moment.ts';

/** What the lines of a file may name. */
export interface Catalogue {
  readonly event: EventRow;
  readonly ticketTypes: readonly TicketTypeRow[];
  readonly sessions: readonly SessionRow[];
  /** Those that are sold, asked and in use stand first. */
  readonly addOns: readonly AddOnRow[];
  readonly questions: readonly AskedQuestion[];
  readonly locations: readonly LocationRow[];
}

export async function readCatalogue(tx: ReadTransaction, event: EventRow): Promise<Catalogue> {
  return {
    event,
    ticketTypes: await listTicketTypes(tx, event.id),
    sessions: await listEventSessions(tx, event.id),
    addOns: usedFirst(await listAddOns(tx, event.id)),
    questions: usedFirst(await listQuestions(tx, event.id)),
    locations: usedFirst(await listLocations(tx, event.id)),
  };
}

function usedFirst<Row extends { readonly archived_at: number | null }>(
  rows: readonly Row[],
): readonly Row[] {
  return [...rows.filter(isUsed), ...rows.filter((row) => !isUsed(row))];
}

function isUsed({ archived_at }: { readonly archived_at: number | null }): boolean {
  return archived_at === null;
}

export function namedColumnsOf({ addOns, questions, sessions }: Catalogue): NamedColumns {
  return {
    addOns: addOns.filter(isUsed).map(({ name }) => name),
    questions: questions.filter(isUsed).map(({ key, label }) => ({ key, label })),
    hasSessions: sessions.length > 0,
  };
}

interface Named {
  readonly reference: string;
  readonly name: string | null;
}

/**
 * Finds the ticket type that the cells name: by reference or name, the first cell that does, or all of them together, as a product and its variation. A
 * problem says why there is none.
 */
export function chooseTicketType(
  { ticketTypes }: Catalogue,
  cells: readonly string[],
): TicketTypeRow | FoundProblem {
  const [first] = cells;
  if (first === undefined) return { kind: 'type_missing', values: {} };
  const together = cells.length < 2 ? [] : [' – ', ' - ', ' '].map((joint) => cells.join(joint));
  for (const text of [...together, ...cells]) {
    const found = named(ticketTypes, text);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1)
      return { kind: 'type_ambiguous', values: { name: text, count: found.length } };
  }
  return { kind: 'type_unknown', values: { name: first, known: namesOf(ticketTypes) } };
}

/** Finds the one session that no cell speaks against, which may be cancelled: they name it by reference, by name, or by the day or the time at which it begins. */
export function chooseSession(
  { sessions }: Catalogue,
  cells: readonly string[],
  timezone: string,
): SessionRow | FoundProblem {
  if (sessions.length === 0) return { kind: 'no_sessions', values: {} };
  const matches = cells
    .map((text) => sessions.filter((session) => isSession(session, text, timezone)))
    .filter((found) => found.length > 0);
  const [first = [], ...others] = matches;
  const found = first.filter((session) => others.every((other) => other.includes(session)));
  const [only] = found;
  const text = cells.join(' ');
  if (only === undefined)
    return { kind: 'session_unknown', values: { name: text, known: namesOf(sessions) } };
  if (found.length > 1)
    return { kind: 'session_ambiguous', values: { name: text, count: found.length } };
  return only;
}

function isSession(session: SessionRow, text: string, timezone: string): boolean {
  if (session.reference === text || sameName(session.name, text)) return true;
  const moment = readMoment(text, timezone);
  if (moment.kind !== 'moment') return false;
  if (moment.hasTime) return moment.instant === session.starts_at;
  return formatInZone(session.starts_at, timezone).startsWith(moment.day);
}

/** References of the entry points that a cell names. */
export function chooseEntryPoints(
  { locations }: Catalogue,
  cells: readonly string[],
): readonly string[] | FoundProblem {
  for (const text of cells) {
    if (text === NOWHERE) return [];
    const found = namesIn(
      text,
      locations.flatMap(({ reference, name }) => [
        { name: reference, value: reference },
        { name: asLine(name), value: reference },
      ]),
    );
    if (found !== null) return found;
  }
  const name = cells.join(' ');
  return { kind: 'entry_point_unknown', values: { name, known: namesOf(locations) } };
}

/** By reference, or by exactly this name, or by it in another letter case. */
function named<Row extends Named>(rows: readonly Row[], text: string): readonly Row[] {
  const sought = asLine(text);
  const exact = rows.filter(
    ({ reference, name }) => reference === text || (name !== null && asLine(name) === sought),
  );
  return exact.length > 0 ? exact : rows.filter(({ name }) => sameName(name, text));
}

function sameName(name: string | null, text: string): boolean {
  return name !== null && nameKey(asLine(name)) === nameKey(asLine(text));
}

function namesOf(rows: readonly Named[]): KnownNames {
  return firstNames(rows.map(({ name, reference }) => name ?? reference));
}
