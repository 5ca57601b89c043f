import type { PageLink } from './lists.ts';

/** Rows of a page of a list, unless `per_page` says otherwise. */
export const DEFAULT_PER_PAGE = 25;
export const MAX_PER_PAGE = 100;

/** Laravel's link window: pages shown on each side of the current one. */
const ON_EACH_SIDE = 3;
const CLOSE_TO_AN_END = ON_EACH_SIDE + 4;

interface PageUrls {
  /** The list's absolute URL without a query. */
  readonly path: string;
  /** The caller's filters as sent; every URL repeats them. */
  readonly filters: readonly (readonly [string, string])[];
}

/** Placeholder for the rows, which are serialised separately. */
export const ROWS = '<rows>';

interface NumberedPage {
  readonly rowCount: number;
  readonly page: number;
  readonly perPage: number;
  readonly total: number;
}

/** Laravel's length-aware paginator (specification §2.2), its keys in Laravel's order. */
export function renderNumberedPage(
  { rowCount, page, perPage, total }: NumberedPage,
  urls: PageUrls,
) {
  const lastPage = Math.max(Math.ceil(total / perPage), 1);
  const from = rowCount === 0 ? null : (page - 1) * perPage + 1;
  const beforePage = urlUpTo(urls, 'page');
  const urlOf = (number: number) => beforePage + String(number);
  const previous = page > 1 ? urlOf(page - 1) : null;
  const next = page < lastPage ? urlOf(page + 1) : null;
  return {
    current_page: page,
    data: ROWS,
    first_page_url: urlOf(1),
    from,
    last_page: lastPage,
    last_page_url: urlOf(lastPage),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...pageWindow(page, lastPage).map((number) => linkTo(number, page, urlOf)),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path: urls.path,
    per_page: perPage,
    prev_page_url: previous,
    to: from === null ? null : from + rowCount - 1,
    total,
  };
}

/** Page numbers of the link window; null is the gap, `...`. */
export function pageWindow(current: number, last: number): (number | null)[] {
  if (last < ON_EACH_SIDE * 2 + 8) return range(1, last);
  if (current <= CLOSE_TO_AN_END) {
    return [...range(1, CLOSE_TO_AN_END + ON_EACH_SIDE), null, ...range(last - 1, last)];
  }
  if (current > last - CLOSE_TO_AN_END) {
    return [...range(1, 2), null, ...range(last - (CLOSE_TO_AN_END + ON_EACH_SIDE - 1), last)];
  }
  const around = range(current - ON_EACH_SIDE, current + ON_EACH_SIDE);
  return [...range(1, 2), null, ...around, null, ...range(last - 1, last)];
}

/** `path?filters&key=value`, percent-encoded as RFC 3986 says (a space is `%20`). */
export function buildUrl(urls: PageUrls, key: string, value: string): string {
  return urlUpTo(urls, key) + encodeStrictly(value);
}

/** `path?filters&key=` */
function urlUpTo({ path, filters }: PageUrls, key: string): string {
  const pairs = filters.map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}&`);
  return `${path}?${pairs.join('')}${key}=`;
}

function linkTo(number: number | null, page: number, urlOf: (page: number) => string): PageLink {
  if (number === null) return { url: null, label: '...', active: false };
  return { url: urlOf(number), label: String(number), active: number === page };
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
