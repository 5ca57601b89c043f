import type { ConsoleErrorCode } from '../../shared/console/errors.ts';
import { formatInstant } from '../../shared/instant.ts';
import { problem } from '../../shared/console/problems.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { listOrganisers } from '../domain/access/organisers.ts';
import { findLink, takeLink } from '../domain/members/account-links.ts';
import {
  emailKeyOf,
  findAccount,
  getAccount,
  hasPasskeys,
  type AccountRow,
} from '../domain/members/accounts.ts';
import { acceptCode } from '../domain/members/authenticator.ts';
import { checkPassword } from '../domain/members/check-password.ts';
import { createFirstOwner, resetLink, setPassword } from '../domain/members/members.ts';
import { listMemberships, noteAccount, type Membership } from '../domain/members/memberships.ts';
import { hashPassword } from '../domain/members/password-hash.ts';
import { beginAuthentication, finishAuthentication } from '../domain/members/passkeys.ts';
import { countRecoveryCodes, takeRecoveryCode } from '../domain/members/recovery-codes.ts';
import {
  beginSession,
  endSession,
  isFresh,
  listSessions,
  noteSecondFactor,
} from '../domain/members/sessions.ts';
import { requireSite, siteOf } from '../domain/members/site.ts';
import {
  codeSubjects,
  noteSuccess,
  passwordSubjects,
  resetSubjects,
  type Subject,
} from '../domain/members/throttle.ts';
import { resetMail } from '../mail/reset-mail.ts';
import { invalid, requireFound } from '../rules/domain-error.ts';
import { takeAttempt, tryPassword } from './attempts.ts';
import type { ConsoleContext, SessionHandlers } from './console-context.ts';
import { ConsoleError } from './console-error.ts';
import { requireFresh, requireConsoleSession, requireVerified } from './guards.ts';

type SignInCall =
  | 'sign-in.begin'
  | 'sign-in.forgot'
  | 'sign-in.code'
  | 'sign-in.recovery'
  | 'sign-in.passkey-options'
  | 'sign-in.passkey'
  | 'account.show'
  | 'account.sessions'
  | 'account.sign-out'
  | 'link.show'
  | 'link.take';

