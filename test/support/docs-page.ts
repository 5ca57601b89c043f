import { unescapeText } from '../../src-server/docs/html.ts';

/** The text of a page or of a part of it, with single spaces. */
export function textOf(markup: string): string {
  return unescapeText(
    markup.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.:;])/g, '');
}

/** The text of the code blocks on a page, as a reader copies them. */
export function codeBlocks(markup: string): readonly string[] {
  return [...markup.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    unescapeText(code.replaceAll(/<[^>]*>/g, '')),
  );
}

/** Every page of a server's documentation by its address, following the contents. */
export async function readSite(authUrl: string): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const read = async (address: string) => {
    const response = await fetch(address);
    if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
    const page = await response.text();
    pages.set(address, page);
    return page;
  };
  const first = await read(`${authUrl}/docs`);
  const [, contents = ''] = first.split('id="contents"');
  for (const [, to = ''] of (contents.split('</nav>')[0] ?? '').matchAll(/href="([^"#]+)"/g)) {
    const address = new URL(to, `${authUrl}/docs`).href;
    if (!pages.has(address) && !address.endsWith('.json')) await read(address);
  }
  return pages;
}
