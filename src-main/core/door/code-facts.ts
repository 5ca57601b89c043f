import type { CodeKey } from '../../../shared/contract/code-key.ts';
import { shortName, type SignedTicket } from '../../../shared/ticket-code/code-payload.ts';
import type { SessionFacts } from '../../../shared/verdict/terms/facts.ts';
import type { KnownTicket } from './ticket-facts.ts';

/** The keys that verify an event's signed codes, and the setup by the short names used in codes. */
export interface CodeBook {
  readonly keys: readonly CodeKey[];
  readonly event: string;
  readonly sessions: ReadonlyMap<string, SessionFacts>;
  readonly ticketTypes: ReadonlyMap<string, { readonly name: string }>;
  readonly locations: ReadonlyMap<string, { readonly reference: string }>;
}

/** Indexes by short name. A name shared by two resources is left out: nobody is admitted on a guess. */
export function byShortName<Thing extends { readonly reference: string }>(
  kind: Parameters<typeof shortName>[0],
  things: readonly Thing[],
): ReadonlyMap<string, Thing> {
  const named = new Map<string, Thing>();
  const shared = new Set<string>();
  for (const thing of things) {
    const name = shortName(kind, thing.reference);
    const other = named.get(name);
    if (other !== undefined && other.reference !== thing.reference) shared.add(name);
    named.set(name, thing);
  }
  for (const name of shared) named.delete(name);
  return named;
}

/**
 * The ticket as described by its code, for a station that does not have it. Session and entry points come from the setup: a code whose
 * session is not in the setup cannot be judged (null), and an unknown entry point admits nobody.
 */
export function ticketOfCode(signed: SignedTicket, book: CodeBook): KnownTicket | null {
  const session = signed.session === null ? null : book.sessions.get(signed.session);
  if (signed.event !== book.event || session === undefined) return null;
  return {
    reference: signed.ticket,
    status: 'valid',
    ticket_type: book.ticketTypes.get(signed.ticket_type) ?? null,
    holder: null,
    session,
    seat_label: signed.seat_label,
    valid_from: signed.valid_from,
    valid_until: signed.valid_until,
    entry_points:
      signed.entry_points?.flatMap((name) => book.locations.get(name)?.reference ?? []) ?? null,
    code_issue: signed.issue,
    deleted_at: null,
  };
}
