import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventRow, numbered, scanRow, ticketRow, timeAt } from '../../test/support/station/rows.ts';
import { parseBound } from '../../shared/instant.ts';
import {
  readAnswersRow,
  readEventRow,
  readOrderLineRow,
  readRows,
  readScanRow,
  readTicketRow,
  type ReadRow,
} from './records.ts';

const EVENT = 'evt_x';
const session = { reference: numbered('session', 1), name: 'Late', starts_at: timeAt(60) };
const line = {
  reference: numbered('orderLine', 1),
  order: numbered('order', 1),
  order_status: 'paid',
  add_on: numbered('addOn', 1),
  session: numbered('session', 1),
  quantity: 3,
  redeemed: 1,
  updated_at: timeAt(1),
};

/** A whole row of each list, and what reads it. */
const lists = {
  tickets: {
    row: ticketRow(1, {
      session,
      seat_label: 'C 14',
      valid_from: timeAt(1),
      valid_until: timeAt(2),
      entry_points: [numbered('location', 1)],
      code_issue: 2,
      deleted_at: timeAt(3),
    }),
    read: readTicketRow(EVENT),
  },
  scans: { row: scanRow(1), read: readScanRow(EVENT) },
  order_lines: { row: line, read: readOrderLineRow(EVENT) },
  answers: {
    row: { reference: numbered('order', 1), answers: [], updated_at: timeAt(1) },
    read: readAnswersRow(EVENT),
  },
  events: { row: eventRow({ starts_at: timeAt(1), ends_at: timeAt(2) }), read: readEventRow },
} as const satisfies Record<string, { row: object; read: ReadRow<unknown> }>;

type List = keyof typeof lists;

/** Every path of a row, into its objects. */
function pathsOf(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [before];
  const inside = Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...before, key]));
  return before.length === 0 ? inside : [before, ...inside];
}

/** The row with another value there; `undefined` leaves the field out. */
function changed(row: object, [first = '', ...rest]: readonly string[], value: unknown): object {
  const copy = new Map<string, unknown>(Object.entries(row));
  const inner = copy.get(first);
  if (rest.length === 0) copy.set(first, value);
  else if (typeof inner === 'object' && inner !== null)
    copy.set(first, changed(inner, rest, value));
  return JSON.parse(JSON.stringify(Object.fromEntries(copy)));
}

const places = Object.keys(lists).flatMap((list) =>
  pathsOf(lists[isList(list)].row).map((path) => ({ list: isList(list), path })),
);

function isList(name: string): List {
  if (name === 'tickets' || name === 'scans' || name === 'order_lines') return name;
  if (name === 'answers' || name === 'events') return name;
  throw new Error('expected a list');
}

function read(list: List, row: unknown) {
  const reader: ReadRow<unknown> = lists[list].read;
  return readRows([row], list, reader);
}

describe('rows of a server', () => {
  it('never vanish: whatever a field holds, the row is as it was, or it is listed with its reference', () => {
    const anyValue = fc.oneof(
      fc.constantFrom<unknown>(undefined, null, '', 7, -1, true, [], {}, 'on_hold', [null], 'soon'),
      fc.constantFrom<unknown>({ reference: 7 }, { name: 'x' }, '2026-02-31T00:00:00Z'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), anyValue, ({ list, path }, value) => {
        const { rows, unreadable } = read(list, changed(lists[list].row, path, value));
        const isListed = unreadable.length === 1;
        expect(rows.length + unreadable.length).toBeGreaterThan(0);
        if (isListed && path.join() !== 'reference') {
          expect(unreadable[0]?.reference).toBe(lists[list].row.reference);
        }
        // A field that is left out or null is one that the server does not have.
        if (isListed || value === undefined || value === null || value === '') return;
        const lost =
          JSON.stringify(rows[0]) ===
          JSON.stringify(read(list, changed(lists[list].row, path, null)).rows[0]);
        const matters =
          JSON.stringify(rows[0]) !== JSON.stringify(read(list, lists[list].row).rows[0]);
        expect(lost && matters, JSON.stringify({ list, path, value })).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each<[string, unknown]>([
    ['long text', 'x'.repeat(1_000_000)],
    ['long list', Array(100_000).fill(numbered('location', 1))],
    ['list of long texts', ['x'.repeat(1_000_000)]],
  ])('are never kept longer than a screen shows, with a %s in any place', (_what, value) => {
    for (const { list, path } of places) {
      const whole = read(list, changed(lists[list].row, path, value));
      expect(JSON.stringify(whole).length, `${list}.${path.join('.')}`).toBeLessThan(5_000);
    }
  });

  it('are read whatever form their times have', () => {
    const times = places.filter(({ path }) => /_at$|^valid_/.test(path.at(-1) ?? ''));
    for (const { list, path } of times) {
      for (const text of [
        '2026-11-20T19:00:00Z',
        '2026-11-20T20:00:00+01:00',
        '2026-11-20T19:00:00.5Z',
        '2026-11-20T20:00:00.000000+0100',
        '9999-12-31T23:59:59Z',
      ]) {
        const { rows, unreadable } = read(list, changed(lists[list].row, path, text));
        expect(unreadable, text).toEqual([]);
        const needed = JSON.stringify(
          read(list, changed(lists[list].row, path, 'never')).unreadable,
        );
        if (needed !== '[]') expect(JSON.stringify(rows[0])).toContain(String(parseBound(text)));
      }
    }
  });

  it.each([
    ['tickets', 'status', 'unknown'],
    ['order_lines', 'order_status', 'unknown'],
    ['events', 'status', 'published'],
  ] as const)('in a state that is new are kept and listed: %s', (list, field, as) => {
    const { rows, unreadable } = read(list, { ...lists[list].row, [field]: 'on_hold' });
    expect(rows).toMatchObject([{ reference: lists[list].row.reference, [field]: as }]);
    expect(unreadable).toEqual([
      {
        list,
        key: lists[list].row.reference,
        reference: lists[list].row.reference,
        problem: `${field} "on_hold" is not known`,
      },
    ]);
  });
});
