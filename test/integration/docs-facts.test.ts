import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  CHECK_IN_KEY_DAYS,
  CONTACT_KEY_DAYS,
  DELIVERY_LOG_DAYS,
} from '../../shared/contract/retention.ts';
import { STORED_RESPONSE_CHARACTERS } from '../../shared/contract/limits.ts';
import { Order } from '../../shared/resources/orders.ts';
import { Ticket } from '../../shared/resources/tickets.ts';
import { comparedParts } from '../../src-server/imports/lines/import-line.ts';
import { readSources } from '../support/architecture/read-sources.ts';

const characters = STORED_RESPONSE_CHARACTERS.toLocaleString('en');
const inDays = (days: number) => (days === 1 ? 'for one day' : `for ${days} days`);

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
])('docs/%s says “%s”', (guide, fact) => {
  const text = readFileSync(join(import.meta.dirname, '../../docs', guide), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ')).toContain(fact);
});

const additive = Object.entries({ ...Ticket.properties, ...Order.properties }).flatMap(
  ([name, schema]) => (JSON.stringify(schema).includes('(additive)') ? [name] : []),
);

it.each(additive)('docs/changes.md names the field %s, which the specification lacks', (name) => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/changes.md'), 'utf8');
  expect(text).toContain(`\`${name}\``);
});

it('docs/import.md names everything of a ticket that an import with --update changes', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/import.md'), 'utf8');
  const [sentence = ''] = /^.*\(_differ_\)/m.exec(text) ?? [];
  expect(comparedParts.filter((part) => !sentence.includes(part))).toEqual([]);
});

const root = join(import.meta.dirname, '../..');
const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));

it.each(records)('docs/decisions/%s names files that are there, and they name it', (record) => {
  const [, governs = ''] = readFileSync(join(root, 'docs/decisions', record), 'utf8').split(
    '**Governs:**',
  );
  const paths = [...governs.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
  expect(paths).not.toEqual([]);
  for (const path of paths) {
    expect(existsSync(join(root, path)), path).toBe(true);
    // A program's first line says who runs it.
    const [first, second] = readFileSync(join(root, path), 'utf8').split('\n', 2);
    expect(first?.startsWith('#!') === true ? second : first, path).toBe(
      `// Why: docs/decisions/${record}`,
    );
  }
});

it('the table of decisions lists every record with its title and date, in order', () => {
  const table = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8');
  const rows = table.matchAll(/^\| \[(\d+)\]\((\S+)\) +\| (.*?) +\| (\S+) +\|$/gm);
  const expected = records.toSorted().map((record) => {
    const text = readFileSync(join(root, 'docs/decisions', record), 'utf8');
    const [, title, date] = /^# (.*)\n\nDate: (\d{4}-\d\d-\d\d)\. Status: /.exec(text) ?? [];
    return [record.slice(0, 4), record, title, date];
  });
  expect([...rows].map(([, ...cells]) => cells)).toEqual(expected);
});

it('every record that a source names is there', () => {
  for (const [path, text] of readSources()) {
    for (const [, name] of text.matchAll(/docs\/decisions\/(\d[\w.-]*)/g)) {
      expect(records, path).toContain(name);
    }
  }
});
