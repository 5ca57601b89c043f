import { printableLine } from '../../shared/plain-text.ts';
import type { Notice } from './store/notices.ts';
import type { Mail } from '../mail/mail.ts';

/** The email of §3.4: what was deactivated, why, and what to do. It omits the URL's path, which may contain a secret. */
export function disabledNotice(notice: Notice): Mail {
  const { origin } = new URL(notice.url);
  return {
    to: notice.email,
    subject: `Webhook deliveries to ${origin} were switched off`,
    text: [
      `Hello ${printableLine(notice.organiser)},`,
      '',
      `the webhook subscription ${notice.subscription} (${origin}) was switched off.`,
      '',
      notice.reason,
      '',
      'What to do:',
      '1. Look at the delivery log for what the endpoint answered.',
      '2. Repair the endpoint and re-enable the subscription. Deliveries then resume for new events.',
      '3. Fetch what was missed over the API: every list takes updated_since. Missed events are not resent automatically.',
      '',
    ]
      .map(wrapped)
      .join('\n'),
  };
}

/** Wraps at 76 characters: longer lines are encoded and broken anywhere, and an `.eml` file should be readable as it is. */
function wrapped(paragraph: string): string {
  return paragraph.replaceAll(/(.{1,76})(?: |$)/g, '$1\n').trimEnd();
}
