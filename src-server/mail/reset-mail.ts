import type { Mail } from './mail.ts';

/** The email with a link that sets a new password. */
export function resetMail(to: string, link: string): Mail {
  return {
    to,
    subject: 'Set a new password',
    text: [
      'Hello,',
      '',
      'somebody asked for a new password for your account. If it was you, set it here',
      'within a day; your second factor stays as it is:',
      '',
      link,
      '',
      'If it was not you, do nothing: your password works as before.',
      '',
    ].join('\n'),
  };
}

/** What an owner sends to see that email arrives. */
export function testMail(to: string, organiser: string): Mail {
  return {
    to,
    subject: 'A test email',
    text: [
      'Hello,',
      '',
      'this email was sent from the console, to see that emails arrive.',
      '',
      organiser,
      '',
    ].join('\n'),
  };
}
