import { describe, expect, test } from 'vitest';
import { slugOf } from './slug.ts';

describe('The short name of an event', () => {
  test.each([
    ['Große Bühne: Öl & Äther', 'grosse-buehne-oel-aether'],
    ['Gru\u0308ne Woche', 'gruene-woche'],
    ['Noël à Besançon, 2026', 'noel-a-besancon-2026'],
    ['Señor Łukasz', 'senor-lukasz'],
    ['東京', ''],
    // However long the name.
    ['ß'.repeat(255), 's'.repeat(255)],
    [`${'a'.repeat(254)} b`, 'a'.repeat(254)],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
});
