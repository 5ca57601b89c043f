import { expect, it } from 'vitest';
import { renderGuide } from './guide.ts';

const bodyOf = (markdown: string) =>
  renderGuide(`# Title\n\n${markdown}\n`)
    .body.markup.replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(/>\s+</g, '><')
    .trim();

it('a guide has a title, and headings with the anchors that GitHub gives them', () => {
  const guide = renderGuide('# A guide\n\n## Is it so?\n\n### Within\n\n## For `you`\n');
  expect(guide.title).toBe('A guide');
  expect(guide.body.markup).toContain('<h2 id="is-it-so" data-kind="section">Is it so?</h2>');
  expect(guide.body.markup).toContain('<h3 id="within" data-kind="section">Within</h3>');
  expect(guide.body.markup).toContain(
    '<h2 id="for-you" data-kind="section">For <code>you</code></h2>',
  );
});

it('text, code and tables of a guide are escaped', () => {
  expect(bodyOf('A `<b>` & "**bold**", see [the `end`](#end).')).toBe(
    '<p>A <code>&lt;b&gt;</code> &amp; &quot;<strong>bold</strong>&quot;, see <a href="#end">the <code>end</code></a>.</p>',
  );
  expect(bodyOf('```js\nconst a = "<b>";\n\n  # b\n```')).toBe(
    '<pre tabindex="0"><code>const a = &quot;&lt;b&gt;&quot;;\n\n  # b</code></pre>',
  );
});

it('the first column of a table in a guide names the row', () => {
  expect(bodyOf('| a | b |\n| - | - |\n| `x` | y |')).toBe(
    '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row"><code>x</code></th><td>y</td></tr></tbody></table>',
  );
});

it.each([
  ['raw HTML', '<b>bold</b>'],
  ['raw HTML in a line', 'a <script>b</script>'],
  ['an image', '![a](b.png)'],
  ['a link to elsewhere', 'see [it](https://example.org)'],
  ['a script as a link', 'see [it](javascript:alert)'],
])('%s has no place in a guide', (_, markdown) => {
  expect(() => bodyOf(markdown)).toThrow(/expected Markdown/);
});

it('a guide begins with its title', () => {
  expect(() => renderGuide('## Not a title\n')).toThrow(/expected Markdown/);
});

it('a guide links to the pages that it is told of', () => {
  const { body } = renderGuide('# A\n\nSee [c](c.md).\n', { 'c.md': '/docs/c' });
  expect(body.markup).toContain('<a href="/docs/c">c</a>');
});

it('code in several languages that follows one another is one sample, and the same language twice is not', () => {
  const { body } = renderGuide(
    '# A\n\n```sh\na\n```\n\n```py\nb\n```\n\nAnd\n\n```sh\nc\n```\n\n```sh\nd\n```\n',
  );
  expect([...body.markup.matchAll(/data-language="(\w+)"/g)].map(([, name]) => name)).toEqual([
    'curl',
    'python',
  ]);
  expect(body.markup.match(/<pre/g)).toHaveLength(4);
});
