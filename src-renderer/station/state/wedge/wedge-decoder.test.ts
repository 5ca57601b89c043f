import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyStroke } from './us-layout.ts';
import {
  LONGEST_BURST,
  noBurst,
  stepWedge,
  wedgeDefaults,
  type WedgeInput,
  type WedgeStep,
} from './wedge-decoder.ts';
import { azertyKey, press, qwertzKey, usKey } from '../../../../test/support/scanner-keys.ts';

const ticket = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz42';
const other = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz43';

/** Runs inputs through the machine, then lets time pass. */
function run(inputs: readonly WedgeInput[]) {
  let burst = noBurst;
  const steps: WedgeStep[] = [];
  const feed = (input: WedgeInput) => {
    const step = stepWedge(burst, input, wedgeDefaults);
    burst = step.burst;
    steps.push(step);
  };
  inputs.forEach(feed);
  feed({ kind: 'time', at: 1e9 });
  return {
    steps,
    scanned: steps.flatMap((step) => step.scanned.map(({ raw }) => raw)),
    typed: steps.flatMap((step) => step.typed.map(({ key }) => key)).join(''),
  };
}

function characters(strokes: readonly KeyStroke[], inField = false): readonly WedgeInput[] {
  return strokes.map((stroke) => ({ kind: 'character', stroke, inField }));
}

const enter = (at: number): WedgeInput => ({ kind: 'terminator', at });
const tab = (at: number): WedgeInput => ({ kind: 'terminator', at, isTab: true });
const space = (at: number): WedgeInput => ({ kind: 'other', at });

/** Each line ends with Enter, and the next one follows at once. */
function lines(texts: readonly string[], gap = 4): readonly WedgeInput[] {
  let at = 0;
  return texts.flatMap((text) => {
    const strokes = characters(press(text, { gap, from: at }));
    at += text.length * gap + gap;
    return [...strokes, enter(at - gap)];
  });
}

