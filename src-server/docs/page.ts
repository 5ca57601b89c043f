import { html, type Html } from './html.ts';
import { script } from './page-script.ts';
import { style } from './page-style.ts';

/** In one piece, because the pages' Content-Security-Policy allows exactly these bytes by hash. */
const styleElement: Html = { markup: `<style>${style}</style>` };
const scriptElement: Html = { markup: `<script>${script}</script>` };

const drawing =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><rect width='32' height='32' rx='7' fill='#1257c9'/><path d='M9 25V14a7 7 0 0 1 14 0v11M16 25v-9' fill='none' stroke='#fff' stroke-width='3' stroke-linecap='round'/></svg>";
/** A gate, in the page itself, so that a browser asks for no icon. */
const icon = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;

/** A page in the contents. */
export interface PageLink {
  /** Beginning with `/docs`. */
  readonly path: string;
  /** The title of its group in the contents. */
  readonly group: string;
  readonly text: string;
}

export interface DocsPage extends PageLink {
  readonly title: string;
  readonly content: Html;
  /** Its own headings, for the contents. */
  readonly sections: readonly { readonly id: string; readonly name: string }[];
  /** All pages in their order, this one among them. */
  readonly all: readonly PageLink[];
}

/** Files beside the pages. */
const files = [
  { href: '/v1/openapi.json', text: 'OpenAPI' },
  { href: '/docs/gatehouse.postman_collection.json', text: 'Postman' },
] as const;
const fileLinks = files.map(({ href, text }) => html`<a href="${href}">${text}</a>`);

/** A whole page of the documentation: the contents beside the text, nothing from elsewhere. Links begin at the server's root. */
export function docsPage(page: DocsPage): string {
  const { path, title, content, all } = page;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${path === '/docs' ? title : `${title} · Gatehouse API`}</title>
        <link rel="icon" href="${icon}" />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <button type="button" class="menu" popovertarget="contents">Contents</button>
          <a class="brand" href="/docs">Gatehouse</a>
          <div class="search" role="search" data-index="/docs/search.json" hidden>
            <input
              type="search"
              aria-label="Search the documentation"
              placeholder="Search"
              autocomplete="off"
              spellcheck="false"
            />
            <kbd aria-hidden="true">/</kbd>
            <div class="found" hidden>
              <p role="status"></p>
              <ul></ul>
            </div>
          </div>
          <nav class="pages" aria-label="Files">${fileLinks}</nav>
        </header>
        <div class="page">
          <nav class="contents" id="contents" aria-label="Contents" popover>
            <button type="button" class="close" popovertarget="contents" popovertargetaction="hide">
              Close
            </button>
            ${contentsOf(page)}
            <div class="elsewhere">
              <h2>Files</h2>
              ${listOf(fileLinks)}
            </div>
          </nav>
          <main id="content" tabindex="-1">
            ${content}
            ${pager(
              all,
              all.findIndex((other) => other.path === path),
            )}
          </main>
        </div>
        ${scriptElement}
      </body>
    </html>`.markup;
}

/** Every page by group, and below this page its headings. */
function contentsOf({ path, sections, all }: DocsPage): readonly Html[] {
  const groups = Map.groupBy(all, ({ group }) => group);
  return [...groups].map(([group, pages]) => {
    const links = pages.map((page) => {
      if (page.path !== path) return html`<a href="${page.path}">${page.text}</a>`;
      const within = sections.map(({ id, name }) => html`<a href="#${id}">${name}</a>`);
      return html`<a href="${page.path}" aria-current="page">${page.text}</a> ${listOf(within)}`;
    });
    return html`<h2>${group}</h2>
      ${listOf(links)}`;
  });
}

/** Links to the page before and the page after. */
function pager(all: readonly PageLink[], at: number): Html {
  const link = (page: PageLink | undefined, word: string) =>
    page === undefined
      ? html``
      : html`<a class="${word.toLowerCase()}" href="${page.path}"
          ><small>${word}</small>${page.text}</a
        >`;
  return html`<nav class="pager" aria-label="Previous and next page">
    ${link(all[at - 1], 'Previous')} ${link(all[at + 1], 'Next')}
  </nav>`;
}

function listOf(links: readonly Html[]): Html {
  return links.length === 0
    ? html``
    : html`<ul>
        ${links.map((link) => html`<li>${link}</li>`)}
      </ul>`;
}
