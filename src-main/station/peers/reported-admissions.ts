import type { Instant } from '../../../shared/instant.ts';
import type { AdmissionFact, EntryPoint } from '../../../shared/verdict/terms/facts.ts';
import type { ReEntry } from '../../../shared/verdict/terms/releases.ts';
import type { PeerAdmissionFact } from '../../ports/peers.ts';

/** What stations, including this one, have reported of each ticket. `except`: the times of admissions that are known from elsewhere. */
export interface ReportedAdmissions {
  /** The earliest admission that nobody has reported as given back. */
  admissionOf(ticket: string, reEntry: ReEntry, except: readonly Instant[]): AdmissionFact | null;
  /** When the admissions were made that nobody has reported as ended. */
  openOf(ticket: string, except: readonly Instant[]): readonly Instant[];
  /** Whether somebody reported that the admission at this time ended, and so gave the ticket back. */
  isGivenBack(ticket: string, at: Instant, reEntry: ReEntry): boolean;
}

export function reportedAdmissions(
  /** The earliest first. */
  find: (ticket: string) => readonly PeerAdmissionFact[],
  entryPoint: (reference: string) => EntryPoint | null,
): ReportedAdmissions {
  const open = (ticket: string, reEntry: ReEntry, except: readonly Instant[]) => {
    const reported = find(ticket);
    return reported.filter(
      ({ at, ends }) => ends === null && !except.includes(at) && !isBack(reported, at, reEntry),
    );
  };
  return {
    admissionOf: (ticket, reEntry, except) => {
      const [first] = open(ticket, reEntry, except);
      if (first === undefined) return null;
      const { at, place } = first;
      return {
        scanned_at: at,
        location: place === null ? null : entryPoint(place),
        source: 'peer',
      };
    },
    openOf: (ticket, except) => [...new Set(open(ticket, 'allowed', except).map(({ at }) => at))],
    isGivenBack: (ticket, at, reEntry) => isBack(find(ticket), at, reEntry),
  };
}

function isBack(
  reported: readonly PeerAdmissionFact[],
  admittedAt: Instant,
  reEntry: ReEntry,
): boolean {
  return reported.some(
    ({ at, ends }) =>
      at === admittedAt && (ends === 'mistake' || (ends === 'exit' && reEntry === 'allowed')),
  );
}
