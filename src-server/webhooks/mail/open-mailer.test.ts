import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listen } from '../../../test/support/webhooks/receiver.ts';
import { openMailer } from './open-mailer.ts';

let folder: string;
const mail = { to: 'desk@example.org', subject: 'Łódź', text: 'Hello\n.\nbye\n' };
const from = 'Gatehouse <webhooks@localhost>';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-mail-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('without a mail server every email becomes a file of its own', async () => {
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

/** Speaks as much SMTP as a client needs; answers the message itself with `verdict`. */
async function openSmtp(verdict: string) {
  const heard: string[] = [];
  const converse = (socket: Socket) => {
    let isData = false;
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      heard.push(text);
      if (isData && !text.endsWith('\r\n.\r\n')) return;
      if (isData) socket.write(`${verdict}\r\n`);
      else socket.write(text.startsWith('DATA') ? '354 go on\r\n' : '250 fine\r\n');
      isData = !isData && text.startsWith('DATA');
    });
  };
  return { heard, ...(await listen(createServer(converse), '127.0.0.1')) };
}

it('with a mail server it is handed over, and a refusal is an error', async () => {
  for (const [verdict, outcome] of [
    ['250 taken', 'fulfilled'],
    ['550 refused', 'rejected'],
  ] as const) {
    const smtp = await openSmtp(verdict);
    const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${smtp.port}`, from, folder });
    const [result] = await Promise.allSettled([mailer.send(mail)]);
    expect(result?.status).toBe(outcome);
    expect(smtp.heard.join('')).toContain('RCPT TO:<desk@example.org>');
    mailer.close();
    await smtp.close();
  }
  expect(readdirSync(folder)).toEqual([]);
});
