import type { KeyStroke } from '../../src-renderer/station/state/wedge/us-layout.ts';

/** Keys as a scanner with a US layout sends them, and what other layouts make of them, for tests of the decoder. */
type Key = Omit<KeyStroke, 'at'>;

const signs: Readonly<Record<string, readonly [code: string, shift: boolean]>> = {
  '-': ['Minus', false],
  '.': ['Period', false],
  ':': ['Semicolon', true],
  '/': ['Slash', false],
  '?': ['Slash', true],
  '=': ['Equal', false],
  '&': ['Digit7', true],
  '%': ['Digit5', true],
};

export function usKey(character: string): Key {
  const upper = character.toUpperCase();
  if (/[A-Z]/.test(upper)) {
    return { key: character, code: `Key${upper}`, shift: character === upper };
  }
  if (/\d/.test(character)) return { key: character, code: `Digit${character}`, shift: false };
  if (character === '_') return { key: '_', code: 'Minus', shift: true };
  if (character === ' ') return { key: ' ', code: 'Space', shift: false };
  const [code = 'Slash', shift = false] = signs[character] ?? [];
  return { key: character, code, shift };
}

export function qwertzKey(character: string): Key {
  const key = usKey(character);
  const read: Readonly<Record<string, string>> = {
    y: 'z',
    z: 'y',
    Y: 'Z',
    Z: 'Y',
    _: '?',
    '-': 'ß',
  };
  return { ...key, key: read[character] ?? character };
}

export function azertyKey(character: string): Key {
  const key = usKey(character);
  const read: Readonly<Record<string, string>> = {
    a: 'q',
    q: 'a',
    z: 'w',
    w: 'z',
    m: ',',
    _: '°',
  };
  const digits = 'à&é"\'(-è_ç';
  return { ...key, key: read[character] ?? digits[Number.parseInt(character, 10)] ?? character };
}

interface Rhythm {
  readonly gap: number;
  readonly from?: number;
  readonly key?: (character: string) => Key;
}

export function press(text: string, { gap, from = 0, key = usKey }: Rhythm): readonly KeyStroke[] {
  return Array.from(text, (character, index) => ({ ...key(character), at: from + index * gap }));
}
