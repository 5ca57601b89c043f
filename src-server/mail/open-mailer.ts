import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import SMTPPool from 'nodemailer/lib/smtp-pool';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { writeAtomically } from '../../src-files/write-atomically.ts';
import { isLoopbackHost } from '../../shared/loopback-host.ts';
import { MailRefusedError, type Mail, type Mailer } from './mail.ts';

export interface MailOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; null writes files. */
  readonly smtpUrl: string | null;
  /** The sender's address. */
  readonly from: string;
  /** Where emails are written as `.eml` files without an SMTP server. */
  readonly folder: string;
}

/** Sends over SMTP if a server is configured; otherwise writes each email to a file that mail programs open. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtpUrl === null ? fileMailer(options) : smtpMailer(options.smtpUrl, options.from);
}

/** Gives up on an unresponsive mail server before the caller's patience ends. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
/** How long a session waits for another email before it takes leave of the server. */
const IDLE_MS = 1_000;
const LEAVE_WITHIN_MS = 2_000;

/**
 * Emails that follow each other go through one session, because providers limit how often one may log in. If the server ends it between two
 * emails, as many do after a number of them, the next one gets another.
 */
function smtpMailer(url: string, from: string): Mailer {
  const requireTLS = needsEncryption(url);
  const pool = new SMTPPool({
    url,
    ...TIMEOUTS,
    requireTLS,
    maxConnections: 1,
    maxMessages: Infinity,
    idleTimeout: IDLE_MS,
    maxRequeues: 1,
  });
  const transport = createTransport(pool, { from });
  let isConnected = false;
  pool.on('clear', () => {
    isConnected = false;
  });
  return {
    send: async (mail) => {
      isConnected = true;
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw refusalOf(error) ?? (requireTLS ? unencrypted(error) : null) ?? error;
      }
    },
    close: async () => {
      const leave = new AbortController();
      // A session that broke says nothing any more. `AbortSignal.timeout` would let the process end while it is waited for.
      const patience = setTimeout(() => leave.abort(), LEAVE_WITHIN_MS);
      if (isConnected) await once(pool, 'clear', leave).catch(() => undefined);
      clearTimeout(patience);
      pool.close({ force: true });
    },
  };
}

/**
 * A password goes to another machine only through TLS: a server that does not offer it, or somebody on the way who hides the offer, would get it
 * in clear text. `?ignoreTLS=true` in the address says that this is wanted.
 */
function needsEncryption(url: string): boolean {
  const { protocol, password, hostname, searchParams } = new URL(url);
  if (protocol !== 'smtp:' || password === '' || searchParams.get('ignoreTLS') === 'true')
    return false;
  return !isLoopbackHost(hostname.replaceAll(/[[\]]/g, ''));
}

/** Null for what is no failure to encrypt. */
function unencrypted(error: unknown): Error | null {
  if (!(error instanceof Error && 'code' in error && error.code === 'ETLS')) return null;
  const message = `The connection cannot be encrypted, and a password is not sent without: ${error.message}`;
  return new Error(message, { cause: error });
}

function fileMailer({ folder, from }: MailOptions): Mailer {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from },
  );
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError('expected the email as bytes');
      makePrivateFolder(folder);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      writeAtomically(join(folder, name), message);
    },
    close: async () => transport.close(),
  };
}

function messageOf({ images = [], ...mail }: Mail) {
  const attachments = images.map((image) => ({ ...image, contentType: 'image/png' }));
  return attachments.length === 0 ? mail : { ...mail, attachments };
}

/**
 * A refusal of the recipient or the message; a recipient may also be refused temporarily (RFC 5321 §4.2.1). Null for a refusal that
 * would meet any email: of the sender, by the whole server, or of the connection (421).
 */
function refusalOf(error: unknown): MailRefusedError | null {
  if (!(error instanceof Error && 'code' in error && 'responseCode' in error)) return null;
  const command = 'command' in error ? error.command : null;
  const isOfOne = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  if (!isOfOne || command === 'MAIL FROM') return null;
  const code = Number(error.responseCode);
  const isForNow = code >= 400 && code < 500 && code !== 421 && command === 'RCPT TO';
  if (!isForNow && !(code >= 500)) return null;
  return new MailRefusedError(error.message, { isForNow, cause: error });
}
