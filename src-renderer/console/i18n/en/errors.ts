/** What went wrong with a call, by its code. `other`: everything that needs no words of its own. */
export const errors = {
  'page.offline': {
    what: 'This device is offline',
    next: 'What you see may be out of date. It continues by itself once there is a network.',
  },
  'page.unreachable': {
    what: 'The server does not answer',
    next: 'Check that it runs and that this address reaches it.',
  },
  'resource.not_found': {
    what: 'It was not found',
    next: 'It may have been removed, or it belongs to another organiser.',
  },
  'operation.repeated': {
    what: 'It was done the first time',
    next: 'Only the answer was lost on the way. What you see is how things are now.',
  },
  'record.changed': {
    what: 'Somebody else changed the same meanwhile',
    next: 'Nothing was saved. Compare what stands at the field, then save again if yours is right.',
  },
  'role.insufficient': {
    what: 'Your role does not allow this',
    next: 'An owner of the organiser can change your role in Settings.',
  },
  'plan.required': {
    what: 'The plan does not include this',
    next: 'It needs a plan with API access.',
  },
  'session.second_factor_stale': {
    what: 'The second factor was not shown',
    next: 'Nothing was changed.',
  },
  'session.sign_in_failed': {
    what: 'That did not match',
    next: 'Check what you typed and try again.',
  },
  'session.link_ended': {
    what: 'The link has expired or was used already',
    next: 'Ask for a new one.',
  },
  'mail.not_configured': {
    what: 'This server sends no email',
    next: 'Whoever runs it can name a mail server. Tickets can be printed in the meantime.',
  },
  'session.throttled': {
    what: 'Too many attempts',
    next: 'Wait a little, then try again.',
  },
  'session.authenticator_ended': {
    what: 'The authenticator app is not taken any more',
    next: 'After a hundred wrong codes in a row, waiting does not help. Use a passkey or a recovery code. Without one, ask an owner of your organiser for a password reset link: then its codes are taken again.',
  },
  'rate.limited': { what: 'Too many requests', next: 'Wait a minute, then try again.' },
  'server.unavailable': {
    what: 'The server is busy or its disk is full',
    next: 'Nothing was changed. Try again in a moment.',
  },
  'session.origin_refused': {
    what: 'The server has another address than this page',
    next: 'Open the console at the address that the server prints. Behind a proxy the server has to be told its public address.',
  },
  other: {
    what: 'It did not work',
    next: 'Try again. If it happens again, tell whoever runs the server.',
  },
  /** `clock`: what the server's shows, such as 20:00:05. */
  codeWrong: (clock: string | null) =>
    [
      'That is not the code of this moment. Type the newest one, which works once.',
      ...(clock === null
        ? []
        : [
            `If no code works, the server’s clock and the phone’s differ by more than half a minute: the server’s shows ${clock}.`,
          ]),
    ].join(' '),
  waitFor: (wait: string) => `Try again in ${wait}.`,
  waitOver: 'You can try again now.',
};
