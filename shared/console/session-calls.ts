import { Type, type Static } from 'typebox';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../contract/limits.ts';
import { PASSWORD_LENGTH } from './password-length.ts';

/** An idle session ends after this. */
export const SESSION_IDLE_HOURS = 12;
/** Every session ends after this. */
export const SESSION_DAYS = 7;
/** How long a second factor counts for what asks for it again. */
export const FRESH_MINUTES = 10;

const email = Type.String({ maxLength: MAX_EMAIL_LENGTH });
const password = Type.String({ maxLength: PASSWORD_LENGTH.most });
const code = Type.String({ maxLength: 40 });
const token = Type.String({ maxLength: 100 });
const name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
/** What a passkey responds, as WebAuthn Level 3 writes it in JSON; the library that verifies it reads it. */
const passkeyResponse = Type.Record(Type.String(), Type.Unknown());

/** What each call of signing in takes, by its name: `POST /console/api/{name}`. */
export const sessionCalls = {
  /** With a password; what follows is a second factor. */
  'sign-in.begin': Type.Object({ email, password }),
  /** Mails a link that sets a new password, if there is such an account; says nothing of that. */
  'sign-in.forgot': Type.Object({ email }),
  'sign-in.code': Type.Object({ code }),
  'sign-in.recovery': Type.Object({ code }),
  'sign-in.passkey-options': Type.Object({}),
  /** Both factors in one; begins a session, or shows the second factor of the one that proves itself. */
  'sign-in.passkey': Type.Object({ response: passkeyResponse }),
  'account.show': Type.Object({}),
  /** What the member may do and see for the organiser of the request, and the fields of each. */
  'account.operations': Type.Object({}),
  /** Which role may do what: the same for every organiser. */
  'account.roles': Type.Object({}),
  'account.sessions': Type.Object({}),
  'account.sign-out': Type.Object({ session: Type.Optional(Type.Integer()) }),
  'link.show': Type.Object({ token }),
  /** An invitation or a reset takes a password; the first owner says who and what for. */
  'link.take': Type.Object({
    token,
    password: Type.Optional(password),
    email: Type.Optional(email),
    organiser: Type.Optional(name),
  }),
  'account.password': Type.Object({ password, next: password }),
  'account.authenticator-begin': Type.Object({}),
  'account.authenticator-confirm': Type.Object({ offer: Type.String({ maxLength: 400 }), code }),
  'account.authenticator-remove': Type.Object({}),
  'account.recovery-codes': Type.Object({}),
  'account.passkey-options': Type.Object({}),
  'account.passkey-add': Type.Object({ response: passkeyResponse, name }),
  'account.passkey-list': Type.Object({}),
  'account.passkey-rename': Type.Object({ passkey: Type.Integer(), name }),
  'account.passkey-remove': Type.Object({ passkey: Type.Integer() }),
} as const;

export type SessionCall = keyof typeof sessionCalls;
export type ConsoleSessionInput<Call extends SessionCall> = Static<(typeof sessionCalls)[Call]>;
