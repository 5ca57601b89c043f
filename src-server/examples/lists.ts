import { buildUrl, DEFAULT_PER_PAGE, renderNumberedPage } from '../../shared/contract/paginator.ts';

export const PER_PAGE = 2;
/** Where the lists of the schemas' examples are. */
export const EXAMPLE_LIST = 'https://example.org/v1/integration/example';

export interface ExampleRow {
  readonly updated_at: string;
  readonly deleted_at?: string | null;
  readonly erased_at?: string | null;
}

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

export const since = '2026-10-01T00:00:00Z';

/** An opaque cursor. */
export const cursor =
  'wUB3Jb-QkB6jGd0CMfW0M1sibmV4dCIsMTc5MzYzNzAyODkxNDcwNiwidGt0XzAxbTR3cjV3bnByeXlmOHZkMXRlN3cycnFlIiwxNzk3MDk4MTQwMTEzODcwLDE3OTcwOTgxNDA5MDYxMThd';

/** The first page of what changed, with more to come. */
export function changedPage<Row extends ExampleRow>(path: string, rows: readonly Row[]) {
  const withDeleted = rows.some((row) => (row.deleted_at ?? row.erased_at ?? null) !== null);
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
