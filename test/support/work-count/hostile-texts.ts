/** Writes a text of about `length` characters. */
export type Family = readonly [name: string, write: (length: number) => string];

/** Characters of lists, texts and numbers. */
const common = [' ', ',', '=', '"', '\\', '0', 'a'];
const signs = [';', '&', '%', '[', '{', '.', '/', ':', '+'];
const rare = ['\t', '\r\n', '\0', 'é', 'e\u0301', '\u{1F600}', '\ud83d', 'a ', ' a', 'a,', '%41'];

/**
 * Inputs that are slow for bad parsers: one piece repeated, alone, after a valid start, and with an invalid end, so that all backtracking is in vain.
 */
export function hostileTexts({
  heads = [],
  pieces = [],
  tails = ['', '!'],
}: {
  readonly heads?: readonly string[];
  readonly pieces?: readonly string[];
  readonly tails?: readonly string[];
} = {}): readonly Family[] {
  return ['', ...heads].flatMap((head) =>
    [...(head === '' ? [...common, ...signs, ...rare] : ['a', ' ']), ...pieces].flatMap((piece) =>
      tails.map((tail): Family => {
        const name = JSON.stringify(`${head}(${piece})*${tail}`);
        return [name, (length) => head + piece.repeat(Math.ceil(length / piece.length)) + tail];
      }),
    ),
  );
}

/** Many distinct parts, for parsers that check for duplicates. */
export function manyParts(write: (index: number) => string, separator: string): Family {
  const name = JSON.stringify([0, 1, 2].map(write).join(separator));
  return [
    `${name}…`,
    (length) => {
      const count = Math.ceil(length / (write(10).length + separator.length));
      return Array.from({ length: count }, (_value, index) => write(index)).join(separator);
    },
  ];
}
