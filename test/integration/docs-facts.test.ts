import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  CHECK_IN_KEY_DAYS,
  CONTACT_KEY_DAYS,
  DELIVERY_LOG_DAYS,
  STORED_RESPONSE_CHARACTERS,
} from '../../shared/contract/limits.ts';
import { locales } from '../../shared/verdict/locale.ts';

const characters = STORED_RESPONSE_CHARACTERS.toLocaleString('en');
const inDays = (days: number) => (days === 1 ? 'for one day' : `for ${days} days`);
const languages = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  locales.map((locale) => new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale),
);

/** Facts of the code that the guides state in their own words. */
it.each([
  ['webhooks.md', `the log of the last ${DELIVERY_LOG_DAYS} days`],
  [
    'privacy.md',
    `the first ${characters} characters of each response for ${DELIVERY_LOG_DAYS} days`,
  ],
  ['privacy.md', `${inDays(CONTACT_KEY_DAYS)}, those to scans for ${CHECK_IN_KEY_DAYS}`],
  [
    'operating.md',
    `deleted after ${CHECK_IN_KEY_DAYS} days, the log of webhooks after ${DELIVERY_LOG_DAYS}`,
  ],
  ['accessibility.md', languages],
])('docs/%s says “%s”', (guide, fact) => {
  const text = readFileSync(join(import.meta.dirname, '../../docs', guide), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(fact);
});
