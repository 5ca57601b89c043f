export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly images?: readonly MailImage[];
}

/** A PNG that the HTML shows as `<img src="cid:…">`. */
export interface MailImage {
  readonly cid: string;
  readonly filename: string;
  readonly content: Buffer;
}

/** Sends one email. Rejects if it is not accepted, with {@link MailRefusedError} if other emails may still be accepted. */
export interface Mailer {
  readonly send: (mail: Mail) => Promise<void>;
  /** Ends the session with the mail server; an email in progress gets two seconds. */
  readonly close: () => Promise<void>;
}

/** The mail server refuses this one email: unknown address, full mailbox or rejected message. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
  /** Whether the refusal is temporary. */
  readonly isForNow: boolean;

  constructor(message: string, { isForNow, cause }: { isForNow: boolean; cause: unknown }) {
    super(message, { cause });
    this.isForNow = isForNow;
  }
}

const BARE_ADDRESS = /^[^\s\p{Cc}<>()@,;:"]+@[^\s\p{Cc}<>()@,;:"]+$/u;
const NAMED_ADDRESS = /^(?:"[^"\p{Cc}]*"|[^\p{Cc}<>",;:@]*) *<([^<>]*)>$/u;

/** Throws a RangeError that says what was expected. */
export function checkSender(text: string): string {
  const address = NAMED_ADDRESS.exec(text)?.[1] ?? text;
  if (BARE_ADDRESS.test(address)) return text;
  throw new RangeError('Expected a sender such as Box office <tickets@example.org>.');
}

/** Throws a RangeError that says what was expected. */
export function checkSmtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if ((url?.protocol === 'smtp:' || url?.protocol === 'smtps:') && url.hostname !== '') return text;
  // The message leaves the address out: it may hold a password.
  throw new RangeError('Expected a mail server such as smtp://mail.example.org:587.');
}
