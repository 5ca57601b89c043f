import { MAX_ATTENTION_PAGE, type StationCommand } from '../../shared/station/commands.ts';
import type { AttentionItem, AttentionPage } from '../../shared/station/journal-pages.ts';
import type { CommandResult } from '../../shared/station/results.ts';

/** Asks the station; what it answers is of this moment. */
export type Ask = (command: StationCommand) => Promise<CommandResult>;

/** The first `count` scans that need attention, in as few pages as it takes; null where the list cannot be read. */
export async function readAttention(ask: Ask, count: number): Promise<AttentionPage | null> {
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
