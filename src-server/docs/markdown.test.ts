import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';

const bodyOf = (markdown: string) =>
  renderMarkdown(`# Title\n\n${markdown}\n`).body.markup.replaceAll(/>\s+</g, '><');

describe('a guide in Markdown', () => {
  it('has a title, and its sections for the contents', () => {
    const guide = renderMarkdown('# A guide\n\n## Is it so?\n\n### Within\n\n## For `you`\n');
    expect(guide.title).toBe('A guide');
    expect(guide.sections).toEqual([
      { id: 'is-it-so', text: 'Is it so?' },
      { id: 'for-you', text: 'For you' },
    ]);
    expect(guide.body.markup).toContain('<h2 id="is-it-so">Is it so?</h2>');
    expect(guide.body.markup).toContain('<h3 id="within">Within</h3>');
  });

  it('marks code, bold and links within the page, and escapes everything', () => {
    expect(bodyOf('A `<b>` & **bold `x`**, see\n[the `end`](#end).')).toBe(
      '<p>A <code>&lt;b&gt;</code> &amp; <strong>bold <code>x</code></strong>, see\n<a href="#end">the <code>end</code></a>.</p>',
    );
  });

  it('has lists, numbered or not, whose items may run on', () => {
    expect(bodyOf('- one\n  more\n- two')).toBe('<ul><li>one\n  more</li><li>two</li></ul>');
    expect(bodyOf('1. one\n2. two')).toBe('<ol><li>one</li><li>two</li></ol>');
  });

  it('has tables whose first column names the row', () => {
    expect(bodyOf('| a | b |\n| - | - |\n| `x` | y |')).toBe(
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><th scope="row"><code>x</code></th><td>y</td></tr></tbody></table>',
    );
  });

  it('keeps code as it is, with its empty lines and marks', () => {
    expect(bodyOf('```js\nconst a = [`*`];\n\n  # b\n```')).toContain(
      '<code>const a = [`*`];\n\n  # b</code>',
    );
  });

  it.each([
    ['a quotation', '> said'],
    ['markup', '<b>bold</b>'],
    ['an image', '![a](b.png)'],
    ['a link to elsewhere', 'see [it](https://example.org)'],
    ['a list in a list', '- one\n  - two'],
    ['another mark of lists', '* one'],
    ['a deeper heading', '#### deep'],
    ['code that does not end', 'text\n```js\na'],
    ['a mark that does not end', 'a `b'],
    ['a list that belongs to the text before it', 'text\n- one'],
    ['a table with alignment', '| a |\n| :-: |\n| b |'],
    ['a line', '---'],
  ])('does not show the raw marks of what it does not know: %s', (_, markdown) => {
    expect(() => bodyOf(markdown)).toThrow(/expected Markdown/);
  });

  it('begins with its title', () => {
    expect(() => renderMarkdown('## Not a title\n')).toThrow(/expected Markdown/);
  });
});
