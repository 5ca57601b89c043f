import type { EventDescribed } from '../../../shared/console/operation-results.ts';
import { useView } from './use-view.ts';

/** What a menu of events has at most: the newest. */
const MOST_EVENTS = 200;

export interface Events {
  readonly all: readonly EventDescribed[];
  /** For a filter. */
  readonly choices: readonly { readonly id: string; readonly name: string }[];
  /** Archived ones, too. Undefined for one that is not among them. */
  readonly find: (reference: string | null) => EventDescribed | undefined;
  /** Its name, or its reference for one that is not among them. */
  readonly nameOf: (reference: string | null) => string;
}

/** The events of the organiser, to choose from and to name. */
export function useEvents(): Events {
  const { data } = useView('event.list', { limit: MOST_EVENTS });
  const { data: archived } = useView('event.list', { limit: MOST_EVENTS, status: 'archived' });
  const all = data?.data ?? [];
  const known = [...all, ...(archived?.data ?? [])];
  const isRead = data !== undefined && archived !== undefined;
  const find = (reference: string | null) => known.find((event) => event.reference === reference);
  return {
    all,
    choices: all.map(({ reference, name }) => ({ id: reference, name })),
    find,
    // Empty until they are read: a reference is longer, and rows would move.
    nameOf: (reference) => find(reference)?.name ?? (isRead ? (reference ?? '') : ''),
  };
}
