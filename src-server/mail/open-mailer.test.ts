import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSmtp } from '../../test/support/smtp-server.ts';
import { MailRefusedError } from './mail.ts';
import { openMailer } from './open-mailer.ts';

let folder: string;
const mail = { to: 'desk@example.org', subject: 'Łódź', text: 'Hello\n.\nbye\n' };
const from = 'Gatehouse <webhooks@localhost>';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('without a mail server every email becomes a separate file', async () => {
  const mailer = openMailer({ smtpUrl: null, from, folder: join(folder, 'mail') });
  await mailer.send(mail);
  await mailer.send(mail);
  const names = readdirSync(join(folder, 'mail'));
  expect(names).toHaveLength(2);
  expect(names.every((name) => name.endsWith('.eml') && !name.startsWith('.'))).toBe(true);
  const text = readFileSync(join(folder, 'mail', names[0] ?? ''), 'utf8');
  expect(text).toContain('To: desk@example.org\r\n');
  expect(text).toContain('From: Gatehouse <webhooks@localhost>\r\n');
  mailer.close();
});

it('with a mail server it is handed over, and a refusal is distinguished from a failing server', async () => {
  for (const [answers, outcome] of [
    [{}, null],
    [{ message: () => '550 refused' }, MailRefusedError],
    [{ recipient: () => '550 nobody of that name' }, MailRefusedError],
    [{ message: () => '451 try later' }, Error],
  ] as const) {
    const smtp = await openSmtp(answers);
    const mailer = openMailer({ smtpUrl: smtp.url, from, folder });
    const [result] = await Promise.allSettled([mailer.send(mail)]);
    const reason: unknown = result?.status === 'rejected' ? result.reason : null;
    expect(reason === null ? null : Object.getPrototypeOf(reason)).toBe(outcome?.prototype ?? null);
    expect(smtp.heard()).toContain('RCPT TO:<desk@example.org>');
    mailer.close();
    await smtp.close();
  }
  expect(readdirSync(folder)).toEqual([]);
});

it('a mail server that refuses this sender fails: it would refuse every other email too', async () => {
  const smtp = await openSmtp({ sender: () => '553 not your domain' });
  const mailer = openMailer({ smtpUrl: smtp.url, from, folder });
  const error: unknown = await mailer.send(mail).catch((reason: unknown) => reason);
  expect(error).not.toBeInstanceOf(MailRefusedError);
  expect(String(error)).toContain('553 not your domain');
  mailer.close();
  await smtp.close();
});
