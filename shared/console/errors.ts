/** What the console's server refuses, besides the codes of the API. The page decides by them where it leads. */
export const consoleErrors = {
  'session.required': { status: 401, message: 'Sign in first.' },
  'session.nonce_required': {
    status: 401,
    message: 'The request needs a proof with a nonce of this server.',
  },
  'session.proof_invalid': {
    status: 401,
    message: 'The request does not prove that it comes from this page.',
  },
  'session.sign_in_failed': {
    status: 401,
    message: 'That did not match. Check what you typed and try again.',
  },
  'session.code_wrong': {
    status: 401,
    message:
      'That is not a code of this moment, or it was used already. The Date header has the server’s clock.',
  },
  'session.link_ended': { status: 401, message: 'The link has expired or was used already.' },
  'session.origin_refused': { status: 403, message: 'The request comes from another site.' },
  'session.second_factor_required': { status: 403, message: 'The second factor is required.' },
  'session.second_factor_stale': { status: 403, message: 'Show the second factor again for this.' },
  'session.throttled': { status: 429, message: 'Too many attempts. Wait, then try again.' },
  'session.authenticator_ended': {
    status: 403,
    message:
      'The authenticator is not taken any more, after too many wrong codes in a row. Show a passkey or a recovery code, or ask an owner for a reset.',
  },
  'role.insufficient': { status: 403, message: 'Your role does not allow this.' },
  'operation.repeated': { status: 409, message: 'This was done already.' },
  'record.changed': {
    status: 409,
    message: 'Somebody changed the same since it was read: `current` has it as it is now.',
  },
  'mail.not_configured': {
    status: 409,
    message: 'This server sends no email: whoever runs it can set a mail server.',
  },
  'organiser.required': {
    status: 400,
    message: 'Say for which organiser, in the header Gatehouse-Organiser.',
  },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ConsoleErrorCode = keyof typeof consoleErrors;
