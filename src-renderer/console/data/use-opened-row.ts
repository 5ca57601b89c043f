import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useCallback, type MouseEvent } from 'react';
import type { ListSearch } from '../state/list-search.ts';

interface Opened {
  readonly row: string;
  /** Where its list is, with search and filters. */
  readonly href: string;
  readonly pathname: string;
  readonly search: ListSearch;
  /** In the browser's history. */
  readonly index: number;
}

let last: Opened | null = null;

/** Once another organiser is looked at, whose lists have other rows and filters. */
export function forgetOpenedRow(): void {
  last = null;
}

/** For a list: the row that was opened last from this address, to which somebody has come back; and what to call when one is opened. */
export function useOpenedRow(): {
  readonly opened: string | null;
  readonly onOpen: (row: string) => void;
} {
  const router = useRouter();
  const onOpen = useCallback(
    (row: string) => {
      const { href, pathname, search } = router.state.location;
      last = { row, href, pathname, search, index: indexOf(router.history) };
    },
    [router],
  );
  return { opened: last?.href === router.state.location.href ? last.row : null, onOpen };
}

/** For a link back to a list: to its search and filters, and no new entry of the history where it is the page before. */
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
      if (!isPlain || from?.index !== indexOf(history) - 1) return;
      event.preventDefault();
      history.back();
    },
  };
}

function indexOf({ location }: RouterHistory): number {
  const { __TSR_index: index } = location.state;
  return index;
}
