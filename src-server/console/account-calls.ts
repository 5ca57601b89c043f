import { createHmac, timingSafeEqual } from 'node:crypto';
import { formatInstant } from '../../shared/instant.ts';
import { problem } from '../../shared/console/problems.ts';
import type { WriteTransaction } from '../database/transaction.ts';
import { getAccount, hasPasskeys, type AccountRow } from '../domain/members/accounts.ts';
import {
  clearAuthenticator,
  newAuthenticator,
  setAuthenticator,
  writeSecret,
} from '../domain/members/authenticator.ts';
import { checkPassword } from '../domain/members/check-password.ts';
import { noteAccount, type AccountDeed } from '../domain/members/memberships.ts';
import { setPassword } from '../domain/members/members.ts';
import { hashPassword } from '../domain/members/password-hash.ts';
import {
  beginRegistration,
  finishRegistration,
  listPasskeys,
  removePasskey,
  renamePasskey,
  type PasskeyRow,
} from '../domain/members/passkeys.ts';
import { replaceRecoveryCodes } from '../domain/members/recovery-codes.ts';
import { noteSecondFactor, type ConsoleSessionRow } from '../domain/members/sessions.ts';
import { requireSite } from '../domain/members/site.ts';
import { noteSuccess } from '../domain/members/throttle.ts';
import { invalid } from '../rules/domain-error.ts';
import { tryPassword } from './attempts.ts';
import type { ConsoleContext, SessionHandlers } from './console-context.ts';
import { ConsoleError } from './console-error.ts';
import { requireFresh, requireConsoleSession, requireVerified } from './guards.ts';

type AccountCall =
  | 'account.password'
  | 'account.authenticator-begin'
  | 'account.authenticator-confirm'
  | 'account.authenticator-remove'
  | 'account.recovery-codes'
  | 'account.passkey-options'
  | 'account.passkey-add'
  | 'account.passkey-list'
  | 'account.passkey-rename'
  | 'account.passkey-remove';

/** What people do to their own account. Each asks for a fresh second factor, but the first, which there is none to show for. */
export const accountCalls: SessionHandlers<AccountCall> = {
  'account.password': async (context, { password, next }) => {
    const account = await change(context, requireFresh, async (_tx, found) => found);
    // Who never had one proves who they are by the factor alone.
    const shown =
      account.password_hash === null ? null : await tryPassword(context, account.email, password);
    if (account.password_hash !== null && shown === null)
      throw invalid('password', problem('password_wrong', {}));
    checkPassword(next, account.email, 'next');
    const hash = await hashPassword(next);
    return change(context, requireFresh, async (tx, { id }) => {
      await setPassword(tx, id, hash);
      if (shown !== null) await noteSuccess(tx, shown.subjects);
      await noteAccount(tx, id, { operation: 'account.password', ...context });
      return {};
    });
  },

  'account.authenticator-begin': async (context) => {
    const offered = await change(context, mayEnrol, async (_tx, { id, email }) => {
      const { secret, uri } = newAuthenticator(email);
      return { secret: writeSecret(secret), uri, offer: sealOffer(context.key, id, secret) };
    });
    // Imported lazily: no other call draws.
    const { qrSymbol } = await import('../mail/qr-image.ts');
    return { ...offered, qr: await qrSymbol(offered.uri) };
  },

  'account.authenticator-confirm': (context, { offer, code }) =>
    change(context, mayEnrol, async (tx, { id }, session) => {
      const secret = openOffer(context.key, id, offer);
      if (!(await setAuthenticator(tx, id, secret, code)))
        throw new ConsoleError('session.code_wrong');
      return { token: await noteEnrolment(tx, context, session, 'account.authenticator-confirm') };
    }),

  'account.authenticator-remove': (context) =>
    change(context, requireFresh, async (tx, { id }) => {
      if (!(await hasPasskeys(tx, id)))
        throw invalid('authenticator', 'It is the only second factor: add a passkey first.');
      await clearAuthenticator(tx, id);
      await noteAccount(tx, id, { operation: 'account.authenticator-remove', ...context });
      return {};
    }),

  'account.recovery-codes': (context) =>
    change(context, requireFresh, async (tx, { id }) => {
      const codes = await replaceRecoveryCodes(tx, id);
      await noteAccount(tx, id, { operation: 'account.recovery-codes', ...context });
      return { codes };
    }),

  'account.passkey-options': (context) =>
    change(context, mayEnrol, (tx, account) =>
      beginRegistration(tx, account, requireSite(context.origin)),
    ),

  'account.passkey-add': (context, { response, name }) =>
    change(context, mayEnrol, async (tx, account, session) => {
      const passkey = await finishRegistration(
        tx,
        account,
        requireSite(context.origin),
        response,
        name,
      );
      const token = await noteEnrolment(tx, context, session, 'account.passkey-add');
      return { ...describePasskey(passkey), token };
    }),

  'account.passkey-list': (context) =>
    change(context, requireVerified, async (tx, { id }) =>
      (await listPasskeys(tx, id)).map(describePasskey),
    ),

  'account.passkey-rename': (context, { passkey, name }) =>
    change(context, requireVerified, async (tx, { id }) =>
      describePasskey(await renamePasskey(tx, { id: passkey, accountId: id }, name)),
    ),

  'account.passkey-remove': (context, { passkey }) =>
    change(context, requireFresh, async (tx, { id }) => {
      await removePasskey(tx, { id: passkey, accountId: id });
      await noteAccount(tx, id, { operation: 'account.passkey-remove', ...context });
      return {};
    }),
};

