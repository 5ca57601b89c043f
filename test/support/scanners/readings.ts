import { azertyKey, press, qwertzKey, usKey } from '../scanner-keys.ts';
import type { SentKey } from './wedge-page.ts';

/**
 * A corpus of readings: what scanners, keyboards and cameras have been seen to send, and what it is. `row` names the kind of trouble.
 * `is`: the references of tickets, or the kind of a code that is none.
 */
export type Reading = {
  readonly row: string;
  readonly name: string;
  readonly is: readonly string[];
} & Sent;

export type Sent =
  | { readonly source: 'keyboard'; readonly keys: readonly SentKey[] }
  | { readonly source: 'serial'; readonly chunks: readonly (readonly [at: number, text: string])[] }
  | { readonly source: 'hid' | 'camera'; readonly text: string };

export const A = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz42';
export const B = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz43';
const URL = `https://tickets.example.org/t/${A}?lang=de`;
const TOKEN = `eyJhbGciOiJFZERTQSIsImtpZCI6IkszZFEifQ.eyJ0IjoiVEtUIn0.${'A'.repeat(43)}${'-_'.repeat(21)}w`;
const OTHER_TOKEN = TOKEN.replace('AAAA', 'BBBB');

type Part = string | readonly SentKey[] | Pause;
interface Pause {
  readonly pause: number;
}
type KeyOf = (character: string) => Omit<SentKey, 'at'>;

const enter = [{ at: 0, key: 'Enter', code: 'Enter' }] as const;
const tab = [{ at: 0, key: 'Tab', code: 'Tab' }] as const;
const named = (key: string, code = key): readonly SentKey[] => [{ at: 0, key, code }];
const control = (key: string, code: string): readonly SentKey[] => [
  { at: 0, key: 'Control', code: 'ControlLeft', ctrl: true },
  { at: 0, key, code, ctrl: true },
];

/** Alt, digits of the keypad, Alt up: a character as Windows composes it. */
function alt(character: string): readonly SentKey[] {
  const digits = String(character.charCodeAt(0)).padStart(4, '0');
  return [
    { at: 0, key: 'Alt', code: 'AltLeft', alt: true },
    ...Array.from(digits, (digit) => ({ at: 0, key: digit, code: `Numpad${digit}`, alt: true })),
    { at: 0, key: 'Alt', code: 'AltLeft', type: 'keyup' },
  ];
}

/** Keys at an even pace. */
function keys(parts: readonly Part[], gap = 5, keyOf: KeyOf = usKey): readonly SentKey[] {
  let at = 0;
  return parts.flatMap((part) => {
    if (typeof part !== 'string' && 'pause' in part) {
      at += part.pause;
      return [];
    }
    const sent =
      typeof part === 'string' ? Array.from(part, (one) => ({ at: 0, ...keyOf(one) })) : part;
    return sent.map((key) => {
      const timed = { ...key, at };
      at += gap;
      return timed;
    });
  });
}

const wedge = (
  row: string,
  name: string,
  sent: readonly SentKey[],
  ...is: readonly string[]
): Reading => ({ row, name, source: 'keyboard', keys: sent, is });
const serial = (
  row: string,
  name: string,
  chunks: readonly (readonly [number, string])[],
  ...is: readonly string[]
): Reading => ({ row, name, source: 'serial', chunks, is });
const text = (
  row: string,
  name: string,
  source: 'hid' | 'camera',
  sent: string,
  ...is: readonly string[]
): Reading => ({ row, name, source, text: sent, is });

/** Digits from the keypad, with NumLock off: arrows and their like. */
const withoutNumLock: KeyOf = (character) => {
  const names = ['Insert', 'End', 'ArrowDown', 'PageDown', 'ArrowLeft', 'Clear', 'ArrowRight'];
  const all = [...names, 'Home', 'ArrowUp', 'PageUp'];
  const key = all[Number.parseInt(character, 10)];
  return key === undefined ? usKey(character) : { key, code: `Numpad${character}` };
};
/** Shift is stuck or locked: every key has its upper sign. */
const shifted: KeyOf = (character) => {
  const signs = ')!@#$%^&*(';
  const key = usKey(character);
  return { ...key, shift: true, key: signs[Number(character)] ?? character.toUpperCase() };
};
/** Two letters of one key, as on an Arabic keyboard. */
const arabic: KeyOf = (character) => {
  const key = usKey(character);
  return /[a-z]/.test(character) ? { ...key, key: character === 'z' ? 'لا' : 'ش' } : key;
};
const HYPHENATED = A.toUpperCase().replace('_', '-');
const hidden =
  (key: string): KeyOf =>
  (character) => ({ ...usKey(character), key });

/** The system repeats the last key while the computer stands still. */
const repeats = (count: number, character = 'y'): readonly SentKey[] =>
  Array.from({ length: count }, () => ({ at: 0, ...usKey(character), repeat: true }));