describe('a scanner', () => {
  it('is recognised when it ends with a terminator, which is not passed on', () => {
    const { scanned, steps, typed } = run([...characters(press(ticket, { gap: 8 })), enter(240)]);
    expect(scanned).toEqual([ticket]);
    expect(typed).toBe('');
    expect(steps.slice(0, -1).every(({ swallow }) => swallow)).toBe(true);
  });

  it('is recognised when it sends no terminator', () => {
    expect(run(characters(press(ticket, { gap: 8 }))).scanned).toEqual([ticket]);
  });

  it('is read by key positions on an AZERTY computer', () => {
    const strokes = press(ticket, { gap: 5, key: azertyKey });
    expect(strokes.map(({ key }) => key).join('')).not.toBe(ticket);
    expect(run(characters(strokes)).scanned).toEqual([ticket]);
  });

  it('is read by key positions on a QWERTZ computer, where Y and Z are swapped and both readings parse', () => {
    const strokes = press(ticket, { gap: 5, key: qwertzKey });
    expect(strokes.map(({ key }) => key).join('')).toContain('zyzy');
    expect(run(characters(strokes)).scanned).toEqual([ticket]);
  });

  it('set to the layout of its QWERTZ computer is read by its characters', () => {
    const strokes = press(ticket, { gap: 5 }).map((stroke) => ({
      ...stroke,
      code: stroke.key === '_' ? 'Slash' : (swapped[stroke.code] ?? stroke.code),
    }));
    expect(run(characters(strokes)).scanned).toEqual([ticket]);
  });

  it('is read by key positions on an AZERTY computer if its code was sold elsewhere', () => {
    const strokes = press('7749-201833520112', { gap: 5, key: azertyKey });
    expect(run(characters(strokes)).scanned).toEqual(['7749-201833520112']);
  });

  it('gives the same reference with and without CapsLock', () => {
    const strokes = press(ticket, { gap: 5 }).map((stroke) => ({
      ...stroke,
      key: stroke.key.toUpperCase(),
    }));
    expect(run(characters(strokes)).scanned.map((code) => code.toLowerCase())).toEqual([ticket]);
  });

  it('that reads twice in a row gives two codes', () => {
    const first = [...characters(press(ticket, { gap: 8 })), enter(240)];
    const second = [...characters(press(other, { gap: 8, from: 260 })), enter(500)];
    expect(run([...first, ...second]).scanned).toEqual([ticket, other]);
  });

  it('whose two scans arrive without a pause gives two codes', () => {
    expect(run(characters(press(ticket + other, { gap: 8 }))).scanned).toEqual([ticket, other]);
  });

  it('that ends with CR and LF triggers nothing with the second', () => {
    const inputs = [...characters(press(ticket, { gap: 8 })), enter(240), enter(244)];
    expect(run(inputs).steps.at(-2)).toMatchObject({ swallow: true, scanned: [] });
  });

  it('whose terminator comes after the pause triggers nothing with it', () => {
    const pause: WedgeInput = { kind: 'time', at: 330 };
    const inputs = [...characters(press(ticket, { gap: 8 })), pause, enter(400)];
    const { steps, scanned } = run(inputs);
    expect(scanned).toEqual([ticket]);
    expect(steps.at(-2)?.swallow).toBe(true);
  });

  it('that stalls in the middle of a code is read whole', () => {
    const [head, tail] = [press(ticket.slice(0, 12), { gap: 8 }), ticket.slice(12)];
    const pause: WedgeInput = { kind: 'time', at: 200 };
    const inputs = [...characters(head), pause, ...characters(press(tail, { gap: 8, from: 330 }))];
    expect(run(inputs).scanned).toEqual([ticket]);
  });

  it('whose first key comes long before the others is read whole', () => {
    const first = characters(press(ticket.slice(0, 1), { gap: 8 }));
    const rest = characters(press(ticket.slice(1), { gap: 8, from: 700 }));
    const pause: WedgeInput = { kind: 'time', at: 420 };
    const { scanned, typed } = run([...first, pause, ...rest, enter(940)]);
    expect(scanned).toEqual([ticket]);
    expect(typed).toBe('');
  });

  it('that reads while a person types takes none of the typed keys', () => {
    const typing = characters(press('dub', { gap: 90 }));
    const inputs = [...typing, ...characters(press(ticket, { gap: 8, from: 220 })), enter(470)];
    const { scanned, typed, steps } = run(inputs);
    expect(scanned).toEqual([ticket]);
    expect(typed).toBe('dub');
    expect(steps.at(-2)?.swallow).toBe(true);
  });

  it('is recognised even if a person pressed a key half a second before', () => {
    const key = characters(press('x', { gap: 8 }));
    const { scanned, typed } = run([...key, ...characters(press(ticket, { gap: 8, from: 500 }))]);
    expect(scanned).toEqual([ticket]);
    expect(typed).toBe('x');
  });

  it('that sends a prefix before each code is read with it', () => {
    expect(run([...characters(press(`gate7 ${ticket}`, { gap: 8 })), enter(300)])).toMatchObject({
      scanned: [`gate7 ${ticket}`],
      typed: '',
    });
  });

  it('whose keys arrive late on a busy machine is read by their own times', () => {
    const strokes = characters(press(ticket, { gap: 3 }));
    const silence: WedgeInput = { kind: 'time', at: 310 };
    expect(run([...strokes.slice(0, 3), silence, ...strokes.slice(3), enter(95)]).scanned).toEqual([
      ticket,
    ]);
  });

  it('with control characters in its code triggers no shortcut', () => {
    const strokes = characters(press(ticket, { gap: 8 }));
    const inputs = [
      ...strokes.slice(0, 9),
      { kind: 'other', at: 66 } as const,
      ...strokes.slice(9),
    ];
    const { steps, scanned } = run(inputs);
    expect(steps[9]?.swallow).toBe(true);
    expect(scanned).toEqual([ticket]);
  });

  it('that stands still while the system repeats its last key is read whole', () => {
    const strokes = characters(press(ticket.slice(0, 12), { gap: 8 }));
    const repeats = [120, 150, 180].map((at): WedgeInput => ({ kind: 'repeat', at }));
    const rest = characters(press(ticket.slice(12), { gap: 8, from: 390 }));
    const { scanned, steps } = run([...strokes, ...repeats, ...rest, enter(540)]);
    expect(scanned).toEqual([ticket]);
    expect(steps.slice(0, -1).every(({ swallow }) => swallow)).toBe(true);
  });

  it('delivers a code that is not a ticket, once it is known that no other line follows', () => {
    const { scanned, steps } = run([
      ...characters(press('4006381333931', { gap: 8 })),
      enter(104),
      { kind: 'time', at: 150 },
      { kind: 'time', at: 204 },
    ]);
    expect(scanned).toEqual(['4006381333931\n']);
    expect(steps.map((step) => step.scanned.length).slice(-4)).toEqual([0, 0, 1, 0]);
  });

  it('that sends many lines is read once', () => {
    const card = ['BEGIN:VCARD', 'VERSION:3.0', 'FN:Amelie Dubois', 'END:VCARD'];
    const { scanned, typed } = run(lines(card));
    expect(scanned).toEqual([card.map((line) => `${line}\n`).join('')]);
    expect(typed).toBe('');
  });

  it.each([
    ['above', ['Amelie Dubois', ticket]],
    ['below', [ticket, 'Amelie Dubois', 'VIP 14']],
  ])('that sends other lines %s the code gives the code alone, at its own line', (_, texts) => {
    const { scanned, steps, typed } = run(lines(texts));
    expect(scanned).toHaveLength(1);
    expect(scanned[0]).toContain(ticket);
    expect(typed).toBe('');
    expect(steps.slice(0, -1).every(({ swallow }) => swallow)).toBe(true);
  });

  it.each([2, 40, 120, 240])('at %d ms a key is read where nobody types', (gap) => {
    const inputs = [...characters(press(ticket, { gap })), enter(30 * gap)];
    expect(run(inputs)).toMatchObject({ scanned: [ticket], typed: '' });
  });

  it('too slow for a person to wait for is a person, and so is one that ends with no terminator', () => {
    const slow = characters(press(ticket, { gap: 260 }));
    expect(run([...slow, enter(30 * 260)]).scanned).toEqual([]);
    expect(run(characters(press(ticket, { gap: 40 }))).scanned).toEqual([]);
  });

  it('that is slow leaves a sign of half a code', () => {
    const inputs = [...characters(press(ticket.slice(1, 20), { gap: 40 })), enter(760)];
    expect(run(inputs).scanned).toEqual([`${ticket.slice(1, 20)}\n`]);
  });
});

