import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { makePrivateFolder } from '../../../src-files/private-files.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { Mailer } from './mail.ts';

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

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url, { from });
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail });
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
      const { message } = await transport.sendMail({ ...mail });
      if (!Buffer.isBuffer(message)) throw new TypeError('expected the email as bytes');
      makePrivateFolder(folder);
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
      writeAtomically(join(folder, name), message);
    },
    close: () => transport.close(),
  };
}
