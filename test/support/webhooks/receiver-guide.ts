import { readFileSync } from 'node:fs';

/** The Markdown of the guide for receivers of webhooks. */
export const guide = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

/** The guide's sample receiver, a complete program. */
export function guideExample(markdown = guide): string {
  return blockOf(markdown, 'js');
}

export interface ShownDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The secret that signs it. */
  readonly secret: string;
}

/** The guide's sample delivery, which is a test case for receivers in other languages. */
export function shownDelivery(): ShownDelivery {
  const [head = '', body = ''] = blockOf(guide, 'http').split('\n\n');
  const headers = head.split('\n').slice(1);
  return {
    headers: Object.fromEntries(
      headers.map((line) => {
        const [name = '', value = ''] = line.split(': ');
        return [name.toLowerCase(), value];
      }),
    ),
    body,
    secret: /`(whsec_[^`…]+)`/.exec(guide)?.[1] ?? '',
  };
}

function blockOf(markdown: string, language: string): string {
  const block = markdown.split(`\n\`\`\`${language}\n`)[1]?.split('\n```', 1)[0];
  if (block === undefined) throw new Error(`expected an example in ${language}`);
  return block;
}
