import { describe, expect, it } from 'vitest';
import { readPublicUrl } from './read-public-url.ts';
import { UsageError } from './usage-error.ts';

describe('readPublicUrl', () => {
  it.each([
    ['https://tickets.example.org', 'https://tickets.example.org'],
    ['https://Tickets.example.org:443/', 'https://tickets.example.org'],
    ['http://localhost:8080/v1', 'http://localhost:8080'],
    ['https://example.org/tickets/v1/', 'https://example.org/tickets'],
  ])('%s is %s', (given, read) => {
    expect(readPublicUrl(given)).toBe(read);
  });

  it.each([
    '',
    'nonsense',
    'tickets.example.org',
    'ftp://example.org',
    'https://user:pass@example.org',
    'https://example.org/?a=1',
    'https://example.org/#a',
  ])('refuses "%s"', (given) => {
    expect(() => readPublicUrl(given)).toThrow(UsageError);
  });
});
