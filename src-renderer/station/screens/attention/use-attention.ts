import { useReducer } from 'react';
import { useDoor, useStationChanges } from '../../components/door-context.tsx';
import { useRead } from '../../components/use-read.ts';
import { loadAttention } from '../../state/journal-pages.ts';

const STEP = 100;

/** The first scans that need attention, read again whenever the station reports a change. */
export function useAttention() {
  const { query } = useDoor();
  const [count, showMore] = useReducer((shown: number) => shown + STEP, STEP);
  const { value: page, ...rest } = useRead(`${count} ${useStationChanges()}`, () =>
    loadAttention(query, count),
  );
  return { page, showMore, ...rest };
}
