import { unescapeText } from './html.ts';

/** What has an anchor on a page: a heading with the text below it, or an item of a list of fields. */
export interface Section {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** Words that are not in the text. */
  readonly about: string;
  /** The level of a heading, 0 for an item. */
  readonly level: number;
  /** The heading that an item is below; empty for a heading. */
  readonly of: string;
  readonly text: string;
}

/** Headings and items with a kind, in order. Code is left out: its words are explained in the text. */
export function sectionsOf(markup: string): readonly Section[] {
  const text = markup
    .replaceAll(/<pre[\s>].*?<\/pre>/gs, '')
    .replaceAll(/<div class="choose".*?<\/div>/gs, '');
  const opened = [...text.matchAll(/<(h[1-6]|li)\b([^>]*\bdata-kind="[^>]*)>/g)];
  const sections: { -readonly [K in keyof Section]: Section[K] }[] = [];
  let heading: (typeof sections)[number] | undefined;
  for (const [index, found] of opened.entries()) {
    const [tag, element = '', attributes = ''] = found;
    const inside = text.slice(found.index + tag.length, opened[index + 1]?.index);
    const [own = '', ...rest] = inside.split(`</${element}>`);
    const value = (name: string) =>
      unescapeText(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    const isItem = element === 'li';
    const section = {
      id: value('id'),
      kind: value('data-kind'),
      name: value('data-name') || wordsOf(own),
      about: value('data-about'),
      level: isItem ? 0 : Number(element.slice(1)),
      of: isItem ? (heading?.name ?? '') : '',
      text: wordsOf(isItem ? own : rest.join(' ')),
    };
    sections.push(section);
    if (!isItem) heading = section;
    else if (heading !== undefined)
      heading.text = `${heading.text} ${wordsOf(rest.join(' '))}`.trim();
  }
  return sections;
}

function wordsOf(markup: string): string {
  return unescapeText(markup.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.:;])/g, '')
    .trim();
}
