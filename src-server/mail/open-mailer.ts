import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makePrivateFolder } from '../../src-files/private-files.ts';
import { writeAtomically } from '../../src-files/write-atomically.ts';
import { MailRefusedError, type Mail, type Mailer } from './mail.ts';

export interface MailOptions {
  /** `smtp://user:password@host:port` or `smtps://…`; null writes files. */
  readonly smtpUrl: string | null;
  /** The sender's address. */
  readonly from: string;
  /** Where emails are kept as `.eml` files when there is no SMTP server. */
  readonly folder: string;
}

/** Sends over SMTP when a server is configured; otherwise every email becomes a file that mail programs open. */
export function openMailer(options: MailOptions): Mailer {
  return options.smtpUrl === null ? fileMailer(options) : smtpMailer(options.smtpUrl, options.from);
}

/** A mail server that says nothing is given up in time for whoever waits. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS }, { from });
  return {
    send: async (mail) => {
      try {
        await transport.sendMail(messageOf(mail));
      } catch (error) {
        throw isRefusal(error) ? new MailRefusedError(error.message, { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
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
    close: () => transport.close(),
  };
}

function messageOf({ images = [], ...mail }: Mail) {
  const attachments = images.map((image) => ({ ...image, contentType: 'image/png' }));
  return attachments.length === 0 ? mail : { ...mail, attachments };
}

/** A permanent no (RFC 5321 §4.2.1) to the recipient or the message. A no to the sender would meet every other email as well. */
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') &&
    !('command' in error && error.command === 'MAIL FROM') &&
    'responseCode' in error &&
    Number(error.responseCode) >= 500
  );
}
