import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageWindow, renderNumberedPage } from './paginator.ts';

const urls = { path: 'https://example.org/v1/things', filters: [] };

/** The window as text, gaps as `…`. */
function windowOf(current: number, last: number): string {
  return pageWindow(current, last)
    .map((page) => page ?? '…')
    .join(' ');
}

describe('pageWindow', () => {
  it.each([
    [1, 1, '1'],
    [1, 13, '1 2 3 4 5 6 7 8 9 10 11 12 13'],
    [1, 14, '1 2 3 4 5 6 7 8 9 10 … 13 14'],
    [7, 14, '1 2 3 4 5 6 7 8 9 10 … 13 14'],
    [8, 14, '1 2 … 5 6 7 8 9 10 11 12 13 14'],
    [14, 14, '1 2 … 5 6 7 8 9 10 11 12 13 14'],
    [7, 15, '1 2 3 4 5 6 7 8 9 10 … 14 15'],
    [8, 15, '1 2 … 5 6 7 8 9 10 11 … 14 15'],
    [9, 15, '1 2 … 6 7 8 9 10 11 12 13 14 15'],
    [50, 100, '1 2 … 47 48 49 50 51 52 53 … 99 100'],
    [93, 100, '1 2 … 90 91 92 93 94 95 96 … 99 100'],
    [94, 100, '1 2 … 91 92 93 94 95 96 97 98 99 100'],
    [400, 100, '1 2 … 91 92 93 94 95 96 97 98 99 100'],
  ])('page %i of %i shows %s', (current, last, expected) => {
    expect(windowOf(current, last)).toBe(expected);
  });

  it('always shows the first, the last and the current page, ascending and without repetition', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const [current, last] = [Math.min(a, b), Math.max(a, b)];
        const numbers = pageWindow(current, last).filter((page) => page !== null);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((x, y) => x - y));
        expect(numbers).toEqual(expect.arrayContaining([1, current, last]));
      }),
    );
  });
});

describe('renderNumberedPage', () => {
  it("writes Laravel's keys in Laravel's order", () => {
    const page = renderNumberedPage({ rowCount: 1, page: 1, perPage: 25, total: 1 }, urls);
    expect(Object.keys(page)).toEqual([
      'current_page',
      'data',
      'first_page_url',
      'from',
      'last_page',
      'last_page_url',
      'links',
      'next_page_url',
      'path',
      'per_page',
      'prev_page_url',
      'to',
      'total',
    ]);
    expect(page.links).toEqual([
      { url: null, label: '&laquo; Previous', active: false },
      { url: 'https://example.org/v1/things?page=1', label: '1', active: true },
      { url: null, label: 'Next &raquo;', active: false },
    ]);
  });

  it('keeps the filters, before the page, percent-encoded', () => {
    const filters = [
      ['email', "o'neil+x@example.org"],
      ['per_page', '2'],
    ] as const;
    const page = renderNumberedPage(
      { rowCount: 2, page: 2, perPage: 2, total: 5 },
      { ...urls, filters },
    );
    const query = 'email=o%27neil%2Bx%40example.org&per_page=2&page=';
    expect(page.next_page_url).toBe(`https://example.org/v1/things?${query}3`);
    expect(page.prev_page_url).toBe(`https://example.org/v1/things?${query}1`);
    expect([page.from, page.to, page.last_page]).toEqual([3, 4, 3]);
  });

  it('a page past the end is empty, without from and to, and links back', () => {
    const page = renderNumberedPage({ rowCount: 0, page: 9, perPage: 10, total: 11 }, urls);
    expect(page).toMatchObject({ from: null, to: null, next_page_url: null, last_page: 2 });
    expect(page.prev_page_url).toBe('https://example.org/v1/things?page=8');
  });

  it('an empty list has one page', () => {
    const page = renderNumberedPage({ rowCount: 0, page: 1, perPage: 25, total: 0 }, urls);
    expect(page).toMatchObject({ last_page: 1, from: null, to: null, prev_page_url: null });
  });
});
