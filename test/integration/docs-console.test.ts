import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const suites = globSync('{src-server,src-renderer,test}/**/*.{test,spec}.ts', { cwd: root });
const page = readFileSync(join(root, 'docs/console.md'), 'utf8');
const named = [...page.matchAll(/`([\w-]+\.(?:test|spec)\.ts)`((?:[:,] _[^_]+_)*)/g)];

it('docs/console.md names tests that are there', () => {
  expect(named.length).toBeGreaterThan(30);
  for (const [, file = '', list = ''] of named) {
    const texts = suites
      .filter((path) => basename(path) === file)
      .map((path) => readFileSync(join(root, path), 'utf8'));
    expect(texts, file).not.toEqual([]);
    for (const [, title = ''] of list.matchAll(/_([^_]+)_/g))
      expect(
        texts.some((text) => text.includes(title)),
        `${file}: ${title}`,
      ).toBe(true);
  }
});
