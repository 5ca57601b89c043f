import { conflictsOf } from '../../api/conflicts.ts';
import { readNumberedPage, readOne } from '../../api/list-rows.ts';
import { requireFound } from '../../domain/domain-error.ts';
import { findConflict } from '../../store/conflicts.ts';
import { findEvent, getEvent } from '../../store/events.ts';
import type { conflictListFlags } from '../commands/conflict.ts';
import type { FlagValues } from '../define-command.ts';
import { listing, showing, toSecond } from './reading.ts';

export const conflictList = listing(
  async (tx, { event, status, limit }: FlagValues<typeof conflictListFlags>) => {
    const row = requireFound(await findEvent(tx, event), 'event', event);
    const selection = conflictsOf(row, { includeDeleted: false, state: status ?? null });
    return readNumberedPage(tx, selection, { page: 1, perPage: limit });
  },
  {
    heading: ['conflict', 'at', 'kind', 'status', 'ticket', 'entry points', 'stations'],
    row: ({ reference, created_at, kind, state, ticket, scans }) => [
      reference,
      toSecond(created_at),
      kind,
      state,
      ticket,
      scans.map(({ scanner_location }) => scanner_location?.name ?? 'box office').join(', '),
      scans.map(({ station }) => station ?? '').join(', '),
    ],
    none: 'No conflicts.',
  },
);

export const conflictShow = showing(async (tx, reference) => {
  const { event_id } = requireFound(await findConflict(tx, reference), 'conflict', reference);
  const all = conflictsOf(await getEvent(tx, event_id), { includeDeleted: true, state: null });
  return requireFound((await readOne(tx, all, reference)) ?? undefined, 'conflict', reference);
});
