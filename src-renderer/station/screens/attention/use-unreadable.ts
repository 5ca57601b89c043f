import type { UnreadableItem } from '../../../../shared/station/journal-pages.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { useRead } from '../../components/use-read.ts';
import { unreadableRows } from '../../state/door-state.ts';

/** The rows of the server that cannot be read, read again when their number changes; after a failure, those from before. */
export function useUnreadable(): readonly UnreadableItem[] {
  const { query } = useDoor();
  const count = useDoorState(unreadableRows);
  const { value: rows } = useRead(count > 0 ? String(count) : null, async () => {
    const result = await query({ kind: 'read_unreadable' });
    return result.ok ? (result.unreadable ?? []) : null;
  });
  return count === 0 || rows === null ? NONE : rows;
}

const NONE: readonly never[] = [];
