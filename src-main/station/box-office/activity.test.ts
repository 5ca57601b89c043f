import { describe, expect, it } from 'vitest';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { draft, instantAt } from '../../../test/support/station/records.ts';
import { EVENT, numbered } from '../../../test/support/station/rows.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import { listActivity } from './activity.ts';

const numbers = (page: { readonly items: readonly { readonly number: number }[] }) =>
  page.items.map(({ number }) => number);

describe('the activity of a station', () => {
  it('is listed newest first, page by page, each row once', () => {
    const journal = new StoreFiles().openJournal();
    for (let number = 1; number <= 450; number += 1) journal.append(draft(number));
    const seen: number[] = [];
    let before: number | null = null;
    do {
      const page = listActivity(journal, EVENT, { before, limit: 60, filter: {} });
      seen.push(...numbers(page));
      before = page.next;
    } while (before !== null);
    expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => 450 - index));
  });

  it('returns where to continue after it has searched enough rows for one page', () => {
    const journal = new StoreFiles().openJournal();
    journal.append(draft(1, { kind: 'denied', reason: 'scanning.ticket_cancelled' }));
    for (let number = 2; number <= 300; number += 1) journal.append(draft(number));
    const filter = { result: 'denied' } as const;
    const first = listActivity(journal, EVENT, { before: null, limit: 50, filter });
    expect(first).toEqual({ items: [], next: 101 });
    const rest = listActivity(journal, EVENT, { before: first.next, limit: 50, filter });
    expect([numbers(rest), rest.next]).toEqual([[1], null]);
  });

  it('is filtered by result, by upload state, and by words', () => {
    const journal = new StoreFiles().openJournal();
    journal.append(draft(1));
    journal.append(draft(2, { kind: 'denied', reason: 'scanning.already_scanned' }));
    journal.append(draft(3, { kind: 'unreadable', ticket: null, reason: null }));
    journal.append(draft(4, { kind: 'unknown_ticket', reason: null, location: null }));
    journal.append(draft(5, { shown: { ...draft(5).shown, holder: null, seat_label: 'Row D 7' } }));
    journal.recordUploads([{ kind: 'acknowledged', reference: draft(1).reference, answer: null }]);
    const found = (filter: Parameters<typeof listActivity>[2]['filter']) =>
      numbers(listActivity(journal, EVENT, { before: null, limit: 50, filter }));
    expect(found({ result: 'denied' })).toEqual([2]);
    expect(found({ result: 'unknown' })).toEqual([4, 3]);
    expect(found({ upload: 'sent' })).toEqual([1]);
    expect(found({ upload: 'waiting' })).toEqual([5, 2]);
    expect(found({ words: 'angstrom zo' })).toEqual([4, 3, 2, 1]);
    expect(found({ words: 'd 7' })).toEqual([5]);
    expect(found({ words: 'north', result: 'admitted' })).toEqual([5, 1]);
    expect(found({ words: numbered('ticket', 2) })).toEqual([2]);
    expect(found({ words: '  ' })).toEqual([5, 4, 3, 2, 1]);
  });

  it('names what was handed out and to whom, and is searched by both', () => {
    const journal = new StoreFiles().openJournal();
    journal.append(draft(1));
    journal.appendRedemption({
      reference: 'rdm_1',
      request_id: 'request-rdm-1',
      organiser: numbered('organiser', 1),
      event: EVENT,
      order: numbered('order', 1),
      order_line: numbered('orderLine', 1),
      quantity: 2,
      location: null,
      redeemed_at: instantAt(5),
      clock_offset_ms: 0,
    });
    const list = (words: string) =>
      listActivity(journal, EVENT, { before: null, limit: 50, filter: { words } }, () => ({
        name: 'Drink voucher',
        holder: 'Grace Hopper',
      }));
    expect(list('').items[0]).toMatchObject({
      holder: 'Grace Hopper',
      redemption: { name: 'Drink voucher', quantity: 2 },
    });
    expect(numbers(list('voucher'))).toEqual([2]);
    expect(numbers(list('hopper'))).toEqual([2]);
  });

  it('can be requested by a screen', async () => {
    const door = await openDoor();
    await door.scan(numbered('ticket', 1));
    const query = { kind: 'read_activity', before: null, limit: 50, filter: {} } as const;
    const result = await door.send(query);
    expect(result).toMatchObject({
      ok: true,
      activity: { items: [{ number: 1, kind: 'admitted', upload: 'waiting' }], next: null },
    });
    await door.close();
  });
});
