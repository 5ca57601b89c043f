import {
  buildUrl,
  DEFAULT_PER_PAGE,
  renderNumberedPage,
} from '../../../shared/contract/paginator.ts';
import type { QueryParameter } from '../../../shared/contract/query.ts';
import type { Json } from '../json.ts';
import { ada, adaOrder } from './orders.ts';

const PER_PAGE = 2;

/** The first of three pages of a list in numbered mode. */
export function firstPage<Row>(path: string, rows: readonly Row[]) {
  const filters = [['per_page', String(PER_PAGE)]] as const;
  const page = { rowCount: rows.length, page: 1, perPage: PER_PAGE, total: 2 * PER_PAGE + 1 };
  return { data: { ...renderNumberedPage(page, { path, filters }), data: rows } };
}

/** Everything on one page of the default size. */
export function onlyPage<Row>(path: string, rows: readonly Row[]) {
  const page = { rowCount: rows.length, page: 1, perPage: DEFAULT_PER_PAGE, total: rows.length };
  return { data: { ...renderNumberedPage(page, { path, filters: [] }), data: rows } };
}

const since = '2026-10-01T00:00:00Z';

/** An opaque cursor. */
const cursor =
  'wUB3Jb-QkB6jGd0CMfW0M1sibmV4dCIsMTc5MzYzNzAyODkxNDcwNiwidGt0XzAxbTR3cjV3bnByeXlmOHZkMXRlN3cycnFlIiwxNzk3MDk4MTQwMTEzODcwLDE3OTcwOTgxNDA5MDYxMThd';

/** The first page of what changed, with more to come. */
export function changedPage<Row extends { readonly updated_at: string }>(
  path: string,
  rows: readonly Row[],
  { withDeleted = false } = {},
) {
  const deleted = withDeleted ? [['include_deleted', '1'] as const] : [];
  const filters = [
    ['updated_since', since] as const,
    ...deleted,
    ['per_page', String(PER_PAGE)] as const,
  ];
  return {
    data: {
      data: rows,
      path,
      per_page: PER_PAGE,
      next_cursor: cursor,
      next_page_url: buildUrl({ path, filters }, 'cursor', cursor),
      prev_cursor: null,
      prev_page_url: null,
    },
    watermark: '2026-12-12T18:20:11.906118Z',
  };
}

/** An example value for each list parameter. */
export const queryExamples: Readonly<Record<QueryParameter, Json>> = {
  page: 1,
  per_page: 100,
  updated_since: since,
  cursor,
  include_deleted: '1',
  include: 'answers',
  status: 'valid',
  state: 'open',
  order: adaOrder.reference,
  email: ada.email,
};
