import { checkSender } from '../../mail/mail.ts';
import { serverDefaults } from '../../server-config.ts';
import { optionalFlag, orElse, textFlag, type FlagDefinition } from './flags.ts';
import { UsageError, ValueError } from './usage-error.ts';

export const mailFlags = {
  smtpUrl: optionalFlag(
    textFlag(
      'URL',
      'mail server for emails (in GATEHOUSE_SMTP_URL if the address holds a password); without one, emails become files in DATA/mail',
    ),
  ),
  mailFrom: orElse(
    sender('ADDRESS', 'sender of emails; it has to be one that the mail server takes'),
    serverDefaults.mailFrom,
  ),
} as const;

function sender(placeholder: string, description: string): FlagDefinition<string> {
  const { read, ...flag } = textFlag(placeholder, description);
  return {
    ...flag,
    read: (given, readLocal) => {
      try {
        return checkSender(read(given, readLocal));
      } catch (error) {
        throw error instanceof RangeError ? new ValueError(inSentence(error.message)) : error;
      }
    },
  };
}

/** The message as it follows the name of a flag. */
function inSentence(message: string): string {
  return `${message.charAt(0).toLowerCase()}${message.slice(1)}`;
}

/** Accepts a password only from the environment, because every user of the machine can read command lines. */
export function readSmtpUrl(
  written: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  if (written === undefined) return environment['GATEHOUSE_SMTP_URL'] || null;
  if ((URL.parse(written)?.password ?? '') === '') return written;
  throw new UsageError(
    'Expected --smtp-url without a password; put the whole address into GATEHOUSE_SMTP_URL, where other users cannot see it.',
  );
}
