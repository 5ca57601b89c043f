import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { verifySignedCode } from '../../shared/ticket-code/signed-code.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { describeCodeKeys } from '../../src-server/domain/tickets/code-keys.ts';
import {
  cancelTicket,
  reassignTicket,
  transferTicket,
} from '../../src-server/domain/tickets/change-ticket.ts';
import { reissueTicket } from '../../src-server/domain/tickets/reissue-ticket.ts';
import { auditList } from '../../src-server/operations/audit.ts';
import { look } from '../../src-server/operations/definition/perform.ts';
import { openOrganiserFixture, type OrganiserFixture } from '../support/organiser-fixture.ts';
import { openSmtp, type SmtpAnswers } from '../support/smtp-server.ts';
import { builtCommand } from '../support/station/programs.ts';

const program = fileURLToPath(builtCommand());
let fixture: OrganiserFixture;
let type: string;
beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});
beforeEach(async () => {
  fixture = await openOrganiserFixture();
  type = (await fixture.addTicketType({ name: 'Standing <A> & B' })).reference;
});
afterEach(() => fixture.close());

async function mail(flags: string, environment: Record<string, string> = {}) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(['order', 'mail', ...flags.split(' ')], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    flushed: () => Promise.resolve(),
    environment: { GATEHOUSE_DATA: fixture.dataDir, ...environment },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

/** The same as a program of its own: only there does it show when Node.js thinks that nothing is left to do. */
async function mailProgram(flags: string, smtpUrl: string) {
  const child = spawn(process.execPath, [program, 'order', 'mail', ...flags.split(' ')], {
    env: { ...process.env, GATEHOUSE_DATA: fixture.dataDir, GATEHOUSE_SMTP_URL: smtpUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, out, err };
}

async function ordered(email: string, quantity = 1) {
  const contact = { email, first_name: 'Ada', last_name: '<b>' };
  const { order, tickets } = await fixture.addOrder(type, { quantity, contact });
  return { order: order.reference, tickets: tickets.map(({ reference }) => reference) };
}

/** What was mailed so far where no mail server is set: by address, the tickets that a scanner reads from the images. */
async function delivered(): Promise<Record<string, readonly string[]>> {
  const folder = join(fixture.dataDir, 'mail');
  if (!existsSync(folder)) return {};
  const found: Record<string, string[]> = {};
  for (const name of readdirSync(folder).toSorted()) {
    const message = readFileSync(join(folder, name), 'utf8');
    const to = /^To: (.*)\r$/m.exec(message)?.[1] ?? '';
    (found[to] ??= []).push(...(await ticketsIn(message)));
  }
  return Object.fromEntries(Object.entries(found).map(([to, tickets]) => [to, tickets.toSorted()]));
}

async function ticketsIn(message: string): Promise<readonly string[]> {
  const keys = await fixture.database.read((tx) => describeCodeKeys(tx, fixture.organiser));
  const tickets: string[] = [];
  for (const [, base64 = ''] of message.matchAll(
    /^Content-Type: image\/png.*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/gms,
  )) {
    const [read] = await readBarcodes(Buffer.from(base64, 'base64'), { formats: ['QRCode'] });
    const verified = await verifySignedCode(
      read?.text ?? '',
      keys.map(({ public_key }) => public_key),
    );
    tickets.push(verified.kind === 'valid' ? verified.ticket.ticket : verified.kind);
  }
  return tickets;
}

/** What is printed where no mail server is set. */
const written = (count: string) =>
  `No mail server is set. Written to ${join(fixture.dataDir, 'mail')} instead: ${count}. They count as sent: once --smtp-url or GATEHOUSE_SMTP_URL is set, send them with --again.`;

const all = () => `--event ${fixture.event.reference}`;

describe('gatehouse order mail', () => {
  it('sends every holder their tickets as images that a scanner reads, one email per order', async () => {
    const first = await ordered('ada@example.org', 2);
    const second = await ordered('ada@example.org');
    const third = await ordered('bea@example.org');
    const { code, out, err } = await mail(all());
    expect([code, err]).toEqual([0, '']);
    const { data: log } = await look(fixture.database, auditList, {
      organiser: fixture.organiser,
    });
    expect(log[0]).toMatchObject({
      operation: 'order.mail-all',
      resource: fixture.event.reference,
      input: { again: false },
    });
    expect(out).toBe(written('4 tickets in 3 emails'));
    expect(await delivered()).toEqual({
      'ada@example.org': [...first.tickets, ...second.tickets].toSorted(),
      'bea@example.org': third.tickets,
    });
    expect(readdirSync(join(fixture.dataDir, 'mail'))).toHaveLength(3);
  });

  it.each<[string, SmtpAnswers]>([
    ['cuts the session in the middle of an email', { message: () => null }],
    ['ends the session in place of an answer', { recipient: () => '421 enough' }],
    ['cannot take the email now', { message: () => '451 try later' }],
    ['refuses the login', { login: () => '535 wrong password' }],
  ])('ends with an error that says why if the mail server %s', async (_, answers) => {
    await ordered('ada@example.org');
    const smtp = await openSmtp(answers);
    const { code, out, err } = await mailProgram(all(), smtp.url.replace('//', '//box:office@'));
    expect([code, out]).toEqual([1, 'Sent: 0 tickets in 0 emails.\n']);
    expect(err).toMatch(/^No more emails can be sent \(.+\)\. Run the command again.*\n$/);
    await smtp.close();
  });

  it('contains what a guest needs, and escapes names in HTML', async () => {
    const { tickets } = await ordered('ada@example.org');
    await mail(all());
    const [name = ''] = readdirSync(join(fixture.dataDir, 'mail'));
    const message = readFileSync(join(fixture.dataDir, 'mail', name), 'utf8').replaceAll(
      '=\r\n',
      '',
    );
    expect(message).toContain('Subject: Your ticket for Winter Gala');
    for (const part of [
      'Winter Gala',
      tickets[0] ?? '',
      'Show this code',
      'Nordlys',
      'Hello Ada <b>,',
    ])
      expect(message).toContain(part);
    expect(message).toContain('Standing &lt;A&gt; &amp; B');
    expect(message).toContain('Hello Ada &lt;b&gt;,');
    expect(message).not.toMatch(/src=3D"https?:|<img[^>]+http/);
  });

  it('sends nobody the same code twice, unless asked to', async () => {
    const { order, tickets } = await ordered('ada@example.org');
    expect((await mail(`--order ${order}`)).out).toBe(written('1 ticket in 1 email'));
    expect((await mail(all())).out).toBe('Sent: 0 tickets in 0 emails.');
    expect((await mail(`${all()} --again`)).out).toBe(written('1 ticket in 1 email'));
    expect(await delivered()).toEqual({ 'ada@example.org': [...tickets, ...tickets] });
  });

  it('sends a new code, and a code to its new holder, and nothing to the former one', async () => {
    const { tickets } = await ordered('ada@example.org', 4);
    const [kept = '', reissued = '', moved = '', renamed = ''] = tickets;
    await mail(all());
    const issued = await fixture.write(async (tx) => {
      await reissueTicket(tx, reissued);
      await reassignTicket(tx, renamed, { email: 'cleo@example.org' });
      return transferTicket(tx, moved, { email: 'bea@example.org' });
    });
    expect((await mail(all())).out).toBe(written('3 tickets in 3 emails'));
    expect(await delivered()).toEqual({
      'ada@example.org': [kept, reissued, moved, renamed, reissued].toSorted(),
      'bea@example.org': [issued.reference],
      'cleo@example.org': [renamed],
    });
  });

  it('leaves out tickets that admit nobody, and counts holders who cannot be reached', async () => {
    const { tickets } = await ordered('ada@example.org');
    await fixture.addOrder(type, { quantity: 3 });
    await fixture.write((tx) => cancelTicket(tx, tickets[0] ?? ''));
    const { code, out } = await mail(`${all()} --json`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      emails: 0,
      tickets: 0,
      refused: [],
      stopped: null,
      without_email: 3,
      sold_elsewhere: 0,
      without_code: [],
    });
    expect(await delivered()).toEqual({});
  });

  it('leaves out whom the barcode of the shop admits, says so, and sends to them when told to', async () => {
    const contact = { email: 'ada@example.org', first_name: 'Ada' };
    const lines = [{ sellable: type, quantity: 1, tickets: [{ code: 'C-77' }] }];
    const sold = await fixture.addOrder(type, { contact, lines });
    const { tickets } = await ordered('bo@example.org');
    expect((await mail(all())).out).toBe(
      `${written('1 ticket in 1 email')}\nNot sent: 1 ticket with a barcode of the shop, which admits; --again sends them too.`,
    );
    expect(await delivered()).toEqual({ 'bo@example.org': tickets });
    expect((await mail(`--order ${sold.order.reference}`)).out).toBe(
      written('1 ticket in 1 email'),
    );
    expect((await mail(`${all()} --again`)).out).toBe(written('2 tickets in 2 emails'));
  });

  it('continues after a refused address, and sends only that one again', async () => {
    await ordered('ada@example.org');
    await ordered('nobody@example.org');
    await ordered('cleo@example.org');
    const refusing = await openSmtp({
      recipient: (address) => (address.startsWith('nobody') ? '550 no such user' : '250 fine'),
    });
    const first = await mail(all(), { GATEHOUSE_SMTP_URL: refusing.url });
    expect(first.code).toBe(1);
    expect(first.out).toContain('Sent: 2 tickets in 2 emails.');
    expect(first.out).toContain('Not accepted for nobody@example.org: ');
    expect(first.err).toContain('One email was not accepted.');
    expect(refusing.taken.map(({ to }) => to)).toEqual(['ada@example.org', 'cleo@example.org']);
    await refusing.close();

    const taking = await openSmtp();
    const second = await mail(`${all()} --smtp-url ${taking.url}`);
    expect([second.code, second.out]).toEqual([0, 'Sent: 1 ticket in 1 email.']);
    expect(taking.taken.map(({ to }) => to)).toEqual(['nobody@example.org']);
    await taking.close();
  });

  it('continues after a full mailbox, whose holder would otherwise delay all others', async () => {
    for (const name of ['ada', 'full', 'cleo']) await ordered(`${name}@example.org`);
    const smtp = await openSmtp({
      recipient: (address) => (address.startsWith('full') ? '452 4.2.2 mailbox full' : '250 fine'),
    });
    const { code, out, err } = await mail(`${all()} --smtp-url ${smtp.url}`);
    await smtp.close();
    expect(code).toBe(1);
    expect(out).toMatch(
      /^Sent: 2 tickets in 2 emails\.\nNot accepted for full@example\.org: .*452/,
    );
    expect(err).toContain('One email was not accepted.');
    expect(smtp.taken.map(({ to }) => to)).toEqual(['ada@example.org', 'cleo@example.org']);
  });

  it('sends emails that were postponed in a run with --again when it is run without, and only those', async () => {
    for (const name of ['ada', 'full']) await ordered(`${name}@example.org`);
    const rooms = { isFull: true };
    const smtp = await openSmtp({
      recipient: (address) =>
        rooms.isFull && address.startsWith('full') ? '452 4.2.2 mailbox full' : '250 fine',
    });
    await mail(all());
    const again = await mail(`${all()} --again --smtp-url ${smtp.url}`);
    expect(again.err).toContain('run the command without --again: only they are sent');
    rooms.isFull = false;
    const { out } = await mail(`${all()} --smtp-url ${smtp.url}`);
    await smtp.close();
    expect(out).toBe('Sent: 1 ticket in 1 email.');
    expect(smtp.taken.map(({ to }) => to)).toEqual(['ada@example.org', 'full@example.org']);
  });

  it('stops at a mail server that postpones everything, before it has tried all emails', async () => {
    for (let number = 1; number <= 8; number += 1) await ordered(`guest-${number}@example.org`);
    const smtp = await openSmtp({ recipient: () => '451 too many emails' });
    const { code, err } = await mail(`${all()} --smtp-url ${smtp.url}`);
    await smtp.close();
    expect(code).toBe(1);
    expect(err).toMatch(/^No more emails can be sent \(.*451 too many emails\)/);
    expect(smtp.heard().match(/RCPT TO/g)).toHaveLength(5);
  });

  it('runs once at a time, so that nobody gets two emails', async () => {
    await ordered('ada@example.org');
    const arrived = Promise.withResolvers<void>();
    const others: ReturnType<typeof mail>[] = [];
    const smtp = await openSmtp({
      sender: () => {
        others.push(mail(`${all()} --smtp-url ${smtp.url}`));
        arrived.resolve();
        return '250 fine';
      },
    });
    const first = await mail(`${all()} --smtp-url ${smtp.url}`);
    await arrived.promise;
    const [second] = await Promise.all(others);
    expect(first.out).toBe('Sent: 1 ticket in 1 email.');
    expect(second).toEqual({
      code: 1,
      out: '',
      err: `Emails are being sent from ${fixture.dataDir} already. Run the command again when that has ended.`,
    });
    expect(smtp.taken).toHaveLength(1);
    expect((await mail(`${all()} --again --smtp-url ${smtp.url}`)).code).toBe(0);
    await smtp.close();
  });

  it("prints only printable characters of a mail server's responses", async () => {
    await ordered('ada@example.org');
    const smtp = await openSmtp({ recipient: () => '550 \u001b[2Jnobody\u009b31m\u0007' });
    const { out } = await mail(`${all()} --smtp-url ${smtp.url}`);
    await smtp.close();
    expect(out).toContain('550 \\u001b[2Jnobody\\u009b31m\\u0007');
    const hanging = await openSmtp({ sender: () => '553 \u001b]0;mine\u0007' });
    const { err } = await mail(`${all()} --smtp-url ${hanging.url}`);
    await hanging.close();
    expect(err).toContain('553 \\u001b]0;mine\\u0007');
  });

  it('stops at a mail server that accepts nothing, and loses nobody', async () => {
    await ordered('ada@example.org');
    await ordered('bea@example.org');
    const answers = ['250 taken', '451 later'];
    const failing = await openSmtp({ message: () => answers.shift() ?? '451 later' });
    const { code, out, err } = await mail(`${all()} --smtp-url ${failing.url}`);
    await failing.close();
    expect(code).toBe(1);
    expect(out).toBe('Sent: 1 ticket in 1 email.');
    expect(err).toMatch(/^No more emails can be sent \(.*451.*\)\. Run the command again/);

    const gone = await mail(`${all()} --smtp-url ${failing.url}`);
    expect([gone.code, gone.out]).toEqual([1, 'Sent: 0 tickets in 0 emails.']);
    expect(gone.err).toContain('ECONNREFUSED');
    expect((await mail(all())).out).toBe(written('1 ticket in 1 email'));
    expect(Object.keys(await delivered())).toEqual(['bea@example.org']);
  });

  it('does not promise to resume when everything is sent once more', async () => {
    const { tickets } = await ordered('ada@example.org');
    await ordered('bea@example.org');
    await mail(all());
    const failing = await openSmtp({ message: () => '451 later' });
    const stopped = await mail(`${all()} --again --smtp-url ${failing.url}`);
    await failing.close();
    expect(stopped.err).toMatch(/\. With --again the next run starts from the beginning: /);

    const refusing = await openSmtp({ recipient: () => '550 no such user' });
    const refused = await mail(`${all()} --again --smtp-url ${refusing.url}`);
    await refusing.close();
    expect(refused.err).toContain('Then run the command without --again: only they are sent.');
    await fixture.write((tx) => reassignTicket(tx, tickets[0] ?? '', { email: 'ada@example.com' }));
    expect((await mail(all())).out).toBe(written('2 tickets in 2 emails'));
    expect(Object.keys(await delivered())).toContain('ada@example.com');
  });

  it('stops at a mail server that refuses the sender, and asks nobody to change their address', async () => {
    await ordered('ada@example.org');
    await ordered('bea@example.org');
    const smtp = await openSmtp({ sender: () => '553 not your domain' });
    const { code, out, err } = await mail(`${all()} --smtp-url ${smtp.url}`);
    await smtp.close();
    expect([code, out]).toEqual([1, 'Sent: 0 tickets in 0 emails.']);
    expect(err).toMatch(/^No more emails can be sent \(.*553 not your domain\)/);
    expect(smtp.heard().match(/MAIL FROM/g)).toHaveLength(1);
  });

  it.each([
    ['', 2, 'Expected either --order or --event.'],
    ['--order ord_1 --event evt_1', 2, 'Expected either --order or --event.'],
    ['--order ord_1', 1, 'There is no order ord_1.'],
    ['--event evt_1', 1, 'There is no event evt_1.'],
    ['--event evt_1 --smtp-url http://x', 2, 'Expected a mail server such as'],
    ['--event evt_1 --smtp-url smtp://a:b@c', 2, 'Expected --smtp-url without a password'],
    ['--event evt_1 --mail-from Gatehouse', 2, '--mail-from: expected a sender such as'],
    ['--event evt_1 --mail-from a@b.c\r\nBcc:<d@e.f>', 2, '--mail-from: expected a sender such as'],
    ['--event evt_1 --mail-from a@b.c,d@e.f', 2, '--mail-from: expected a sender such as'],
  ])('refuses %j with %i and a sentence', async (flags, code, sentence) => {
    const refused = await mail(flags === '' ? '--json' : flags);
    expect(refused.code).toBe(code);
    expect(refused.err).toContain(sentence);
  });
});