it.each(['other', 'terminator'] as const)(
  'a key of the kind %s right after a scan is its own',
  (kind) => {
    const inputs: WedgeInput[] = [...characters(press(ticket, { gap: 8 })), enter(240)];
    expect(run([...inputs, { kind, at: 540 }]).steps.at(-2)?.swallow).toBe(true);
    expect(run([...inputs, { kind, at: 541 }]).steps.at(-2)?.swallow).toBe(false);
  },
);

it('ends a burst at 8,192 characters', () => {
  const stuck = characters(press('x'.repeat(LONGEST_BURST + 10), { gap: 2 }));
  expect(run(stuck).scanned.map((code) => code.length)).toEqual([8_192, 10]);
});

describe('a person', () => {
  it('typing gets every key back, in order', () => {
    const { scanned, typed } = run(characters(press(ticket, { gap: 130 })));
    expect(scanned).toEqual([]);
    expect(typed).toBe(ticket);
  });

  it('typing fast and pressing Enter submits', () => {
    const { steps, scanned, typed } = run([
      ...characters(press('winter gala', { gap: 60 }), true),
      enter(720),
    ]);
    expect(scanned).toEqual([]);
    expect(typed).toBe('winter gala');
    expect(steps.at(-2)?.swallow).toBe(false);
  });

  it('pressing fewer keys than the shortest code is never a scanner', () => {
    expect(run([...characters(press('abcde', { gap: 4 })), enter(24)]).scanned).toEqual([]);
  });

  it('pressing Tab and Enter presses both, and so does holding a key', () => {
    const held = Array.from({ length: 9 }, (_, index): WedgeInput => ({
      kind: 'repeat',
      at: 60 + index * 30,
    }));
    for (const step of run([enter(0), enter(50), ...held, enter(380)]).steps) {
      expect(step.swallow).toBe(false);
    }
  });

  it('pressing Enter alone presses Enter', () => {
    expect(run([enter(10)]).steps[0]).toMatchObject({ swallow: false, scanned: [], typed: [] });
  });
});

describe('a code that is no ticket', () => {
  it('made of Tabs, Enters and spaces presses nothing: its Tabs only move the focus', () => {
    const { steps } = run([tab(0), tab(4), space(8), enter(12), enter(250)]);
    expect(steps.slice(0, 5).map(({ swallow }) => swallow)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it.each(['a', '12', 'abcde'])('and too short for one presses no button: %s', (text) => {
    const keys = characters(press(text, { gap: 4 }));
    expect(run([...keys, enter(text.length * 4)]).steps.at(-2)?.swallow).toBe(true);
    const inField = keys.map((input) => ({ ...input, inField: true }));
    expect(run([...inField, enter(text.length * 4)]).steps.at(-2)?.swallow).toBe(false);
  });
});

it('loses no key and has none both typed and scanned, whatever the rhythm', () => {
  const rhythm = fc.array(
    fc.record({
      letter: fc.constantFrom('a', 'b', 'c', 'k', 't', '0', '7', '_'),
      gap: fc.integer({ min: 1, max: 500 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(rhythm, (keys) => {
      let at = 0;
      const inputs = keys.map(({ letter, gap }): WedgeInput => {
        at += gap;
        return { kind: 'character', stroke: { ...usKey(letter), at }, inField: true };
      });
      const { scanned, typed } = run(inputs);
      expect(scanned.join('').length + typed.length).toBe(keys.length);
    }),
  );
});

it.each([
  [35, ['abcdef\n']],
  [36, []],
])('six characters into a field with an average gap of %d ms: %j', (gap, scanned) => {
  const { scanned: read } = run([...characters(press('abcdef', { gap }), true), enter(gap * 6)]);
  expect(read).toEqual(scanned);
});

const swapped: Readonly<Record<string, string>> = { KeyY: 'KeyZ', KeyZ: 'KeyY' };
