import type { ReadTransaction } from '../../database/transaction.ts';
import { listEventsBySlug } from '../../store/events.ts';
import { DomainError } from '../../rules/domain-error.ts';

/** Whether a text names an event by its slug: references hold an underscore, and slugs never do. */
export function isEventSlug(text: string): boolean {
  return !text.includes('_');
}

/**
 * The reference of the event that a person names by its reference or its slug. Slugs are unique per organiser only: throws if several
 * organisers have one of that slug, unless `organiser` says whose it is.
 */
export async function referenceOfEvent(
  tx: ReadTransaction,
  named: string,
  organiser: string | null,
): Promise<string> {
  if (!isEventSlug(named)) return named;
  const all = await listEventsBySlug(tx, named);
  const events = all.filter((event) => organiser === null || event.organiser === organiser);
  const [event, ...others] = events;
  if (event === undefined) {
    throw new DomainError('resource.not_found', `There is no event ${named}.`, 'event');
  }
  if (others.length === 0) return event.reference;
  const candidates = events.map(({ reference, display_name }) => `${reference} (${display_name})`);
  throw new DomainError(
    'validation.failed',
    `Several organisers have an event ${named}: ${candidates.join(', ')}. Name it by its reference.`,
    'event',
  );
}
