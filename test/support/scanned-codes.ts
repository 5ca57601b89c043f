import fc from 'fast-check';

/** What a scanner may send before a code: framing, AIM identifier, extended channel, byte order mark. */
export function anyLead(): fc.Arbitrary<string> {
  const part = fc.constantFrom('', ' ', '\u0002', '\ufeff', ']Q1', ']C0', ']d2', ']zC', '\\000026');
  return fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
}

/** What a scanner may send after a code: terminators, padding, separators. */
export function anyTail(): fc.Arbitrary<string> {
  const part = fc.constantFrom(
    '',
    '\r',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '\0',
    '\u001d',
    '\u0003',
    '\u200b',
  );
  return fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
}

/** What a scanner may be set up to add before and after each code: prefix, identifiers, check digit, start and stop signs, text. */
export function anySetting(): fc.Arbitrary<readonly [before: string, after: string]> {
  const before = fc.oneof(
    anyLead(),
    fc.constantFrom('s', 'gate7 ', '*', '#', 'QR:', 'https://e.org/t/', 'Amélie Dubois\r', '0'),
    fc.string({ maxLength: 8 }).filter((text) => !/[%.]/.test(text)),
  );
  const after = fc.oneof(
    anyTail(),
    fc.constantFrom('~', '*', '0', 'x', '/view?lang=de', ' Amélie Dubois', '\t42', '\r\nVIP\r\n'),
    fc.string({ maxLength: 8 }).filter((text) => !/[%.]/.test(text)),
  );
  return fc.tuple(before, after);
}

/** Any single character that can be stored: what a keyboard layout may make of `_`. */
export function anySeparator(): fc.Arbitrary<string> {
  return fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((text) => !/^[\p{Cf}\p{Cs}\u2065]$/u.test(text));
}

/** The code of a reference as a reader may deliver it: letter case, o for 0, i and l for 1, wide characters, invisible ones. */
export function anySpelling(
  reference: string,
  separators?: readonly string[],
): fc.Arbitrary<string> {
  const choice = fc.array(fc.nat(99), { minLength: reference.length, maxLength: reference.length });
  const separator = separators === undefined ? anySeparator() : fc.constantFrom(...separators);
  return fc.tuple(choice, separator).map(([choices, separator]) =>
    reference
      .split('')
      .map((letter, index) => spell(letter === '_' ? separator : letter, choices[index] ?? 0))
      .join(''),
  );
}

function spell(letter: string, choice: number): string {
  if (choice < 60) return letter;
  if (choice < 75) return letter.toUpperCase().length === 1 ? letter.toUpperCase() : letter;
  if (choice < 85) return confusable(letter, choice);
  if (choice < 93) return /^[!-~]$/.test(letter) ? wide(letter) : letter;
  return `${letter}\u200b`;
}

function confusable(letter: string, choice: number): string {
  if (letter === '0') return choice % 2 === 0 ? 'o' : 'O';
  if (letter === '1') return ['i', 'I', 'l', 'L'][choice % 4] ?? letter;
  return letter;
}

function wide(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0xfee0);
}
