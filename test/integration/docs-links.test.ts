import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

it.each(pages)('every link and picture of %s leads to something that is there', (page) => {
  const text = withoutCode(readFileSync(join(root, page), 'utf8'));
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(root, page) : join(root, dirname(page), path);
    expect(existsSync(file), `${page}: ${target}`).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(file), `${page}: ${target}`).toContain(anchor);
  }
});

it.each(pages)('what %s offers to paste has no comments, which zsh takes for words', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  for (const [, block = ''] of text.matchAll(/^```sh\n(.*?)^```$/gms)) {
    expect(block).not.toMatch(/(?:^|\s)#\s/);
  }
});

it('the README leads to every guide', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const page of pages.slice(1)) expect(readme).toContain(`(${page})`);
});

it('the README has at most 150 lines', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length - 1).toBeLessThanOrEqual(
    150,
  );
});

it('every path at which the README lets a change begin is there', () => {
  const [, table = ''] = readFileSync(join(root, 'README.md'), 'utf8').split('| to change ');
  const rows = table.split('\n\n', 1)[0]?.split('\n').slice(2) ?? [];
  expect(rows.length).toBeGreaterThan(9);
  for (const row of rows) {
    const [, , begin = ''] = row.split('|');
    const paths = [...begin.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(paths, row).not.toEqual([]);
    for (const path of paths) expect(existsSync(join(root, path)), path).toBe(true);
  }
});

it('docs/dependencies.md gives a reason for every dependency, and for no other', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
  const [lists = ''] = page.split('Three more sets');
  const [installed = '', others = ''] = lists.split('## What the build bundles');
  const ofPackage = Object.keys({ ...dependencies, ...optionalDependencies });
  expect(namedIn(installed)).toEqual(ofPackage.toSorted());
  expect(namedIn(others)).toEqual(Object.keys(devDependencies).toSorted());
});

/** The names at the beginning of a list's items. */
function namedIn(list: string): readonly string[] {
  return list
    .split('\n- ')
    .slice(1)
    .flatMap((item) => {
      const [names = ''] = item.split(': ', 1);
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    })
    .toSorted();
}

/** The anchors that GitHub gives the headings of a page. */
function anchorsOf(file: string): readonly string[] {
  if (!file.endsWith('.md')) throw new Error(`expected a page, got ${relative(root, file)}`);
  const headings = withoutCode(readFileSync(file, 'utf8')).matchAll(/^#+ (.*)$/gm);
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown.replaceAll(/^```.*?^```$/gms, '');
}
