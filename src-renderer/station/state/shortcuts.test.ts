import { expect, it } from 'vitest';
import { actionOfKey, actions, shortcutLabels } from './shortcuts.ts';

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it('every action has a key, and no two share one', () => {
  expect(new Set(actions.map((action) => shortcutLabels[action].join('+'))).size).toBe(
    actions.length,
  );
});

it.each(actions)('the key shown for %s triggers it', (action) => {
  const labels = shortcutLabels[action];
  const key = labels.at(-1) ?? '';
  const pressed = {
    ...none,
    key,
    code: codeOf(key),
    altKey: labels.includes('Alt'),
    ctrlKey: labels.includes('Ctrl'),
  };
  expect(actionOfKey(pressed)).toBe(action);
});

it('AltGr, which types a character, does nothing', () => {
  const keys = { ...none, altKey: true, ctrlKey: true };
  for (const code of ['KeyL', 'KeyN', 'Digit1', 'Digit2', 'Digit3']) {
    expect(actionOfKey({ ...keys, key: 'ł', code })).toBeNull();
  }
});

it('letters and digits alone do nothing: barcodes are made of them', () => {
  for (const key of 'abcdefghijklmnopqrstuvwxyz0123456789,') {
    expect(actionOfKey({ ...none, key, code: `Key${key.toUpperCase()}` })).toBeNull();
  }
});

function codeOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Key${key}`;
  return /^\d$/.test(key) ? `Digit${key}` : '';
}
