import { describe, expect, it } from 'vitest';
import { readIdempotencyKey } from './idempotency.ts';

/** As Node hands it over: a character for each byte. */
const bytes = (text: string) => Buffer.from(text).toString('latin1');

describe('readIdempotencyKey', () => {
  it('counts characters, not bytes', () => {
    const key = 'ключ😀'.repeat(40);
    expect(readIdempotencyKey(bytes(key))).toBe(key);
    expect(() => readIdempotencyKey(bytes(`${key}k`))).toThrow(/at most 200/);
  });

  it('keeps a final byte that alone would be white space', () => {
    expect(readIdempotencyKey(bytes('voilà'))).toBe('voilà');
  });

  it('accepts bytes that are not UTF-8 unchanged', () => {
    expect(readIdempotencyKey('schl\xFCssel')).toBe('schlüssel');
  });

  it.each([undefined, '', ' \t ', []])('needs one: %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow(/required/);
  });
});
