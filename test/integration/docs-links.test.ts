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

it('the README leads to every guide', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  for (const page of pages.slice(1)) expect(readme).toContain(`(${page})`);
});

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
