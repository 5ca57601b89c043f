import { expect, it } from 'vitest';
import { writeNetwork } from './egress/network.ts';
import { readWebhookSettings } from './read-webhook-settings.ts';

const written = {
  webhookAllow: [],
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'desk@example.org',
};

it('webhook settings are parsed as an operator writes them', () => {
  const settings = readWebhookSettings({
    ...written,
    webhookAllow: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'],
    webhookSchedule: '1,2,4',
    webhookHeaderPrefix: 'X-Acme',
    smtpUrl: 'smtps://user:pass@mail.example.org',
  });
  expect(settings).toMatchObject({
    schedule: [1, 2, 4],
    headerPrefix: 'X-Acme',
    smtpUrl: 'smtps://user:pass@mail.example.org',
  });
  expect(settings.allow.map(writeNetwork)).toEqual(['10.0.0.0/8', '127.0.0.1/32', 'fd00::/8']);
});

it.each([
  ['a range', { webhookAllow: ['10.0.0.0/8', 'venue'] }, 'venue'],
  ['a schedule', { webhookSchedule: 'C' }, '"C"'],
  ['a header', { webhookHeaderPrefix: 'X Acme:' }, 'X Acme:'],
  ['a header', { webhookHeaderPrefix: '' }, 'X-Acme'],
  ['a mail server', { smtpUrl: 'mail.example.org' }, 'smtp://'],
  ['a mail server', { smtpUrl: 'https://user:secret@example.org' }, 'smtp://'],
  ['a mail server', { smtpUrl: 'smtp:' }, 'smtp://'],
  ['a header of its own', { webhookHeaderPrefix: 'webhook' }, 'X-Acme'],
])('a webhook setting that is not %s is refused with a sentence', (_what, wrong, text) => {
  expect(() => readWebhookSettings({ ...written, ...wrong })).toThrow(text);
});
