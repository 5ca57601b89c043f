import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import type { ActivityFilter } from '../../../../shared/station/commands.ts';
import type { ActivityPage } from '../../../../shared/station/journal-pages.ts';
import { useDoor, useDoorState, useStationChanges } from '../../components/door-context.tsx';
import { loadActivity } from '../../state/journal-pages.ts';
import { oneAtATime } from '../../state/one-at-a-time.ts';

const STEP = 100;
/** How long to wait for a further change before a read, which may go through the whole journal. */
const SETTLE_MS = 60;

/**
 * The newest journal rows that match a filter, read again whenever the station changes. `page`: null until the event's journal has been read
 * once; `filter`: that of the page, which may not be the newest.
 */
export function useActivity({ result, upload, words }: ActivityFilter) {
  const { query } = useDoor();
  const [count, showMore] = useReducer((rows: number) => rows + STEP, STEP);
  const [refreshes, readAgain] = useReducer((times: number) => times + 1, 0);
  const event = useDoorState(({ station }) => station?.event?.reference ?? null);
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const changes = useStationChanges();
  const subject = useMemo<Subject>(
    () => ({ event, filter: { result, upload, words }, count }),
    [event, result, upload, words, count],
  );
  const wanted = useRef<Subject | null>(null);
  const [last, take] = useState<Read>({ subject, page: null });
  const [failed, fail] = useState<Subject | null>(null);
  const [ask] = useState(() =>
    oneAtATime((read: Answer | null) => {
      if (read === null) return;
      const { subject: answered, page } = read;
      fail(page === 'unreadable' ? answered : null);
      if (page !== 'unreadable') take({ subject: answered, page });
    }),
  );
  useEffect(() => {
    wanted.current = subject;
    return () => {
      wanted.current = null;
    };
  }, [subject]);
  useEffect(() => {
    if (!isPresent) return undefined;
    const read = async (): Promise<Answer | null> => {
      const isWanted = () => wanted.current === subject;
      const page = await loadActivity(query, subject.filter, subject.count, isWanted);
      if (page === 'unwanted' || !isWanted()) return null;
      return { subject, page };
    };
    const timer = setTimeout(() => ask(read), SETTLE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when what it shows may have changed
  }, [query, ask, subject, isPresent, changes, refreshes]);
  return {
    page: last.subject.event === event ? last.page : null,
    filter: last.subject.filter,
    hasFailed: failed !== null && failed.event === event,
    showMore,
    readAgain,
  };
}

interface Subject {
  readonly event: string | null;
  readonly filter: ActivityFilter;
  readonly count: number;
}

/** The last successful read; the rows stay if a later read fails. */
interface Read {
  readonly subject: Subject;
  readonly page: ActivityPage | null;
}

interface Answer {
  readonly subject: Subject;
  readonly page: ActivityPage | 'unreadable';
}
