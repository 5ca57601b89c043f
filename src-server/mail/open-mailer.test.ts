import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSmtp, type SmtpAnswers } from '../../test/support/smtp-server.ts';
import { listen } from '../../test/support/webhooks/receiver.ts';
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
  await mailer.close();
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
    await mailer.close();
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
  await mailer.close();
  await smtp.close();
});

/** A mail server that lets this many log in. */
async function openLimited(logins: number, answers: SmtpAnswers = {}) {
  let left = logins;
  const login = () => {
    left -= 1;
    return left < 0 ? '454 4.7.0 Too many login attempts' : '235 welcome';
  };
  const smtp = await openSmtp({ ...answers, login });
  return { ...smtp, url: smtp.url.replace('//', '//box:office@'), used: () => logins - left };
}

it('twenty emails need one login, also when some of them are refused, and the session is ended in order', async () => {
  let sent = 0;
  const smtp = await openLimited(6, {
    recipient: () => {
      sent += 1;
      return sent % 7 === 0 ? '550 nobody of that name' : '250 fine';
    },
  });
  const mailer = openMailer({ smtpUrl: smtp.url, from, folder });
  const outcomes = [];
  for (let count = 0; count < 20; count += 1) {
    outcomes.push(await mailer.send(mail).catch((reason: unknown) => reason));
  }
  expect(outcomes.filter((outcome) => outcome instanceof MailRefusedError)).toHaveLength(2);
  expect(smtp.taken).toHaveLength(18);
  await mailer.close();
  expect(smtp.used()).toBe(1);
  expect(smtp.heard().trim()).toMatch(/QUIT$/);
  await smtp.close();
});

it('a session that the server ends after some emails is followed by another, and no email is lost', async () => {
  let sent = 0;
  const smtp = await openLimited(6, {
    sender: () => {
      sent += 1;
      return sent % 5 === 0 ? '421 enough for this session' : '250 fine';
    },
  });
  const mailer = openMailer({ smtpUrl: smtp.url, from, folder });
  for (let count = 0; count < 12; count += 1) await mailer.send(mail);
  expect(smtp.taken).toHaveLength(12);
  expect(smtp.used()).toBe(3);
  await mailer.close();
  await smtp.close();
});

/** What becomes of an email to a server with that address, and what the server heard. */
async function sendTo(address: (url: string) => string) {
  const smtp = await openLimited(6);
  const mailer = openMailer({ smtpUrl: address(smtp.url), from, folder });
  const outcome = await mailer.send(mail).then(
    () => 'sent',
    (error: unknown) => String(error),
  );
  await mailer.close();
  await smtp.close();
  return { outcome, heard: smtp.heard() };
}

/** This machine, by a spelling that no list of its names has. */
function far(url: string): string {
  return url.replace('127.0.0.1', '[::ffff:127.0.0.1]');
}

it('a password is not sent unencrypted to another machine, unless the address says so; to this one it is', async () => {
  const refused = await sendTo(far);
  expect(refused.outcome).toMatch(/a password is not sent without/);
  expect(refused.heard).not.toContain('AUTH');
  for (const address of [
    (url: string) => url,
    (url: string) => `${far(url)}?ignoreTLS=true`,
    (url: string) => far(url).replace('box:office@', ''),
  ]) {
    expect(await sendTo(address)).toMatchObject({ outcome: 'sent' });
  }
});

it('a session without emails is ended, and the next email begins another', async () => {
  const smtp = await openLimited(6);
  const mailer = openMailer({ smtpUrl: smtp.url, from, folder });
  await mailer.send(mail);
  await expect.poll(() => smtp.heard(), { timeout: 30_000 }).toMatch(/QUIT\s*$/);
  await mailer.send(mail);
  expect(smtp.taken).toHaveLength(2);
  expect(smtp.used()).toBe(2);
  await mailer.close();
  await smtp.close();
});

it('a refused login fails in the words of the server, and a server that says nothing delays the end by little', async () => {
  const closed = await openLimited(0);
  const refused = openMailer({ smtpUrl: closed.url, from, folder });
  await expect(refused.send(mail)).rejects.toThrow('454 4.7.0 Too many login attempts');
  await refused.close();
  await closed.close();
  const silent = await listen(
    createServer(() => undefined),
    '127.0.0.1',
  );
  const waiting = openMailer({ smtpUrl: `smtp://127.0.0.1:${silent.port}`, from, folder });
  const sending = expect(waiting.send(mail)).rejects.toThrow();
  const before = performance.now();
  await waiting.close();
  await sending;
  expect(performance.now() - before).toBeLessThan(10_000);
  await silent.close();
});
