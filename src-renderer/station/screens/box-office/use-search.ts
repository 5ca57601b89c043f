import { useEffect, useReducer, useState } from 'react';
import type { CommandResult } from '../../../../shared/station/results.ts';
import { useDoor, useDoorState, useStationChanges } from '../../components/door-context.tsx';
import { oneAtATime } from '../../state/one-at-a-time.ts';

/** How often to repeat the query until new tickets are indexed. */
const INDEXING_MS = 1_000;

export interface SearchAnswer {
  readonly event: string | null;
  /** The query that was answered, for highlighting. */
  readonly query: string;
  readonly result: CommandResult;
}

/** The results of a query, searched immediately and again whenever the station changes. While a search is under way, only the newest text waits its turn. */
export function useSearch(text: string) {
  const door = useDoor();
  const [last, take] = useState<SearchAnswer | null>(null);
  const [ask] = useState(() => oneAtATime(take));
  const [refreshes, searchAgain] = useReducer((times: number) => times + 1, 0);
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const event = useDoorState(({ station }) => station?.event?.reference ?? null);
  const changes = useStationChanges();
  const query = text.trim();
  useEffect(() => {
    if (query === '' || !isPresent) return;
    const search = async () => ({
      event,
      query,
      result: await door.query({ kind: 'search_tickets', query }),
    });
    ask(search);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- looked for again when what is found may have changed
  }, [door, ask, event, query, isPresent, changes, refreshes]);
  const shown = query === '' || last?.event !== event ? null : last;
  const isIncomplete =
    shown !== null && shown.result.ok && 'found' in shown.result && !shown.result.found.complete;
  useEffect(() => {
    if (!isIncomplete) return undefined;
    const timer = setInterval(searchAgain, INDEXING_MS);
    return () => clearInterval(timer);
  }, [isIncomplete, searchAgain]);
  return { last: shown, searchAgain };
}
