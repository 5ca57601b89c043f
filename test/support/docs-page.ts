/** The text of a page or of a part of it, with single spaces. */
export function textOf(markup: string): string {
  return unescape(markup.replaceAll(/<(style|script)>.*?<\/\1>/gs, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.:;])/g, '');
}

/** The text of the code blocks on a page, as a reader copies them. */
export function codeBlocks(markup: string): readonly string[] {
  return [...markup.matchAll(/<pre[^>]*><code>(.*?)<\/code><\/pre>/gs)].map(([, code = '']) =>
    unescape(code.replaceAll(/<[^>]*>/g, '')),
  );
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
