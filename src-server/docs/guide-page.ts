import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { docsPage, linkList } from './page.ts';

/** The prefix of header names as the guide has it. */
const WRITTEN_PREFIX = 'X-Service';

/** The guide for receivers of webhooks, from its Markdown; `headerPrefix` is what this server's headers really begin with. */
export function guidePage(markdown: string, headerPrefix: string): string {
  const guide = renderMarkdown(
    markdown
      .replaceAll(WRITTEN_PREFIX, headerPrefix)
      .replaceAll(WRITTEN_PREFIX.toLowerCase(), headerPrefix.toLowerCase()),
  );
  return docsPage({
    title: `${guide.title} · Gatehouse`,
    navigation: html`<p><a href="../docs">API reference</a></p>
      ${linkList(
        'On this page',
        guide.sections.map(({ id, text }) => ({ href: `#${id}`, text })),
      )}`,
    content: html`<h1>${guide.title}</h1>
      ${guide.body}`,
  });
}
