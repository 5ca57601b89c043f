import { existsSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { html, table, tableRow, type Html } from './html.ts';
import { docsPage, linkList } from './page.ts';

/** The prefix of header names as the guide is written with it. */
const WRITTEN_PREFIX = 'X-Service';

/** The guide for receivers of webhooks; `headerPrefix` is what this server's headers begin with. */
export function guidePage(headerPrefix: string): string {
  const guide = renderGuide(
    readGuide()
      .replaceAll(WRITTEN_PREFIX, headerPrefix)
      .replaceAll(WRITTEN_PREFIX.toLowerCase(), headerPrefix.toLowerCase()),
  );
  return docsPage({
    title: `${guide.title} · Gatehouse`,
    navigation: html`<p><a href="../docs">API reference</a></p>
      ${linkList('On this page', guide.sections)}`,
    content: html`<h1>${guide.title}</h1>
      ${guide.body}`,
  });
}

/** Reads `docs/webhooks.md`: seen from this file, or from the chunk of the bundle that holds it. */
function readGuide(): string {
  const places = ['../../docs/webhooks.md', '../../../docs/webhooks.md'];
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (found === undefined) throw new Error('expected docs/webhooks.md beside sources or bundles');
  return readFileSync(found, 'utf8');
}

export interface Guide {
  /** The text of the heading `#`. */
  readonly title: string;
  /** The headings `##`, in order. */
  readonly sections: readonly { readonly href: string; readonly text: string }[];
  /** Everything below the title. */
  readonly body: Html;
}

/**
 * Renders a guide of ours from Markdown. Headings have the anchors that GitHub gives them. Throws on raw HTML, images and links that
 * leave the page: it stands alone, and runs nothing.
 */
export function renderGuide(markdown: string): Guide {
  const [first, ...blocks] = marked.lexer(markdown);
  if (first === undefined || !isHeading(first, 1)) throw unexpected(markdown.slice(0, 40));
  const sections = blocks.flatMap((block) => {
    if (!isHeading(block, 2)) return [];
    return { href: `#${anchorOf(block.text)}`, text: block.text.replaceAll('`', '') };
  });
  return { title: first.text, sections, body: { markup: marked.parser(blocks) } };
}

const marked = new Marked({
  renderer: {
    heading({ depth, text, tokens }) {
      const content = { markup: this.parser.parseInline(tokens) };
      return `<h${depth} id="${anchorOf(text)}">${content.markup}</h${depth}>\n`;
    },
    // A message as it goes over the wire has long lines, and breaking them hides nothing.
    code({ text, lang }) {
      const code = html`<code>${text}</code>`;
      return lang === 'http'
        ? html`<pre class="message" tabindex="0">${code}</pre>`.markup
        : html`<pre tabindex="0">${code}</pre>`.markup;
    },
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell) => ({ markup: this.parser.parseInline(tokens) });
      const body = rows.map((row) => {
        const [name = html``, ...cells] = row.map(cell);
        return tableRow(name, ...cells);
      });
      return table(header.map(cell), body).markup;
    },
    link({ href, tokens }) {
      if (!href.startsWith('#')) throw unexpected(href);
      return html`<a href="${href}">${{ markup: this.parser.parseInline(tokens) }}</a>`.markup;
    },
    html: ({ raw }) => {
      throw unexpected(raw);
    },
    image: ({ raw }) => {
      throw unexpected(raw);
    },
  },
});

function isHeading(token: Token, depth: number): token is Tokens.Heading {
  return token.type === 'heading' && 'depth' in token && token.depth === depth;
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function unexpected(text: string): Error {
  return new Error(`expected Markdown with a title, without HTML, images or links away: ${text}`);
}
