import { describe, expect, it } from 'vitest';
import type { AttentionItem } from '../../../../shared/station/journal-pages.ts';
import { locales } from '../../../../shared/languages.ts';
import { attentionItem, attentionPage } from '../../../../test/support/door-script.ts';
import { attentionCsv } from './attention-csv.ts';
import { canBeSent, whyOf } from './attention-reason.ts';
import { exportName } from '../../state/export-file.ts';
import { loadAttention } from '../../state/journal-pages.ts';
import type { Ask } from '../../state/journal-pages.ts';
import { catalogue } from '../../i18n/languages.ts';

describe('why a scan needs attention', () => {
  it.each(locales)('is a separate sentence for each known code in %s', (locale) => {
    const codes = Object.keys(catalogue.en.attention.why);
    const texts = codes.map((code) => whyOf(attentionItem(1, { code }), catalogue[locale]));
    expect(new Set(texts).size).toBe(codes.length);
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.+\.$/su);
  });

  it("is never the server's message for a modified row, which is not sent again", () => {
    const item = attentionItem(1, { code: 'journal.changed', message: 'The row is not …' });
    for (const locale of locales) {
      expect(whyOf(item, catalogue[locale])).not.toContain(item.message);
    }
    expect([canBeSent(item), canBeSent(attentionItem(2))]).toEqual([false, true]);
  });

  it('is the server’s message for an unknown code', () => {
    const item = attentionItem(1, { code: 'ticket.archived', message: 'The ticket is archived.' });
    expect(whyOf(item, catalogue.en)).toBe('The server says: The ticket is archived.');
    expect(whyOf({ ...item, message: ' ' }, catalogue.en)).toBe('The server says: ticket.archived');
  });
});

describe('the export', () => {
  it('is a row for each scan, every cell quoted, as a spreadsheet reads it', () => {
    const csv = attentionCsv([attentionItem(7, { offered: 3, waiting: true })], catalogue.de);
    const [heading, row, end] = csv.split('\r\n');
    expect(csv.startsWith('\uFEFF"number","reference"')).toBe(true);
    expect(row).toContain('"7","scn_');
    expect(row).toContain('"allowed","scanning.allowed","Einlass"');
    expect(row).toContain('"ticket.unknown","Der Server kennt für diese');
    expect(row).toMatch(/"3","yes"$/);
    expect(cells(row)).toBe(cells(heading?.slice(1)));
    expect(end).toBe('');
  });

  it('has a row for a scan whose number alone is known', () => {
    const change = { kind: 'unreadable', ticket: null, reason: null } as const;
    const csv = attentionCsv([attentionItem(7, change)], catalogue.en);
    expect(csv.split('\r\n')[1]).toMatch(/^"7","scn_\w+","[^"]+","","","Not a ticket",""/);
  });

  it('contains no formula, even if a text looks like one', () => {
    const item = attentionItem(1, {
      entry_point: '=HYPERLINK("http://evil")',
      code: '+1',
      message: '@SUM(A1)',
    });
    const csv = attentionCsv([item], catalogue.en);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(csv).not.toMatch(/"[=+@-]/);
  });

  it.each([
    ['Winter Gala', 'gatehouse-needs-attention-winter-gala-2026-12-12.csv'],
    ['Fête d’été / “2026”', 'gatehouse-needs-attention-fete-d-ete-2026-2026-12-12.csv'],
    ['../../etc', 'gatehouse-needs-attention-etc-2026-12-12.csv'],
    ['冬の祭り', 'gatehouse-needs-attention-冬の祭り-2026-12-12.csv'],
    ['!!!', 'gatehouse-needs-attention-2026-12-12.csv'],
    [null, 'gatehouse-needs-attention-2026-12-12.csv'],
  ])('of %s is named %s', (event, name) => {
    expect(exportName(catalogue.en.attention.fileName, { event, day: '2026-12-12' }, 'csv')).toBe(
      name,
    );
  });
});

describe('reading the list', () => {
  it('reads as many pages as it needs, each starting after the last number of the previous one', async () => {
    const { ask, asked } = listOf(1_234);
    const all = await loadAttention(ask, Number.MAX_SAFE_INTEGER);
    expect(all?.items.map(({ number }) => number)).toEqual(numbers(1_234));
    expect(all?.total).toBe(1_234);
    expect(asked).toEqual([
      [null, 500],
      [500, 500],
      [1_000, 500],
    ]);
  });

  it('continues after a page that is shorter than requested', async () => {
    const pages = [[1], [], [4, 5]];
    const ask: Ask = (command) => {
      if (command.kind !== 'read_attention') throw new Error('expected a read');
      const place = command.after ?? 0;
      const items = (pages[place] ?? []).map((number) => attentionItem(number));
      const next = place < 2 ? place + 1 : null;
      return Promise.resolve({ ok: true, attention: { total: 3, items, next } });
    };
    const all = await loadAttention(ask, 100);
    expect(all?.items.map(({ number }) => number)).toEqual([1, 4, 5]);
    expect(all?.next).toBeNull();
  });

  it('ends at the number that was asked for', async () => {
    const { ask, asked } = listOf(1_234);
    const some = await loadAttention(ask, 600);
    expect(some?.items).toHaveLength(600);
    expect(some?.next).toBe(600);
    expect(asked).toEqual([
      [null, 500],
      [500, 100],
    ]);
  });

  it('is null when a page cannot be read', async () => {
    const answer = { ok: false, code: 'station.failed', message: 'no' } as const;
    expect(await loadAttention(() => Promise.resolve(answer), 100)).toBeNull();
  });
});

/** A station with this many entries. */
function listOf(total: number) {
  const items: readonly AttentionItem[] = numbers(total).map((number) => attentionItem(number));
  const asked: (readonly [number | null, number])[] = [];
  const ask: Ask = (command) => {
    if (command.kind !== 'read_attention') throw new Error('expected a read');
    const { after, limit } = command;
    asked.push([after, limit]);
    return Promise.resolve({ ok: true, attention: attentionPage(items, { after, limit }) });
  };
  return { ask, asked };
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, place) => place + 1);
}

function cells(row: string | undefined): number {
  return row?.split('","').length ?? 0;
}
