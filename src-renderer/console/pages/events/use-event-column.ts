import { useSearch } from '@tanstack/react-router';
import type { Column } from '../../components/data-table.tsx';
import { useWords } from '../../data/console-context.tsx';
import { useEvents } from '../../data/use-events.ts';
import { readListSearch } from '../../state/list-search.ts';

interface OfEvent {
  readonly event: string | null;
}

/** Which event a row belongs to; no column in a list of the one that was chosen. */
export function useEventColumn(): readonly Column<OfEvent>[] {
  const { tickets: words } = useWords();
  const events = useEvents();
  const { event: asked } = readListSearch(useSearch({ strict: false }));
  if (asked !== undefined) return [];
  return [{ id: 'event', name: words.event, render: ({ event }) => events.nameOf(event) }];
}
