import type { Instant } from '../../instant.ts';
import type { AdmissionFacts, SessionFacts } from '../terms/facts.ts';
import type { Reason } from '../terms/reason.ts';
import { rightEntryPoints, spokenName } from './names.ts';

/** A point in time in the words of one language. */
export interface WallClockTime {
  /** "Sat 12 Dec", with the year if it is not the year of the scan. */
  readonly day: string;
  /** "19:04" */
  readonly time: string;
  /** Whether the sentence must name the day, because it is not the local day of the scan. */
  readonly otherDay: boolean;
  /** Empty, or " UTC" if the event's time zone is unknown here. */
  readonly zone: string;
}

/** The scan that a sentence is about, and how its language writes times and joins names. */
export interface Spoken {
  readonly facts: AdmissionFacts;
  readonly now: Instant;
  readonly moment: (instant: Instant) => WallClockTime;
  readonly languageTag: string;
}

/** What each reason's sentence needs of the facts. Names are cleaned; null if unknown. */
export const phrases = {
  'scanning.ticket_refunded': () => null,
  'scanning.ticket_cancelled': cancelledTicket,
  'scanning.session_cancelled': (spoken) => sessionPhrase(spoken.facts.session, spoken),
  'scanning.wrong_entry_point': ({ facts, languageTag }) =>
    rightEntryPoints(facts.ticket.entry_points, languageTag),
  'scanning.outside_session_window': sessionWindow,
  'scanning.outside_validity_window': validityWindow,
  'scanning.already_scanned': ({ facts: { admission }, moment }) => ({
    at: admission === null ? null : moment(admission.scanned_at),
    place: spokenName(admission?.location?.name ?? null),
    /** Known only from another station. */
    isFromPeer: admission?.source === 'peer',
  }),
  'scanning.allowed': () => null,
} satisfies Readonly<Record<Reason, (spoken: Spoken) => unknown>>;

export type VerdictPhrases = { readonly [R in Reason]: ReturnType<(typeof phrases)[R]> };

/** `removed`: superseded or erased. `code_replaced`: the ticket stands, but a newer code was issued for it. */
function cancelledTicket({ facts: { ticket } }: Spoken): 'cancelled' | 'removed' | 'code_replaced' {
  if (ticket.deleted_at !== null) return 'removed';
  return ticket.status === 'cancelled' ? 'cancelled' : 'code_replaced';
}

function sessionPhrase(session: SessionFacts | null, { now, moment }: Spoken) {
  return {
    starts: moment(session?.starts_at ?? now),
    name: spokenName(session?.name ?? null),
  };
}

/** `bound`: the missed bound, if it is on the day of the scan. */
function sessionWindow(spoken: Spoken) {
  const { session } = spoken.facts;
  const from = session?.entry_from ?? null;
  const until = session?.entry_until ?? null;
  const { side, bound } = missedBound(from, until, spoken.now);
  const time = bound === null ? null : spoken.moment(bound);
  return {
    ...sessionPhrase(session, spoken),
    side,
    bound: time === null || time.otherDay ? null : time,
  };
}

function validityWindow({ facts: { ticket }, now, moment }: Spoken) {
  const { side, bound } = missedBound(ticket.valid_from, ticket.valid_until, now);
  return { side, bound: moment(bound ?? now) };
}

function missedBound(
  from: Instant | null,
  until: Instant | null,
  now: Instant,
): { side: 'before' | 'after'; bound: Instant | null } {
  return from !== null && !(now >= from)
    ? { side: 'before', bound: from }
    : { side: 'after', bound: until };
}
