import { formatInstant } from '../../shared/instant.ts';
import { MAX_ATTENTION_PAGE } from '../../shared/station/commands.ts';
import type { AttentionItem, AttentionPage } from '../../shared/station/journal-pages.ts';
import type { Journal, RefusedScan } from '../ports/journal.ts';

/** A page of the scans that the server has refused. */
export function readAttention(
  journal: Journal,
  { after, limit }: { readonly after: number | null; readonly limit: number },
): AttentionPage {
  const { rows, next } = journal.refused(after ?? 0, Math.min(limit, MAX_ATTENTION_PAGE));
  return { total: journal.uploads().attention, items: rows.map(itemOf), next };
}

function itemOf({ sequence, scanned_at, since, attempts, ...row }: RefusedScan): AttentionItem {
  return {
    ...row,
    number: sequence,
    scanned_at: formatInstant(scanned_at),
    since: since === null ? null : formatInstant(since),
    offered: attempts,
  };
}
