import { existsSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { Type } from 'typebox';
import { webhookEvents } from '../../shared/resources/webhook-events.ts';
import { splitNull } from './field-list.ts';
import { highlight } from './highlight.ts';
import { html, htmlTable, tableRow, type Html } from './html.ts';
import { docsPage, linkList, linksTo } from './page.ts';
import { scheduleInWords } from './schedule-in-words.ts';

/** What the guides' source says where each server has a value of its own. */
const WRITTEN_PREFIX = 'X-Service';
const WRITTEN_ORIGIN = 'http://127.0.0.1:8787';
const WRITTEN_SCHEDULE = /Up to \d+ attempts, [^.;]*? apart(?=, each)/;
const WRITTEN_EVENTS = /The table of events is in this guide at .*/;
const OTHER_SCHEDULE = /, unless your server's\s+operator\s+chose another schedule/;

export interface GuidedServer {
  readonly webhookHeaderPrefix: string;
  /** Seconds between the attempts of a delivery. */
  readonly webhookGaps: readonly number[];
}

/** The guide for receivers of webhooks, with this server's header prefix, schedule and events. */
export function guidePage({ webhookHeaderPrefix, webhookGaps }: GuidedServer): string {
  const guide = renderGuide(
    withPrefix(readGuide('webhooks'), webhookHeaderPrefix)
      .replace(WRITTEN_EVENTS, eventTable)
      .replace(WRITTEN_SCHEDULE, scheduleInWords(webhookGaps))
      .replace(OTHER_SCHEDULE, ''),
    { links: { 'quickstart.md': '../docs#quickstart' } },
  );
  return docsPage({
    title: `${guide.title} · Gatehouse`,
    at: 'docs/webhooks',
    navigation: linkList('On this page', linksTo(guide.sections)),
    content: html`<h1>${guide.title}</h1>
      ${guide.body}`,
  });
}

/** The catalogue of events as a Markdown table. */
function eventTable(): string {
  const rows = Object.entries(webhookEvents).map(([name, { meaning, payload }]) => {
    const fields = Object.entries(payload.properties).map(([field, schema]) => {
      const name = `\`${field}${splitNull(schema).nullable ? '?' : ''}\``;
      return Type.IsOptional(schema) ? `${name} (optional)` : name;
    });
    return `| \`${name}\` | ${meaning} | ${fields.join(', ')} |`;
  });
  return [
    'A field that may be null is marked with `?`.\n',
    '| Event | Meaning | `data` |',
    '| --- | --- | --- |',
    ...rows,
  ].join('\n');
}

export interface GuideServer {
  /** The origin of its token endpoint. */
  readonly auth: string;
  readonly webhookHeaderPrefix: string;
}

/** The quickstart as a section of the reference page, with this server's address. */
export function quickstart({ auth, webhookHeaderPrefix }: GuideServer): Html {
  const text = withPrefix(readGuide('quickstart'), webhookHeaderPrefix);
  const { title, body } = renderGuide(text.replaceAll(WRITTEN_ORIGIN, auth), {
    below: 1,
    links: { 'webhooks.md': 'docs/webhooks' },
  });
  return html`<h2 id="quickstart" data-kind="section">${title}</h2>
    ${body}`;
}

function withPrefix(text: string, prefix: string): string {
  return text
    .replaceAll(WRITTEN_PREFIX, prefix)
    .replaceAll(WRITTEN_PREFIX.toLowerCase(), prefix.toLowerCase());
}

/** Reads a page of `docs/` relative to this file or to its chunk of the bundle. */
function readGuide(name: 'quickstart' | 'webhooks'): string {
  const places = [`../../docs/${name}.md`, `../../../docs/${name}.md`];
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (found === undefined) throw new Error(`expected docs/${name}.md beside sources or bundles`);
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

export interface GuideOptions {
  /** How many levels its headings go below those of the source. */
  readonly below?: number;
  /** Other pages that it may link to, from their names in the source to their addresses. */
  readonly links?: Readonly<Record<string, string>>;
}

/**
 * Renders one of the project's guides from Markdown, with GitHub's heading anchors. Throws on raw HTML, images and external links:
 * the page is self-contained.
 */
export function renderGuide(markdown: string, options: GuideOptions = {}): Guide {
  const marked = rendererOf(options);
  const [first, ...blocks] = marked.lexer(markdown);
  if (first === undefined || !isHeading(first, 1)) throw unexpected(markdown.slice(0, 40));
  const sections = blocks.flatMap((block) => {
    if (!isHeading(block, 2)) return [];
    return { href: `#${anchorOf(block.text)}`, text: block.text.replaceAll('`', '') };
  });
  return { title: first.text, sections, body: { markup: marked.parser(blocks) } };
}

function rendererOf({ below = 0, links = {} }: GuideOptions): Marked {
  return new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const content = { markup: this.parser.parseInline(tokens) };
        const level = depth + below;
        return `<h${level} id="${anchorOf(text)}" data-kind="section">${content.markup}</h${level}>\n`;
      },
      // A raw HTTP message has long lines; wrapping them is harmless.
      code({ text, lang }) {
        const code = html`<code>${highlight(text)}</code>`;
        return lang === 'http'
          ? html`<pre class="message" tabindex="0">${code}</pre>`.markup
          : html`<pre tabindex="0">${code}</pre>`.markup;
      },
      table({ header, rows }) {
        const cell = ({ tokens }: Tokens.TableCell) => ({
          markup: this.parser.parseInline(tokens),
        });
        const body = rows.map((row) => {
          const [name = html``, ...cells] = row.map(cell);
          return tableRow(name, ...cells);
        });
        return htmlTable(header.map(cell), body).markup;
      },
      link({ href, tokens }) {
        const to = href.startsWith('#') ? href : links[href];
        if (to === undefined) throw unexpected(href);
        return html`<a href="${to}">${{ markup: this.parser.parseInline(tokens) }}</a>`.markup;
      },
      html: ({ raw }) => {
        throw unexpected(raw);
      },
      image: ({ raw }) => {
        throw unexpected(raw);
      },
    },
  });
}
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
