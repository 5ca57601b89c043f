import { useEffect, useState } from 'react';
import type { UnreadableItem } from '../../../../shared/station/journal-pages.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { unreadableRows } from '../../state/door-state.ts';

/** The rows of the server that cannot be read, read again when their number changes; after a failure, those from before. */
export function useUnreadable(): readonly UnreadableItem[] {
  const { query } = useDoor();
  const count = useDoorState(unreadableRows);
  const [rows, setRows] = useState<readonly UnreadableItem[]>([]);
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const result = await query({ kind: 'read_unreadable' });
      if (isWanted && result.ok) setRows(result.unreadable ?? []);
    };
    if (count > 0) void read();
    return () => {
      isWanted = false;
    };
  }, [query, count]);
  return count === 0 ? NONE : rows;
}

const NONE: readonly never[] = [];
