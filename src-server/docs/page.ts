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

/** The pages of the documentation, by their addresses relative to the reference page. */
const pages = [
  { at: 'docs', text: 'API reference' },
  { at: 'docs/webhooks', text: 'Receiving webhooks' },
  { at: 'v1/openapi.json', text: 'OpenAPI' },
] as const;

export interface DocsPage {
  readonly title: string;
  /** Which of the pages this is. */
  readonly at: 'docs' | 'docs/webhooks';
  readonly navigation: Html;
  readonly content: Html;
}

/** A whole page of the documentation: the contents beside the text, nothing from elsewhere. */
export function docsPage({ title, at, navigation, content }: DocsPage): string {
  const up = at === 'docs' ? '' : '../';
  const links = pages.map(({ at: other, text }) =>
    other === at
      ? html`<a href="${up}${other}" aria-current="page">${text}</a>`
      : html`<a href="${up}${other}">${text}</a>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${styleElement}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header class="bar">
          <button type="button" class="menu" popovertarget="contents">Contents</button>
          <a class="brand" href="${up}docs">Gatehouse</a>
          <div class="search" role="search" hidden>
            <input
              type="search"
              aria-label="Search this page"
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
          <nav class="pages" aria-label="Pages">${links}</nav>
        </header>
        <div class="page">
          <nav class="contents" id="contents" aria-label="Contents" popover>
            <button type="button" class="close" popovertarget="contents" popovertargetaction="hide">
              Close
            </button>
            <div class="elsewhere">${linkList('Pages', links)}</div>
            ${navigation}
          </nav>
          <main id="content" tabindex="-1">${content}</main>
        </div>
        ${scriptElement}
      </body>
    </html>`.markup;
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** Links of the contents, from their addresses. */
export function linksTo(targets: readonly Link[]): readonly Html[] {
  return targets.map(({ href, text }) => html`<a href="${href}">${text}</a>`);
}

/** A titled list of links in the contents. */
export function linkList(title: string, links: readonly Html[]): Html {
  return html`<h2>${title}</h2>
    ${listOf(links)}`;
}

/** The same, folded until it is asked for or read. */
export function foldedList(title: string, links: readonly Html[]): Html {
  return html`<details>
    <summary>${title}</summary>
    ${listOf(links)}
  </details>`;
}

function listOf(links: readonly Html[]): Html {
  return html`<ul>
    ${links.map((link) => html`<li>${link}</li>`)}
  </ul>`;
}
