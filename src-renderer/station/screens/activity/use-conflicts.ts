import { useCallback, useEffect, useReducer, useState } from 'react';
import type { CommandErrorCode, CommandResult } from '../../../../shared/station/results.ts';
import type { ConflictView } from '../../../../shared/station/supervision.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { latestResult } from '../../state/latest-result.ts';

/** How often to refresh, in milliseconds: somebody at another station may resolve one. */
const AGAIN_MS = 30_000;

export type ConflictState = ConflictView['state'];

interface Read {
  /** The event and the state of these conflicts. */
  readonly subject: string;
  /** Null until the server has answered. */
  readonly items: readonly ConflictView[] | null;
  readonly next: string | null;
  readonly refusal: CommandErrorCode | null;
}

/** The server's current conflicts in one state. */
export function useConflicts(state: ConflictState) {
  const { query } = useDoor();
  const event = useDoorState(({ station }) => station?.event?.reference ?? '');
  const subject = `${event} ${state}`;
  const [refreshes, readAgain] = useReducer((times: number) => times + 1, 0);
  const [wanted, want] = useState({ subject, pages: 1 });
  const pages = wanted.subject === subject ? wanted.pages : 1;
  const [last, setLast] = useState<Read>(nothingOf(subject));
  const [ask] = useState(() =>
    latestResult((read: Read) =>
      // If the server does not answer, what it said before stays: somebody may be typing a note.
      setLast((before) =>
        read.items === null && read.subject === before.subject
          ? { ...before, refusal: read.refusal }
          : read,
      ),
    ),
  );
  const connection = useDoorState(({ transport, station }) =>
    transport === 'present' ? station?.sync.connection.kind : null,
  );
  const read = useCallback(async (): Promise<Read> => {
    const items = new Map<string, ConflictView>();
    let next: string | null = null;
    for (let page = 0; page < pages && (page === 0 || next !== null); page += 1) {
      const result: CommandResult = await query({ kind: 'read_conflicts', state, page: next });
      if (!result.ok) return { ...nothingOf(subject), refusal: result.code };
      const { conflicts = { items: [], next: null } } = result;
      for (const one of conflicts.items) items.set(one.reference, one);
      next = conflicts.next;
    }
    return { subject, items: [...items.values()], next, refusal: null };
  }, [query, state, subject, pages]);
  useEffect(() => {
    if (connection === null) return undefined;
    const timer = setInterval(readAgain, AGAIN_MS);
    ask(read());
    return () => clearInterval(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when the server is back, and when it was asked for
  }, [ask, read, connection, refreshes]);
  return {
    ...(last.subject === subject ? last : nothingOf(subject)),
    readAgain,
    showMore: () => want({ subject, pages: pages + 1 }),
  };
}

function nothingOf(subject: string): Read {
  return { subject, items: null, next: null, refusal: null };
}
