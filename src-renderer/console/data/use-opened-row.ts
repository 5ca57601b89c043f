import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useCallback, type MouseEvent } from 'react';
import type { ListSearch } from '../state/list-search.ts';

interface Opened {
  readonly row: string;
  readonly pathname: string;
  readonly search: ListSearch;
  readonly entry: Entry;
}

/** Of the browser's history. */
interface Entry {
  readonly key: string | undefined;
  readonly index: number;
}

let last: Opened | null = null;

/** For a list: the row that was opened from this very entry of the history, to which somebody has come back; and what to call when one is opened. */
export function useOpenedRow(): {
  readonly opened: string | null;
  readonly onOpen: (row: string) => void;
} {
  const router = useRouter();
  const { key } = entryOf(router.history);
  const onOpen = useCallback(
    (row: string) => {
      const { pathname, search } = router.state.location;
      last = { row, pathname, search, entry: entryOf(router.history) };
    },
    [router],
  );
  return { opened: last !== null && last.entry.key === key ? last.row : null, onOpen };
}

/** For a link back to a list: to its search and filters, and where it is the page before, to its place too. */
export function useWayBack(address: string): {
  readonly search: ListSearch;
  readonly onClick: (event: MouseEvent) => void;
} {
  const { history } = useRouter();
  const from = last?.pathname === address ? last : null;
  return {
    search: from?.search ?? {},
    onClick: (event) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey);
      if (!isPlain || from?.entry.index !== entryOf(history).index - 1) return;
      event.preventDefault();
      history.back();
    },
  };
}

function entryOf({ location }: RouterHistory): Entry {
  const { __TSR_key: key, __TSR_index: index } = location.state;
  return { key, index };
}
