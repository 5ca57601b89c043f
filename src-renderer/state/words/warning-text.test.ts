import { describe, expect, it } from 'vitest';
import type { StationWarning } from '../../../shared/station/api.ts';
import { locales } from '../../../shared/verdict/locale.ts';
import { warningText } from './warning-text.ts';

const warnings: readonly StationWarning[] = [
  { code: 'journal_replaced', kept_as: '/data/journal.db.damaged-1', carried_over: 1234 },
  { code: 'journal_failed', doing: 'write', problem: 'disk I/O error' },
  { code: 'journal_failed', doing: 'read', problem: 'disk I/O error' },
  { code: 'disk_full' },
  { code: 'replica_rebuilt', carried_over: 0 },
  { code: 'replica_rebuilt', carried_over: 77 },
  { code: 'replica_unreadable' },
  { code: 'foreign_pages', own: 'https://gatehouse.example/v1', other: 'http://behind.proxy:8080' },
  { code: 'clock_off', seconds: 90 },
  { code: 'clock_jumped' },
  { code: 'secret_unprotected' },
];

describe.each(locales)('the warnings in %s', (locale) => {
  const texts = warnings.map((warning) => warningText(warning, locale));

  it('are sentences, each its own', () => {
    for (const text of texts) expect(text).toMatch(/^\p{Lu}.+\.$/su);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('tell what was found', () => {
    const all = texts.join('\n');
    for (const found of ['journal.db.damaged-1', 'disk I/O error', '77', '90']) {
      expect(all).toContain(found);
    }
    expect(all).toContain('https://gatehouse.example/v1');
    expect(all).toContain('http://behind.proxy:8080');
  });
});

it('are translated, all of them', () => {
  for (const locale of locales.filter((one) => one !== 'en')) {
    for (const warning of warnings) {
      expect(warningText(warning, locale)).not.toBe(warningText(warning, 'en'));
    }
  }
});
