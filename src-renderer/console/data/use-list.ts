import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import {
  MAX_LIST_LIMIT,
  type ListPage,
  type OperationName,
  type OperationResults,
} from '../../../shared/console/operation-results.ts';
import { useConsole, useMembership } from './console-context.tsx';
import { readListSearch, type ListSearch } from '../state/list-search.ts';
import type { CallError } from '../transport/call-error.ts';
import { useOperations, useOperationsTrouble } from './use-operations.ts';

/** Fewer on a screen are too few to go on by hand. */
const FEWEST_ROWS = 20;
const MOST_SHORT_PAGES = 100;
/** Beyond, a page scrolls slowly and nobody reads it: a search finds, an export has all. */
const MOST_ROWS = 2_000;

/** A row of a view that lists: by pages or, where there are never many, all at once. */
export type RowOf<Name extends OperationName> = OperationResults[Name] extends
  ListPage<infer Row> | readonly (infer Row)[]
  ? Row
  : never;

export interface List<Row> {
  readonly rows: readonly Row[];
  readonly total: ListPage<Row>['total'] | null;
  readonly error: CallError | null;
  readonly isLoading: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMore: boolean;
  /** There is more, but as many are shown as a page can bear. */
  readonly isFull: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  /** What the address asks for. */
  readonly asked: ListSearch;
  readonly ask: (change: ListSearch) => void;
  /** Whether the view takes an input, such as `search`. */
  readonly takes: (input: string) => boolean;
}

/** What somebody wants to see of which list. */
interface Wanted {
  readonly asking: string;
  readonly pages: number;
}

/** A list by its address, a page after the other. `input`: what the page itself fixes, such as the event. */
export function useList<Name extends OperationName>(
  name: Name,
  input: Readonly<Record<string, unknown>>,
): List<RowOf<Name>> {
  type Row = RowOf<Name>;
  const { look } = useConsole();
  const { organiser } = useMembership();
  const operation = useOperations().get(name);
  const undescribed = useOperationsTrouble();
  const navigate = useNavigate();
  const router = useRouter();
  const asked: ListSearch = readListSearch(useSearch({ strict: false }));
  const takes = (field: string) =>
    operation?.fields.some((one) => one.name === field && !(field in input)) ?? false;
  const given = Object.fromEntries(
    Object.entries(asked).flatMap(([field, value]) => {
      const { choices, kind } = operation?.fields.find((one) => one.name === field) ?? {};
      const isTaken = takes(field) && (choices === undefined || choices.includes(value ?? ''));
      if (!isTaken) return [];
      return [[field, kind === 'switch' ? value === choices?.[0] : value]];
    }),
  );
  const query = useInfiniteQuery<
    ListPage<Row>,
    CallError,
    readonly ListPage<Row>[],
    unknown[],
    string | null
  >({
    // Not that of `useView`, which keeps what a view returned, and no pages of it.
    queryKey: [organiser, name, { ...given, ...input }, 'pages'],
    queryFn: async ({ pageParam }) => {
      // Who goes on wants many, and each page is read again with every change.
      const beyond = pageParam === null ? {} : { cursor: pageParam, limit: MAX_LIST_LIMIT };
      const found: unknown = await look(name, { ...given, ...input, ...beyond });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a list returns its rows, or pages of them
      return asPage(found as ListPage<Row> | readonly Row[]);
    },
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
    enabled: operation !== undefined,
    placeholderData: (before) => before,
  });
  const pages = query.data ?? [];
  const rows = pages.flatMap(({ data }) => data);
  const { hasNextPage, isFetching, fetchNextPage } = query;
  const isFull = rows.length >= MOST_ROWS;
  // The server looks through so many rows for a page: where few match, it is short, even empty.
  const isShort = rows.length < FEWEST_ROWS && pages.length < MOST_SHORT_PAGES;
  // Reading what is shown again, after a change, ends what reads on: it is taken up after that.
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const asking = JSON.stringify([given, input]);
  const wantsMore = wanted?.asking === asking && wanted.pages > pages.length;
  const goesOn = hasNextPage && !isFetching && (isShort || wantsMore) && query.error === null;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return {
    rows,
    total: pages[0]?.total ?? null,
    error: query.error ?? undescribed.error,
    isLoading: query.isPending || (rows.length === 0 && hasNextPage && isShort),
    isLoadingMore: query.isFetchingNextPage || (wantsMore && query.error === null),
    hasMore: query.hasNextPage && !isFull,
    isFull: query.hasNextPage && isFull,
    loadMore: () => {
      setWanted({ asking, pages: pages.length + 1 });
      void query.fetchNextPage();
    },
    retry: () => void (operation === undefined ? undescribed : query).refetch(),
    asked,
    ask: (change) => {
      const { location, resolvedLocation } = router.state;
      // What was still being typed is not looked for on the page that is about to come.
      if (location.pathname !== resolvedLocation?.pathname) return;
      // Of the address as it is then: what was typed is asked for a moment later, and a filter may have been chosen meanwhile.
      const search = (now: object) => readListSearch({ ...now, ...change });
      void navigate({ to: '.', search, replace: true });
    },
    takes,
  };
}

function asPage<Row>(found: ListPage<Row> | readonly Row[]): ListPage<Row> {
  if ('data' in found) return found;
  return { data: found, next: null, total: { count: found.length, isExact: true } };
}
