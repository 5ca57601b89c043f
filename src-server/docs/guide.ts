import { existsSync, readFileSync } from 'node:fs';
import { Marked, type Token, type Tokens } from 'marked';
import { Type } from 'typebox';
import { webhookEvents } from '../../shared/resources/webhook-events.ts';
import { splitNull } from './field-list.ts';
import { highlight } from './highlight.ts';
import { html, htmlTable, tableRow, type Html } from './html.ts';
import { languageBlocks, type SampleLanguage } from './samples.ts';
import { scheduleInWords } from './schedule-in-words.ts';

/** What the guides' source says where each server has a value of its own. */
const WRITTEN_PREFIX = 'X-Service';
const WRITTEN_ORIGIN = 'http://127.0.0.1:8787';
const WRITTEN_SCHEDULE = /Up to \d+ attempts, [^.;]*? apart(?=, each)/;
const WRITTEN_EVENTS = /The table of events is in this guide at .*/;
const OTHER_SCHEDULE = /, unless your server's\s+operator\s+chose another schedule/;

export interface GuidedServer {
  /** The origin of its token endpoint. */
  readonly auth: string;
  readonly webhookHeaderPrefix: string;
  /** Seconds between the attempts of a delivery. */
  readonly webhookGaps: readonly number[];
}

/** The pages that are written in Markdown, in `docs/`. */
export type GuideName = 'quickstart' | 'sync' | 'webhooks' | 'clients' | 'changes';

const addresses = {
  'quickstart.md': '/docs/quickstart',
  'sync.md': '/docs/sync',
  'webhooks.md': '/docs/webhooks',
  'clients.md': '/docs/clients',
  'changes.md': '/docs/changes',
};

/** A guide with this server's address, header prefix, schedule and events. */
export function guideOf(name: GuideName, server: GuidedServer): Guide {
  const { auth, webhookHeaderPrefix, webhookGaps } = server;
  const text = withPrefix(readGuide(name), webhookHeaderPrefix)
    .replaceAll(WRITTEN_ORIGIN, auth)
    .replace(WRITTEN_EVENTS, eventTable)
    .replace(WRITTEN_SCHEDULE, scheduleInWords(webhookGaps))
    .replace(OTHER_SCHEDULE, '');
  return renderGuide(text, addresses);
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

function withPrefix(text: string, prefix: string): string {
  return text
    .replaceAll(WRITTEN_PREFIX, prefix)
    .replaceAll(WRITTEN_PREFIX.toLowerCase(), prefix.toLowerCase());
}

/** Reads a page of `docs/` relative to this file or to its chunk of the bundle. */
function readGuide(name: GuideName): string {
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
  /** Everything below the title. */
  readonly body: Html;
}

/**
 * Renders one of the project's guides from Markdown, with GitHub's heading anchors; `links` are the pages that it may link to, from their names in
 * the source to their addresses. Blocks of code in several languages that follow one another are one sample. Throws on raw HTML, images and external
 * links: the page is self-contained.
 */
export function renderGuide(markdown: string, links: Readonly<Record<string, string>> = {}): Guide {
  const marked = rendererOf(links);
  const [first, ...blocks] = marked.lexer(markdown);
  if (first === undefined || !isHeading(first, 1)) throw unexpected(markdown.slice(0, 40));
  const parts: Html[] = [];
  const samples = new Map<SampleLanguage, string>();
  const flush = () => {
    if (samples.size > 0) parts.push(languageBlocks(html``, samples));
    samples.clear();
  };
  const tokens = blocks.filter(({ type }) => type !== 'space');
  for (const [index, token] of tokens.entries()) {
    const language = languageOf(token);
    const isSample = language !== null && !samples.has(language);
    const next = languageOf(tokens[index + 1]);
    if (isSample && (samples.size > 0 || (next !== null && next !== language))) {
      samples.set(language, 'text' in token ? String(token.text) : '');
    } else {
      flush();
      parts.push({ markup: marked.parser([token]) });
    }
  }
  flush();
  return { title: first.text, body: html`${parts}` };
}

const sampleLanguages: ReadonlyMap<unknown, SampleLanguage> = new Map([
  ['sh', 'curl'],
  ['js', 'javascript'],
  ['py', 'python'],
]);

function languageOf(token: Token | undefined): SampleLanguage | null {
  if (token?.type !== 'code' || !('lang' in token)) return null;
  return sampleLanguages.get(token.lang) ?? null;
}

function rendererOf(links: Readonly<Record<string, string>>): Marked {
  return new Marked({
    renderer: {
      heading({ depth, text, tokens }) {
        const content = { markup: this.parser.parseInline(tokens) };
        return `<h${depth} id="${anchorOf(text)}" data-kind="section">${content.markup}</h${depth}>\n`;
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
