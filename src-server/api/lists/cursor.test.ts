import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../../shared/instant.ts';
import { decodeCursor, encodeCursor, type CursorPosition } from './cursor.ts';

const key = Buffer.alloc(32, 7);
const instant = fc.integer({ min: 0, max: 4e15 }).map(instantFromMicros);
const position: fc.Arbitrary<CursorPosition> = fc.record({
  direction: fc.constantFrom('next' as const, 'prev' as const),
  updatedAt: instant,
  reference: fc.string({ maxLength: 30 }),
  upperBound: instant,
  watermark: instant,
});

describe('cursors', () => {
  it('read back what was written', () => {
    fc.assert(
      fc.property(position, fc.string(), (place, binding) => {
        expect(decodeCursor(key, binding, encodeCursor(key, binding, place))).toEqual(place);
      }),
    );
  });

  it('are rejected under another binding or another key', () => {
    fc.assert(
      fc.property(position, fc.string(), fc.string(), (place, binding, other) => {
        fc.pre(binding !== other);
        const cursor = encodeCursor(key, binding, place);
        expect(decodeCursor(key, other, cursor)).toBeNull();
        expect(decodeCursor(Buffer.alloc(32, 8), binding, cursor)).toBeNull();
      }),
    );
  });

  it('are rejected after any character was changed, added or removed', () => {
    const edit = fc.record({
      at: fc.nat(),
      character: fc.constantFrom('a', 'Z', '0', '_', '-', '=', '.', ' ', '%'),
    });
    fc.assert(
      fc.property(position, edit, (place, { at, character }) => {
        const cursor = encodeCursor(key, 'list', place);
        const index = at % cursor.length;
        const forgeries = [
          cursor.slice(0, index) + character + cursor.slice(index + 1),
          cursor.slice(0, index) + character + cursor.slice(index),
          cursor.slice(0, index) + cursor.slice(index + 1),
        ];
        for (const forgery of forgeries) {
          if (forgery !== cursor) expect(decodeCursor(key, 'list', forgery)).toBeNull();
        }
      }),
    );
  });

  it('reject any unsigned text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
        expect(decodeCursor(key, 'list', text)).toBeNull();
      }),
    );
  });
});
