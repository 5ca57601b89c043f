import { useCallback, useEffect, useState } from 'react';
import type { CommandResult } from '../../../shared/station/results.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { useStationChanges } from '../../components/use-station-changes.ts';
import { latestAnswer } from '../../state/latest-answer.ts';

/** A person's keys come about this far apart: the station is asked after the last of a few. */
const TYPING_MS = 60;
/** Until new tickets can be found, the station is asked again and again. */
const INDEXING_MS = 1_000;

export interface SearchAnswer {
  /** What was asked; the marks are for this. */
  readonly query: string;
  readonly result: CommandResult;
}

export interface Search {
  readonly last: SearchAnswer | null;
  readonly searchAgain: () => void;
}

/** The tickets that a query finds, looked for again whenever the station changes. */
export function useSearch(text: string): Search {
  const door = useDoor();
  const [last, take] = useState<SearchAnswer | null>(null);
  const [ask] = useState(() => latestAnswer(take));
  const [asked, setAsked] = useState(0);
  const isPresent = useDoorState(({ carrier }) => carrier === 'present');
  const changes = useStationChanges();
  const query = text.trim();
  const searchAgain = useCallback(() => setAsked((before) => before + 1), []);
  useEffect(() => {
    if (query === '' || !isPresent) return undefined;
    const search = async () => ({
      query,
      result: await door.query({ kind: 'search_tickets', query }),
    });
    const timer = setTimeout(() => ask(search()), TYPING_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- looked for again when what is found may have changed
  }, [door, ask, query, isPresent, changes, asked]);
  const isIncomplete =
    last !== null && last.result.ok && 'found' in last.result && !last.result.found.complete;
  useEffect(() => {
    if (!isIncomplete) return undefined;
    const timer = setInterval(searchAgain, INDEXING_MS);
    return () => clearInterval(timer);
  }, [isIncomplete, searchAgain]);
  return { last: query === '' ? null : last, searchAgain };
}
