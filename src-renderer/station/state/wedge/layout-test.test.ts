import { expect, it } from 'vitest';
import {
  LAYOUT_CODE,
  SHORT_LAYOUT_CODE,
} from '../../../../shared/ticket-code/parse-ticket-code.ts';
import { azertyKey, press, qwertzKey, usKey } from '../../../../test/support/scanner-keys.ts';
import { testLayout } from './layout-test.ts';

const codes = [LAYOUT_CODE, SHORT_LAYOUT_CODE];

it.each(codes)('names the layout with which %s was read', (code) => {
  const keys = (key: typeof usKey) => press(code, { gap: 8, key });
  expect(testLayout(keys(usKey))).toBe('same');
  expect(testLayout(keys(qwertzKey))).toBe('qwertz');
  expect(testLayout(keys(azertyKey))).toBe('azerty');
  const turkish = keys(usKey).map((one) => (one.key === 'i' ? { ...one, key: 'ı' } : one));
  expect(testLayout(turkish)).toBe('other_layout');
  const capitals = keys(usKey).map((one) => ({ ...one, key: one.key.toUpperCase() }));
  expect(testLayout(capitals)).toBe('caps_lock');
});

it('names a slow scanner and a keypad without NumLock as what they are', () => {
  expect(testLayout(press(LAYOUT_CODE, { gap: 60 }))).toBe('slow');
  expect(testLayout(press(LAYOUT_CODE, { gap: 60, key: azertyKey }))).toBe('slow');
  const keypad = press(LAYOUT_CODE, { gap: 8 }).map((one) =>
    /^\d$/.test(one.key) ? { ...one, key: 'Clear', code: `Numpad${one.key}` } : one,
  );
  expect(testLayout(keypad)).toBe('num_lock');
  const few = press(LAYOUT_CODE, { gap: 60 }).filter((_, place) => place % 9 !== 7);
  expect(testLayout(few)).toBe('lost');
});

it('reports lost characters', () => {
  const keys = press(LAYOUT_CODE, { gap: 8 }).filter((_, place) => place % 9 !== 7);
  expect(testLayout(keys)).toBe('lost');
});

it('reports an unknown layout when neither keys nor characters match the print', () => {
  const keys = press(LAYOUT_CODE.replaceAll('m', 'k'), { gap: 8 });
  expect(testLayout(keys)).toBe('unknown');
});

it.each(['tkt_01hzyzyzyzyzyzyzyzyzyzyz42', '4006381333931', 'https://example.com/tickets/1', ''])(
  'ignores %j, which is not the printed code',
  (code) => {
    expect(testLayout(press(code, { gap: 8 }))).toBeNull();
  },
);
