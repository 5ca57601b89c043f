import { html, type Html } from './html.ts';

/** System fonts, dark and light, nothing from elsewhere. */
export const style = `
:root { color-scheme: light dark; --ink: #16181d; --dim: #5a6070; --paper: #fff; --line: #d9dce3; --code: #f3f4f7; --accent: #0a5bd3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaf0; --dim: #a3a9b8; --paper: #14161b; --line: #30343e; --code: #1e2129; --accent: #7fb0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
a { color: var(--accent); }
.page { display: grid; grid-template-columns: clamp(12rem, 22vw, 17rem) minmax(0, 60rem); gap: clamp(1.5rem, 4vw, 3rem); max-width: 84rem; margin: 0 auto; padding: 2rem; }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1rem 0; font-size: 0.9rem; }
nav p { margin: 0 0 1.25rem; }
nav ul { list-style: none; margin: 0 0 1.25rem; padding: 0; }
nav a { display: block; padding: 0.15rem 0; text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
nav h2 { margin: 0 0 0.25rem; border: 0; padding: 0; font-size: 0.9rem; color: var(--dim); }
h1 { font-size: 2rem; line-height: 1.2; margin: 0.5rem 0 1rem; }
h2 { margin: 3rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { margin: 2.5rem 0 0.5rem; scroll-margin-top: 1rem; }
h4 { margin: 1.25rem 0 0.25rem; font-size: 0.95rem; }
code, pre { font: 0.875em/1.5 ui-monospace, monospace; }
code { background: var(--code); border-radius: 4px; padding: 0.1em 0.3em; overflow-wrap: anywhere; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
h3 code, h4 code { font-weight: inherit; }
h3 code { font-size: 1em; background: none; padding: 0; }
pre { background: var(--code); border-radius: 8px; padding: 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; overflow-wrap: normal; font-size: inherit; }
summary { margin: 1rem 0 0.5rem; cursor: pointer; color: var(--dim); font-size: 0.95rem; }
pre.message { white-space: pre-wrap; overflow-wrap: anywhere; }
pre.message code { overflow-wrap: inherit; }
main li { margin: 0.35rem 0; }
table { border-collapse: collapse; table-layout: fixed; width: 100%; margin: 0.5rem 0 1rem; font-size: 0.925rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--dim); }
thead th:first-child { width: 28%; }
small { color: var(--dim); }
.address { font: 600 1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
@media (max-width: 60rem) { .page { grid-template-columns: minmax(0, 1fr); gap: 0; } nav { position: static; max-height: none; } }
`;

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