type Guard = typeof requireConsoleSession;

function change<Result>(
  context: ConsoleContext,
  guard: Guard,
  work: (tx: WriteTransaction, account: AccountRow, session: ConsoleSessionRow) => Promise<Result>,
): Promise<Result> {
  return context.database.write(async (tx) => {
    const session = await guard(tx, context);
    return work(tx, await getAccount(tx, session.account_id), session);
  });
}

/** The first second factor is added on the strength of the password or link alone; a further one only by who can show one. */
const mayEnrol: Guard = async (tx, context) => {
  const session = await requireConsoleSession(tx, context);
  const { id, totp_secret } = await getAccount(tx, session.account_id);
  const isFirst = totp_secret === null && !(await hasPasskeys(tx, id));
  return isFirst ? session : requireFresh(tx, context);
};

/** Who adds a factor has shown it. Returns the token that the session has now. */
async function noteEnrolment(
  tx: WriteTransaction,
  context: ConsoleContext,
  session: ConsoleSessionRow,
  operation: AccountDeed,
): Promise<string> {
  await noteAccount(tx, session.account_id, { operation, ...context });
  return noteSecondFactor(tx, session.id);
}

/** A secret that was offered to this account, until it confirms it: nothing is stored for what nobody confirms. */
function sealOffer(key: Buffer, accountId: number, secret: Buffer): string {
  return `${secret.toString('base64url')}.${macOf(key, accountId, secret).toString('base64url')}`;
}

function openOffer(key: Buffer, accountId: number, offer: string): Buffer {
  const [secret = '', mac = ''] = offer.split('.');
  const offered = Buffer.from(secret, 'base64url');
  const given = Buffer.from(mac, 'base64url');
  const own = macOf(key, accountId, offered);
  if (given.length === own.length && timingSafeEqual(given, own)) return offered;
  throw new ConsoleError('session.sign_in_failed');
}

function macOf(key: Buffer, accountId: number, secret: Buffer): Buffer {
  return createHmac('sha256', key).update(`authenticator ${accountId} `).update(secret).digest();
}

function describePasskey({ id, name, created_at, used_at }: PasskeyRow) {
  return {
    passkey: id,
    name,
    created_at: formatInstant(created_at),
    used_at: used_at === null ? null : formatInstant(used_at),
  };
}
