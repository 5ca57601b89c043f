import { useReducer } from 'react';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { useRead } from '../../components/use-read.ts';
import { loadAttention } from '../../state/journal-pages.ts';

const STEP = 100;

/** The first scans that need attention, read again whenever the station reports a change. */
export function useAttention() {
  const { query } = useDoor();
  const [count, showMore] = useReducer((shown: number) => shown + STEP, STEP);
  const version = useDoorState(({ station }) =>
    [station?.sync.needs_attention, station?.sync.queued].join(' '),
  );
  const { value: page, ...rest } = useRead(`${count} ${version}`, () =>
    loadAttention(query, count),
  );
  return { page, showMore, ...rest };
}
