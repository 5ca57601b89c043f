import { describe, expect, it } from 'vitest';
import { openStorage, type PageStorage } from './page-storage.ts';

const forbid = (): never => {
  throw new DOMException('The user has forbidden it.', 'SecurityError');
};

describe('the storage of a page', () => {
  it("is the browser's where there is one", () => {
    const kept = new Map([['a', '1']]);
    const browsers: PageStorage = {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    };
    openStorage(() => browsers).setItem('b', '2');
    expect([...kept]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
  });

  it.each([
    ['may not be asked for', forbid],
    ['may not be read', () => ({ getItem: forbid, setItem: () => undefined })],
  ] as const)('is forgotten with the page where that %s', (_how, ask) => {
    const storage = openStorage(ask);
    expect(storage.getItem('theme')).toBeNull();
    storage.setItem('theme', 'dark');
    expect(storage.getItem('theme')).toBe('dark');
  });
});
