import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOwnPlace } from './own-place.ts';

it.each(['/', '/home', '/orders/ord_1?search=Ada#x', '/events?to=//example.org'])(
  '%s is a place of the console',
  (to) => {
    expect(isOwnPlace(to)).toBe(true);
  },
);

it.each(['//example.org', '/\\example.org', '/\t/example.org', 'home', '', 'javascript:1', null])(
  '%j is none',
  (to) => {
    expect(isOwnPlace(to)).toBe(false);
  },
);

it('whatever it is, a browser stays where it is', () => {
  const part = fc.constantFrom(
    '/',
    '\\',
    '\t',
    '\n',
    ':',
    '@',
    '.',
    'evil.example',
    'http',
    '?',
    '#',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const to = `/${parts.join('')}`;
      const { origin } = URL.parse(to, 'https://tickets.example') ?? {};
      if (isOwnPlace(to)) expect(origin).toBe('https://tickets.example');
    }),
  );
});