/** Beginning and ending sessions, and showing second factors. */
export const signInCalls: SessionHandlers<SignInCall> = {
  'sign-in.begin': async (context, { email, password }) => {
    const found = await tryPassword(context, email, password);
    if (found === null) throw new ConsoleError('session.sign_in_failed');
    const { account, subjects } = found;
    return context.database.write(async (tx) => {
      // A password that was changed in the meantime is not the one that was compared.
      const { password_hash } = await getAccount(tx, account.id);
      if (password_hash !== account.password_hash) throw new ConsoleError('session.sign_in_failed');
      await noteSuccess(tx, subjects);
      const session = { account_id: account.id, isVerified: false };
      return { token: (await begin(tx, context, session)).token };
    });
  },

  'sign-in.forgot': async (context, { email }) => {
    const { database, address, services } = context;
    const { mail } = services;
    if (mail === null) throw new ConsoleError('mail.not_configured');
    const emailKey = emailKeyOf(email);
    await database.write((tx) => takeAttempt(tx, resetSubjects({ emailKey, address })));
    // Nobody waits for the rest, so that an address without an account takes as long as one with.
    services.later(async () => {
      const asked = await database.write(async (tx) => {
        const account = await findAccount(tx, email);
        if (account === undefined) return null;
        await noteAccount(tx, account.id, { operation: 'sign-in.forgot', ...context });
        return { to: account.email, link: await resetLink(tx, account) };
      });
      if (asked !== null) await mail.mailer.send(resetMail(asked.to, asked.link));
    });
    return {};
  },

  'sign-in.code': (context, { code }) =>
    showFactor(
      context,
      { subjectsOf: codeSubjects, refusal: 'session.code_wrong' },
      (tx, account) => acceptCode(tx, account, code),
    ),

  'sign-in.recovery': (context, { code }) =>
    showFactor(
      context,
      {
        subjectsOf: ({ email_key }) =>
          passwordSubjects({ emailKey: email_key, address: context.address }),
        refusal: 'session.sign_in_failed',
      },
      async (tx, account) => {
        const isRight = await takeRecoveryCode(tx, account.id, code);
        if (!isRight) return false;
        await noteAccount(tx, account.id, { operation: 'sign-in.recovery', ...context });
        // Who has one is no guesser of the other codes.
        await noteSuccess(tx, codeSubjects(account));
        return true;
      },
    ),

  'sign-in.passkey-options': ({ database, origin }) => {
    const site = requireSite(origin);
    return database.write((tx) => beginAuthentication(tx, site, null));
  },

  'sign-in.passkey': async (context, { response }) => {
    const site = requireSite(context.origin);
    const result = await context.database.write(async (tx) => {
      const found = await finishAuthentication(tx, site, response);
      if (found === null) return null;
      // Who has one is no guesser of codes.
      await noteSuccess(tx, codeSubjects(await getAccount(tx, found.account_id)));
      if (context.session === null) {
        const begun = await begin(tx, context, { ...found, isVerified: true });
        await noteAccount(tx, found.account_id, { operation: 'sign-in.begin', ...context });
        return { token: begun.token };
      }
      const session = await requireConsoleSession(tx, context);
      if (session.account_id !== found.account_id) return null;
      return { token: await noteSecondFactor(tx, session.id) };
    });
    if (result === null) throw new ConsoleError('session.sign_in_failed');
    return result;
  },

  'account.show': (context) =>
    context.database.read(async (tx) => {
      const session = await requireConsoleSession(tx, context);
      const { email, totp_secret, password_hash } = await getAccount(tx, session.account_id);
      const memberships = await listMemberships(tx, session.account_id);
      return {
        email,
        has_password: password_hash !== null,
        factors: {
          authenticator: totp_secret !== null,
          passkey: await hasPasskeys(tx, session.account_id),
          recovery_codes: await countRecoveryCodes(tx, session.account_id),
        },
        passkeys_work: siteOf(context.origin) !== null,
        is_verified: session.second_factor_at !== null,
        is_fresh: isFresh(session, tx.now),
        // Before the second factor a session says nothing of organisers.
        memberships: session.second_factor_at === null ? [] : memberships.map(describeMembership),
      };
    }),

  'account.sessions': (context) =>
    context.database.read(async (tx) => {
      const own = await requireVerified(tx, context);
      const sessions = await listSessions(tx, own.account_id);
      return sessions.map((session) => ({
        session: session.id,
        address: session.address,
        agent: session.agent,
        begun_at: formatInstant(session.created_at),
        seen_at: formatInstant(session.seen_at),
        is_own: session.id === own.id,
      }));
    }),

  'account.sign-out': (context, { session: id }) =>
    context.database.write(async (tx) => {
      if (id === undefined) {
        await endSession(tx, (await requireConsoleSession(tx, context)).id);
        return {};
      }
      const own = await requireFresh(tx, context);
      const sessions = await listSessions(tx, own.account_id);
      const chosen = sessions.find((one) => one.id === id);
      await endSession(tx, requireFound(chosen, 'session', String(id)).id);
      return {};
    }),

  'link.show': ({ database }, { token }) =>
    database.read(async (tx) => {
      const link = await findLink(tx, token);
      if (link === null) throw new ConsoleError('session.link_ended');
      const { purpose, account_id: id } = link;
      if (id === null) {
        const organisers = await listOrganisers(tx);
        const names = organisers.map(({ display_name }) => display_name);
        return { purpose, email: null, organisers: names };
      }
      const memberships = purpose === 'invitation' ? await listMemberships(tx, id) : [];
      const organisers = memberships.map(({ display_name }) => display_name);
      return { purpose, email: (await getAccount(tx, id)).email, organisers };
    }),

  'link.take': async (context, { token, password, email, organiser }) => {
    const owner = await context.database.read(async (tx) => {
      const link = await findLink(tx, token);
      if (link === null) throw new ConsoleError('session.link_ended');
      if (link.account_id !== null) return (await getAccount(tx, link.account_id)).email;
      if (email === undefined) throw invalid('email', problem('required', { field: 'email' }));
      if (organiser === undefined && (await listOrganisers(tx)).length === 0)
        throw invalid('organiser', problem('required', { field: 'organiser' }));
      return email;
    });
    if (password !== undefined) checkPassword(password, owner);
    const hash = password === undefined ? null : await hashPassword(password);
    return context.database.write(async (tx) => {
      const link = await takeLink(tx, token);
      if (link === null) throw new ConsoleError('session.link_ended');
      const account_id =
        link.account_id ??
        (await createFirstOwner(tx, { email: owner, organiser: organiser ?? '' })).id;
      if (hash !== null) await setPassword(tx, account_id, hash);
      await noteAccount(tx, account_id, { operation: 'link.take', ...context });
      return { token: (await begin(tx, context, { account_id, isVerified: false })).token };
    });
  },
};

/** Shows a second factor for the session of the request. Throws `refusal` for a wrong one, and `session.throttled`. */
async function showFactor(
  context: ConsoleContext,
  {
    subjectsOf,
    refusal,
  }: {
    readonly subjectsOf: (account: AccountRow) => readonly Subject[];
    readonly refusal: ConsoleErrorCode;
  },
  accept: (tx: WriteTransaction, account: AccountRow) => Promise<boolean>,
): Promise<{ readonly token: string }> {
  const token = await context.database.write(async (tx) => {
    const session = await requireConsoleSession(tx, context);
    const account = await getAccount(tx, session.account_id);
    const subjects = subjectsOf(account);
    await takeAttempt(tx, subjects);
    if (!(await accept(tx, account))) return null;
    await noteSuccess(tx, subjects);
    if (session.second_factor_at === null)
      await noteAccount(tx, session.account_id, { operation: 'sign-in.begin', ...context });
    return noteSecondFactor(tx, session.id);
  });
  if (token === null) throw new ConsoleError(refusal);
  return { token };
}

function begin(
  tx: WriteTransaction,
  { thumbprint, address, agent }: ConsoleContext,
  session: { readonly account_id: number; readonly isVerified: boolean },
) {
  return beginSession(tx, { ...session, key_thumbprint: thumbprint, address, agent });
}

function describeMembership({ reference, role, organiser, display_name, plan }: Membership) {
  return { member: reference, role, organiser, display_name, plan };
}
