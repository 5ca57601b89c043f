import { expect, it } from 'vitest';
import { disabledNotice } from './disabled-notice.ts';

const notice = {
  id: 1,
  email: 'desk@example.org',
  organiser: 'Kulturhaus an der Elbe',
  subscription: 'whk_01kyvbnvq0g7m3x9r2c5t8w4ez',
  url: 'https://hooks.example.org/secret-path',
  reason: `Repeated failures: all 9 attempts to deliver an event failed; the last had status 500.`,
  attempts: 0,
};

it('an email about a disabled subscription names it, and says why and what to do', () => {
  const { to, text } = disabledNotice(notice);
  expect(to).toBe('desk@example.org');
  const words = text.replaceAll(/\s+/g, ' ');
  for (const part of [
    notice.subscription,
    'https://hooks.example.org',
    notice.reason,
    'updated_since',
  ])
    expect(words).toContain(part);
  expect(text).not.toContain('secret-path');
});

it('the lines of the email are short enough to be sent unencoded', () => {
  const { text } = disabledNotice(notice);
  expect(text.split('\n').filter((line) => line.length > 76)).toEqual([]);
  expect(text).not.toMatch(/[ ]$/m);
});

it('a word longer than a line is not broken', () => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example.org`;
  const { text } = disabledNotice({ ...notice, url: `https://${host}/` });
  expect(text).toContain(host);
});
