import { MAX_ACTIVITY_PAGE, type ActivityFilter } from '../../shared/station/commands.ts';
import type { ActivityItem, ActivityPage } from '../../shared/station/journal-pages.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { Ask } from './read-attention.ts';

/** The newest `count` rows that a filter lets through, in as few pages as it takes; null where the journal cannot be read. */
export async function readActivity(
  ask: Ask,
  filter: ActivityFilter,
  count: number,
): Promise<ActivityPage | null> {
  const items: ActivityItem[] = [];
  let before: number | null = null;
  for (;;) {
    const limit = Math.min(count - items.length, MAX_ACTIVITY_PAGE);
    const result: CommandResult = await ask({ kind: 'read_activity', before, limit, filter });
    if (!result.ok || !('activity' in result)) return null;
    const { items: page, next } = result.activity;
    items.push(...page);
    if (next === null || items.length >= count) return { items, next };
    before = next;
  }
}
