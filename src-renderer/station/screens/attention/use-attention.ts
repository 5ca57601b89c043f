import { useCallback, useEffect, useState } from 'react';
import type { AttentionPage } from '../../../../shared/station/journal-pages.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { loadAttention } from '../../state/journal-pages.ts';

const STEP = 100;

export interface AttentionList {
  readonly page: AttentionPage | null;
  readonly hasFailed: boolean;
  readonly showMore: () => void;
  readonly readAgain: () => void;
}

/** The first scans that need attention, read again whenever the station reports a change. */
export function useAttention(): AttentionList {
  const { query } = useDoor();
  const [count, setCount] = useState(STEP);
  const [asked, setAsked] = useState(0);
  const [last, setLast] = useState<Read>({ page: null, hasFailed: false });
  const version = useDoorState(({ station }) =>
    [asked, station?.sync.needs_attention, station?.sync.queued].join(' '),
  );
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const page = await loadAttention(query, count);
      if (!isWanted) return;
      setLast((before) => ({ page: page ?? before.page, hasFailed: page === null }));
    };
    void read();
    return () => {
      isWanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the list is read again when what it shows has changed
  }, [query, count, version]);
  return {
    ...last,
    showMore: useCallback(() => setCount((before) => before + STEP), []),
    readAgain: useCallback(() => setAsked((before) => before + 1), []),
  };
}

/** The last successful read; the list stays if a later read fails. */
interface Read {
  readonly page: AttentionPage | null;
  readonly hasFailed: boolean;
}