const card = ['BEGIN:VCARD', 'VERSION:3.0', 'N:Dubois;Amelie', 'TEL:123456', 'END:VCARD'];
const lines = (texts: readonly string[]): readonly Part[] => texts.flatMap((one) => [one, enter]);

export const readings: readonly Reading[] = [
  // Slow scanners: a code ended by a terminator where no field has the focus.
  wedge('W1', 'Bluetooth, 40 ms a key', keys([A, enter], 40), A),
  wedge('W1', 'remote desktop, 120 ms a key', keys([A, enter], 120), A),
  wedge('W1', 'a delay of 240 ms between characters', keys([A, tab], 240), A),
  wedge('W1', 'a signed code at 60 ms a key', keys([TOKEN, enter], 60), 'signed'),
  wedge(
    'W1',
    'a product number at 60 ms a key leaves a sign',
    keys(['4006381333931', enter], 60),
    'unrecognised',
  ),
  wedge(
    'W1',
    'half a code at 60 ms a key leaves a sign',
    keys([A.slice(0, 20), enter], 60),
    'partial',
  ),
  // What follows the terminator.
  wedge('W2', 'LF as Ctrl+J', keys([A, enter, control('j', 'KeyJ')]), A),
  wedge('W2', 'a function key', keys([A, enter, named('F1')]), A),
  wedge('W2', 'F7 and F3', keys([A, enter, named('F7'), named('F3')]), A),
  wedge('W2', 'CR as Ctrl+M', keys([A, control('m', 'KeyM')]), A),
  wedge('W2', 'STX as Ctrl+B before it', keys([control('b', 'KeyB'), A, enter]), A),
  wedge('W2', 'an arrow, 200 ms later', keys([A, enter, { pause: 200 }, named('ArrowDown')]), A),
  wedge('W2', 'a function key before it', keys([named('F8'), A, enter]), A),
  // Characters as Alt and digits of the keypad.
  wedge('W3', 'the underscore', keys([A.slice(0, 3), alt('_'), A.slice(4), enter]), A),
  wedge('W3', 'every character', keys([...Array.from(A, alt), enter], 2), A),
  wedge('W3', 'GS in it and after it', keys([A, alt('\u001d'), enter]), A),
  wedge(
    'W3',
    'the signs of a URL',
    keys([...Array.from(URL, (one) => (/\w/.test(one) ? one : alt(one))), enter], 3),
    A,
  ),
  wedge(
    'W3',
    'a hyphen in a signed code',
    keys([...Array.from(TOKEN, (one) => (one === '-' ? alt(one) : one)), enter], 2),
    'signed',
  ),
  // The keypad without NumLock.
  wedge('W4', 'every digit', keys([A, enter], 5, withoutNumLock), A),
  wedge('W4', 'every digit, without a terminator', keys([A], 5, withoutNumLock), A),
  wedge('W4', 'every digit at 40 ms a key', keys([A, enter], 40, withoutNumLock), A),
  wedge('W4', 'two codes', keys([A, enter, { pause: 200 }, B, enter], 5, withoutNumLock), A, B),
  wedge(
    'W4',
    'a number of digits alone',
    keys(['4006381333931', enter], 5, withoutNumLock),
    'unrecognised',
  ),
  // Keys that an input method or a driver hides.
  wedge('W5', 'an input method', keys([A, enter], 5, hidden('Process')), A),
  wedge('W5', 'a driver that names nothing', keys([A, enter], 5, hidden('Unidentified')), A),
  wedge(
    'W5',
    'a dead key for the underscore',
    keys([A.slice(0, 3), [{ at: 0, ...usKey('_'), key: 'Dead' }], A.slice(4), enter]),
    A,
  ),
  wedge('W5', 'an input method at 40 ms a key', keys([A, enter], 40, hidden('Process')), A),
  wedge(
    'W5',
    'a signed code through an input method',
    keys([TOKEN, enter], 3, hidden('Process')),
    'signed',
  ),
  // What is added behind a code.
  wedge('W6', 'a suffix', keys([`${A}~`, enter]), A),
  wedge('W6', 'a check digit', keys([`${A}7`, enter]), A),
  wedge('W6', 'start and stop signs', keys([`*${A.toUpperCase()}*`, enter]), A),
  wedge('W6', 'a name', keys([`${A} Amelie Dubois`, enter]), A),
  text('W6', 'a tab and a number', 'hid', `${A}\t42`, A),
  serial('W6', 'a suffix', [[0, `${A}#\r`]], A),
  // The same for every source and kind of code.
  wedge('W7', 'a prefix before a signed code', keys([`s${TOKEN}`, enter], 3), 'signed'),
  serial('W7', 'a prefix', [[0, `s${A}\r`]], A),
  wedge(
    'W7',
    'two signed codes that ran together',
    keys([TOKEN + OTHER_TOKEN, enter], 3),
    'signed',
    'signed',
  ),
  text('W7', 'a prefix before a training code', 'hid', 'QR:gatehouse_training', 'training'),
  text('W7', 'a suffix behind a signed code', 'camera', `${TOKEN}~`, 'signed'),
  text('W7', 'codes that ran together, with prefixes', 'hid', `s${A}s${B}`, A, B),
  // Repeats of the last key while the computer stands still.
  wedge('W8', 'ten, in the middle', keys([A.slice(0, 17), repeats(10), A.slice(17), enter], 30), A),
  wedge(
    'W8',
    'a stall of 300 ms',
    keys([A.slice(0, 9), repeats(3), { pause: 300 }, A.slice(9), enter]),
    A,
  ),
  wedge(
    'W8',
    'at the end',
    keys([A.replace('42', '4z'), repeats(5, 'z'), enter], 30),
    A.replace('42', '4z'),
  ),
  wedge(
    'W8',
    'of Enter',
    keys([A, enter, [{ at: 0, key: 'Enter', code: 'Enter', repeat: true }]]),
    A,
  ),
  wedge(
    'W8',
    'in two stalls',
    keys([A.slice(0, 9), repeats(3), A.slice(9, 17), repeats(3), A.slice(17), enter], 20),
    A,
  ),
  // Serial lines in pieces.
  serial(
    'W9',
    'of a scanner that ends lines',
    [
      [0, `${B}\r`],
      [900, A.slice(0, 12)],
      [1_220, `${A.slice(12)}\r`],
    ],
    B,
    A,
  ),
  serial(
    'W9',
    'byte by byte',
    Array.from(`${A}\r\n`, (byte, place) => [place * 90, byte] as const),
    A,
  ),
  serial(
    'W9',
    'of a scanner that ends none',
    [
      [0, A.slice(0, 12)],
      [200, A.slice(12)],
    ],
    A,
  ),
  serial(
    'W9',
    'whose end is lost',
    [
      [0, `${B}\r`],
      [900, A.slice(0, 12)],
      [9_000, `${B}\r`],
    ],
    B,
    'partial',
    B,
  ),
  serial(
    'W9',
    'with CR and LF apart',
    [
      [0, `${A}\r`],
      [80, '\n'],
      [900, `${B}\r`],
    ],
    A,
    B,
  ),
  // Many lines in one reading.
  wedge('W10', 'a vCard', keys(lines(card), 3), 'unrecognised'),
  serial(
    'W10',
    'a vCard',
    [
      [0, card.join('\r\n')],
      [40, '\r\n'],
    ],
    'unrecognised',
  ),
  text('W10', 'a vCard', 'hid', card.join('\r\n'), 'unrecognised'),
  wedge('W10', 'a code above a name', keys(lines([A, 'Amelie Dubois', 'VIP 14']), 3), A),
  wedge('W10', 'a code below a name', keys(lines(['Amelie Dubois', A]), 3), A),
  text('W10', 'a Wi-Fi code', 'camera', 'WIFI:T:WPA;S:Guests;P:secret123;;', 'unrecognised'),
  // Half a code.
  wedge('W11', 'the first key lost', keys([A.slice(1), enter]), A),
  wedge('W11', 'all but the ULID lost', keys([A.slice(4), enter]), A),
  wedge('W11', '18 of 30 characters', keys([A.slice(0, 18), enter]), 'partial'),
  serial('W11', 'its end lost', [[0, `${A.slice(0, -2)}\r`]], 'partial'),
  text('W11', 'a signed code without its end', 'hid', TOKEN.slice(0, 90), 'partial'),
  text('W11', 'no code of ours', 'camera', '4006381333931', 'unrecognised'),
  // What always held.
  wedge('held', 'AZERTY', keys([A, enter], 5, azertyKey), A),
  wedge('held', 'QWERTZ', keys([A, enter], 5, qwertzKey), A),
  wedge('held', 'QWERTZ, a hyphen in capitals', keys([HYPHENATED, enter], 5, qwertzKey), A),
  wedge('held', 'an Arabic keyboard', keys([A, enter], 5, arabic), A),
  wedge('held', 'an Arabic keyboard at 40 ms a key', keys([A, enter], 40, arabic), A),
  wedge('held', 'Shift stuck', keys([A, enter], 5, shifted), A),
  wedge('held', 'Shift stuck, a hyphen', keys([HYPHENATED, enter], 5, shifted), A),
  wedge('held', 'no terminator', keys([A]), A),
  wedge('held', 'two right after each other', keys([A, enter, { pause: 20 }, B, enter]), A, B),
  wedge('held', 'two that ran together', press(A + B, { gap: 4 }), A, B),
  text('held', 'a URL', 'camera', URL, A),
];
