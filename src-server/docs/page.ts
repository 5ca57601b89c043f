import { html, type Html } from './html.ts';
import { style } from './style.ts';

/** Written in one piece: the pages' policy lets in exactly these bytes. */
const styleElement: Html = { markup: `<style>${style}</style>` };

export interface DocsPage {
  readonly title: string;
  readonly navigation: Html;
  readonly content: Html;
}

/** A whole page of the documentation: contents beside the text, nothing from elsewhere. */
export function docsPage({ title, navigation, content }: DocsPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${styleElement}
      </head>
      <body>
        <div class="page">
          <nav aria-label="Contents">${navigation}</nav>
          <main>${content}</main>
        </div>
      </body>
    </html>`.markup;
}

export interface Link {
  readonly href: string;
  readonly text: string;
}

/** A titled list of links in the contents. */
export function linkList(title: string, links: readonly Link[]): Html {
  return html`<h2>${title}</h2>
    <ul>
      ${links.map(({ href, text }) => html`<li><a href="${href}">${text}</a></li>`)}
    </ul>`;
}
