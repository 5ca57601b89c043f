import { useCallback, useEffect, useReducer, useState } from 'react';
import type { CommandErrorCode } from '../../../../shared/station/results.ts';
import type { ConflictView } from '../../../../shared/station/supervision.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { latestResult } from '../../state/latest-result.ts';

/** How often to refresh, in milliseconds: somebody at another station may resolve one. */
const AGAIN_MS = 30_000;

export type ConflictState = ConflictView['state'];

interface Read {
  readonly state: ConflictState;
  /** Null until the server has answered. */
  readonly items: readonly ConflictView[] | null;
  readonly next: string | null;
  readonly refusal: CommandErrorCode | null;
}

/** The server's current conflicts in one state. */
export function useConflicts(state: ConflictState) {
  const { query } = useDoor();
  const [refreshes, readAgain] = useReducer((times: number) => times + 1, 0);
  const [last, take] = useState<Read>({ state, items: null, next: null, refusal: null });
  const [ask] = useState(() => latestResult(take));
  const connection = useDoorState(({ transport, station }) =>
    transport === 'present' ? station?.sync.connection.kind : null,
  );
  const read = useCallback(
    async (page: string | null, before: readonly ConflictView[]): Promise<Read> => {
      const result = await query({ kind: 'read_conflicts', state, page });
      if (!result.ok) return { state, items: null, next: null, refusal: result.code };
      if (!('conflicts' in result)) return { state, items: [], next: null, refusal: null };
      const { items, next } = result.conflicts;
      const known = new Set(before.map(({ reference }) => reference));
      const fresh = items.filter(({ reference }) => !known.has(reference));
      return { state, items: [...before, ...fresh], next, refusal: null };
    },
    [query, state],
  );
  useEffect(() => {
    if (connection === null) return undefined;
    const timer = setInterval(readAgain, AGAIN_MS);
    ask(read(null, []));
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when the server is back, and when it was asked for
  }, [ask, read, connection, refreshes]);
  const shown = last.state === state ? last : { state, items: null, next: null, refusal: null };
  return {
    ...shown,
    readAgain,
    showMore: () => ask(read(shown.next, shown.items ?? [])),
  };
}
