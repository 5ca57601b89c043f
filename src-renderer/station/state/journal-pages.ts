import {
  type ActivityFilter,
  MAX_ACTIVITY_PAGE,
  MAX_ATTENTION_PAGE,
  type StationCommand,
} from '../../../shared/station/commands.ts';
import type {
  ActivityItem,
  ActivityPage,
  AttentionItem,
  AttentionPage,
} from '../../../shared/station/journal-pages.ts';
import type { CommandResult } from '../../../shared/station/results.ts';

/** Reads one page, as of now. */
export type Ask = (command: StationCommand) => Promise<CommandResult>;

/** Reads the first `count` scans that need attention, in as few pages as possible; null if the list cannot be read. */
export async function loadAttention(ask: Ask, count: number): Promise<AttentionPage | null> {
  const items: AttentionItem[] = [];
  let after: number | null = null;
  for (;;) {
    const limit = Math.min(count - items.length, MAX_ATTENTION_PAGE);
    const result: CommandResult = await ask({ kind: 'read_attention', after, limit });
    if (!result.ok || !('attention' in result)) return null;
    const { total, items: page, next } = result.attention;
    items.push(...page);
    if (next === null || items.length >= count) return { total, items, next };
    after = next;
  }
}

/**
 * Reads the newest `count` rows that match a filter, page by page. Resolves with `unreadable` if the station refuses, with `unwanted` if
 * `isWanted` turned false between two pages.
 */
export async function loadActivity(
  ask: Ask,
  filter: ActivityFilter,
  count: number,
  isWanted: () => boolean,
): Promise<ActivityPage | 'unreadable' | 'unwanted'> {
  const items: ActivityItem[] = [];
  let before: number | null = null;
  while (isWanted()) {
    const limit = Math.min(count - items.length, MAX_ACTIVITY_PAGE);
    const result: CommandResult = await ask({ kind: 'read_activity', before, limit, filter });
    if (!result.ok || !('activity' in result)) return 'unreadable';
    const { items: page, next } = result.activity;
    items.push(...page);
    if (next === null || items.length >= count) return { items, next };
    before = next;
  }
  return 'unwanted';
}
