import { useCallback, useEffect, useState } from 'react';
import type { ActivityFilter } from '../../../shared/station/commands.ts';
import type { ActivityPage } from '../../../shared/station/journal-pages.ts';
import { useDoor, useDoorState, useStationChanges } from '../../components/door-context.tsx';
import { oneAtATime } from '../../state/one-at-a-time.ts';
import { loadActivity } from '../../state/journal-pages.ts';

const STEP = 100;

export interface Activity {
  /** Null until it has been read once. */
  readonly page: ActivityPage | null;
  readonly hasFailed: boolean;
  readonly showMore: () => void;
  readonly readAgain: () => void;
}

/** The newest journal rows that match a filter, read again whenever the station changes. */
export function useActivity(filter: ActivityFilter): Activity {
  const { query } = useDoor();
  const [count, setCount] = useState(STEP);
  const [asked, setAsked] = useState(0);
  const [last, take] = useState<Read>({ page: null, hasFailed: false });
  const [ask] = useState(() =>
    oneAtATime((page: ActivityPage | null) =>
      take((before) => ({ page: page ?? before.page, hasFailed: page === null })),
    ),
  );
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const changes = useStationChanges();
  const { result, upload, words } = filter;
  useEffect(() => {
    if (!isPresent) return;
    ask(() => loadActivity(query, { result, upload, words }, count));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when what it shows may have changed
  }, [query, ask, result, upload, words, count, isPresent, changes, asked]);
  return {
    ...last,
    showMore: useCallback(() => setCount((before) => before + STEP), []),
    readAgain: useCallback(() => setAsked((before) => before + 1), []),
  };
}

/** The last successful read; the rows stay if a later read fails. */
interface Read {
  readonly page: ActivityPage | null;
  readonly hasFailed: boolean;
}
