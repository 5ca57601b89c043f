import type { ListPage, WalkPosition } from '../../ports/replica.ts';

/**
 * The position after a page (specification §4.1). The watermark of a walk's first page is stored aside and becomes the pointer only
 * with the last page, so that a walk that breaks off is taken up again without skipping a row.
 */
export function advanceWalk(before: WalkPosition, page: ListPage): WalkPosition {
  const begins = before.next_url === null;
  const aside = begins ? page.watermark : (before.aside ?? page.watermark);
  const begunAt = begins ? page.asked_at : (before.begun_at ?? page.asked_at);
  const applied = (begins ? 0 : before.applied) + page.rows.length;
  if (page.next_url !== null) {
    return { ...before, next_url: page.next_url, aside, applied, begun_at: begunAt };
  }
  return {
    pointer: aside,
    next_url: null,
    aside: null,
    applied,
    fresh_at: begunAt,
    begun_at: null,
  };
}
