import { describe, expect, it } from 'vitest';
import type { StationWarning } from '../../../shared/station/warnings.ts';
import { locales, type Locale } from '../../../shared/languages.ts';
import { warningText } from './warning-text.ts';

const warnings: readonly StationWarning[] = [
  { code: 'journal_replaced', kept_as: '/data/journal.db.damaged-1', carried_over: 1234 },
  { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
  { code: 'journal_failed', doing: 'read', problem: 'disk I/O error' },
  { code: 'journal_end_lost', scans: 180, since: null, kept_as: null },
  {
    code: 'journal_end_lost',
    scans: 174,
    since: '2026-11-20T18:00:00.000000Z',
    kept_as: '/data/journal.db.damaged-2',
  },
  { code: 'journal_changed', scans: 3 },
  { code: 'settings_restored' },
  { code: 'settings_lost' },
  { code: 'entry_point_archived', name: 'North Gate' },
  { code: 'over_redeemed', times: 2 },
  { code: 'disk_full' },
  { code: 'replica_rebuilt', carried_over: 0 },
  { code: 'replica_rebuilt', carried_over: 77 },
  { code: 'replica_missing' },
  { code: 'replica_unreadable' },
  { code: 'replica_unwritable' },
  { code: 'foreign_pages', own: 'https://gatehouse.example/v1', other: 'http://behind.proxy:8080' },
  { code: 'clock_off', seconds: 86_399 },
  { code: 'rows_unreadable', rows: 31 },
  { code: 'clock_jumped' },
  { code: 'clock_unconfirmed', seconds: 95 },
  { code: 'plain_http', server: 'http://tickets.example.org' },
  { code: 'secret_unprotected' },
  { code: 'secret_unreadable', problem: 'the keyring is locked' },
  { code: 'secret_unreadable', problem: null },
  { code: 'secret_missing' },
  { code: 'secret_not_kept', problem: 'no space left' },
  { code: 'settings_not_kept', problem: '/data/settings.json cannot be written (EROFS)' },
];

const place = (locale: Locale) => ({ locale, zone: 'Europe/Berlin' });

describe.each(locales)('the warnings in %s', (locale) => {
  const texts = warnings.map((warning) => warningText(warning, place(locale)));

  it('are sentences, and no two are the same', () => {
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.+\.$/su);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('contain the values that were found', () => {
    const all = texts.join('\n');
    for (const found of [
      'journal.db.damaged-1',
      'journal.db.damaged-2',
      'disk I/O error',
      '77',
      locale === 'fr' ? '1\u00a0j' : '1\u00a0d',
      '174',
      '180',
      '19:00',
      'the keyring is locked',
      'no space left',
      'settings.json',
    ]) {
      expect(all).toContain(found);
    }
    expect(all).toContain('https://gatehouse.example/v1');
    expect(all).toContain('http://behind.proxy:8080');
  });
});

it('are translated, all of them', () => {
  for (const locale of locales.filter((one) => one !== 'en')) {
    for (const warning of warnings) {
      expect(warningText(warning, place(locale))).not.toBe(warningText(warning, place('en')));
    }
  }
});
