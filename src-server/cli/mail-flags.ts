import { optional, orElse, text, type Flag } from './flags.ts';
import { checkSender } from '../mail/mail.ts';
import { serverDefaults } from '../server-config.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export const mailFlags = {
  smtpUrl: optional(
    text(
      'URL',
      'mail server for emails (in GATEHOUSE_SMTP_URL if the address holds a password); without one, emails become files in DATA/mail',
    ),
  ),
  mailFrom: orElse(
    sender('ADDRESS', 'sender of emails; it has to be one that the mail server takes'),
    serverDefaults.mailFrom,
  ),
} as const;

function sender(placeholder: string, description: string): Flag<string> {
  const { read, ...flag } = text(placeholder, description);
  return {
    ...flag,
    read: (given) => {
      try {
        return checkSender(read(given));
      } catch (error) {
        throw error instanceof RangeError ? new UsageError(error.message) : error;
      }
    },
  };
}

/** A password is only taken from the environment: every user of the machine can read a command line. */
export function readSmtpUrl(written: string | undefined, { environment }: Terminal): string | null {
  if (written === undefined) return environment['GATEHOUSE_SMTP_URL'] || null;
  if ((URL.parse(written)?.password ?? '') === '') return written;
  throw new UsageError(
    'Expected --smtp-url without a password; put the whole address into GATEHOUSE_SMTP_URL, where other users cannot see it.',
  );
}
