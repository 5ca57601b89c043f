import { optional, orElse, text } from './flags.ts';
import { serverDefaults } from '../server-config.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export const mailFlags = {
  smtpUrl: optional(
    text(
      'URL',
      'mail server for emails, in GATEHOUSE_SMTP_URL if it has a password; files in DATA/mail without',
    ),
  ),
  mailFrom: orElse(text('ADDRESS', 'sender of emails'), serverDefaults.mailFrom),
} as const;

/** A password is only taken from the environment: every user of the machine can read a command line. */
export function readSmtpUrl(written: string | undefined, { environment }: Terminal): string | null {
  if (written === undefined) return environment['GATEHOUSE_SMTP_URL'] || null;
  if ((URL.parse(written)?.password ?? '') === '') return written;
  throw new UsageError(
    'Expected --smtp-url without a password; put the whole address into GATEHOUSE_SMTP_URL, where other users cannot see it.',
  );
}
