// Passkeys (WebAuthn Level 3). Each is both factors by itself, so the authenticator must verify its user.
import { problem } from '../../../shared/console/problems.ts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { Row } from '../../database/schema.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  lockPasskeyAccount,
  recordPasskeyUse,
  updatePasskeyName,
  type PasskeyKey,
  type PasskeyRow,
} from '../../store/access/passkeys.ts';
import { checkOptionalLine } from '../../rules/checks.ts';
import { DomainError, invalid, invalidTransition, requireFound } from '../../rules/domain-error.ts';
import { CHALLENGE_MINUTES, newChallenge, readChallenge, spendChallenge } from './challenge.ts';
import { readAssertion, readRegistration } from './passkey-response.ts';
import type { Site } from './site.ts';
import {
  algorithms,
  describeCredential,
  verifyAssertion,
  verifyRegistration,
  webAuthn,
  type ProvedKey,
} from './verify-passkey.ts';

export { listPasskeys, type PasskeyRow };

/** Of an account. */
export const MAX_PASSKEYS = 20;
const MAX_PASSKEY_NAME_LENGTH = 100;
const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;

type Account = Pick<Row<'accounts'>, 'id' | 'handle' | 'email'>;

/** The argument of `navigator.credentials.create()`. Throws `capacity.exceeded`. */
export async function beginRegistration(
  tx: WriteTransaction,
  account: Account,
  { rpId }: Site,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  const passkeys = await listPasskeys(tx, account.id);
  checkRoom(passkeys);
  const challenge = await newChallenge(tx, { kind: 'registration', accountId: account.id });
  return generateRegistrationOptions({
    rpName: 'Gatehouse',
    rpID: rpId,
    userID: Uint8Array.from(account.handle),
    userName: account.email,
    userDisplayName: account.email,
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(describeCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/**
 * Adds the passkey that was made with these options. Throws `validation.failed` if the response does not prove it or comes too late,
 * `resource.exists` for a passkey that somebody has, and `capacity.exceeded`.
 */
export async function finishRegistration(
  tx: WriteTransaction,
  account: Account,
  site: Site,
  response: unknown,
  name: string,
): Promise<PasskeyRow> {
  const checkedName = checkPasskeyName(name);
  const proved = await proveKey(tx, account.id, site, response);
  if (proved === null) throw invalid('response', 'The passkey could not be verified. Try again.');
  await lockPasskeyAccount(tx, account.id);
  checkRoom(await listPasskeys(tx, account.id));
  const passkey = await insertPasskey(tx, {
    account_id: account.id,
    ...proved,
    name: checkedName,
    created_at: tx.now,
    used_at: null,
  });
  if (passkey !== undefined) return passkey;
  throw new DomainError('resource.exists', problem('passkey_added', {}));
}

async function proveKey(
  tx: WriteTransaction,
  accountId: number,
  site: Site,
  response: unknown,
): Promise<ProvedKey | null> {
  const answer = readRegistration(response);
  if (answer === null) return null;
  const challenge = await readChallenge(tx, { kind: 'registration', accountId }, answer.challenge);
  if (challenge === null) return null;
  const proved = await verifyRegistration(site, answer);
  return proved !== null && (await spendChallenge(tx, challenge)) ? proved : null;
}

/**
 * The argument of `navigator.credentials.get()`: for the passkeys of an account, or for any if it is not known who signs in. The browser lets
 * its user choose, so the caller compares the account that `finishAuthentication` returns.
 */
export async function beginAuthentication(
  tx: WriteTransaction,
  { rpId }: Site,
  account: Pick<Account, 'id'> | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  const passkeys = account === null ? [] : await listPasskeys(tx, account.id);
  const challenge = await newChallenge(tx, { kind: 'authentication' });
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: Uint8Array.from(challenge),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(describeCredential),
  });
}

/** The account whose passkey it was. Returns null whether the passkey is unknown or the response is wrong, late or sent again. */
export async function finishAuthentication(
  tx: WriteTransaction,
  site: Site,
  response: unknown,
): Promise<{ readonly account_id: number } | null> {
  const answer = readAssertion(response);
  if (answer === null) return null;
  const challenge = await readChallenge(tx, { kind: 'authentication' }, answer.challenge);
  if (challenge === null) return null;
  const { id, response: assertion } = answer.response;
  const passkey = await lockPasskey(tx, Buffer.from(id, 'base64url'));
  if (passkey === undefined) return null;
  const handle = passkey.handle.toString('base64url');
  if ((assertion.userHandle ?? handle) !== handle) return null;
  const counter = await verifyAssertion(site, answer, passkey);
  if (counter === null || !(await spendChallenge(tx, challenge))) return null;
  await recordPasskeyUse(tx, passkey.id, counter);
  return { account_id: passkey.account_id };
}

/** Throws `resource.not_found` and `validation.failed`. */
export async function renamePasskey(
  tx: WriteTransaction,
  key: PasskeyKey,
  name: string,
): Promise<PasskeyRow> {
  const passkey = await updatePasskeyName(tx, key, checkPasskeyName(name));
  return requireFound(passkey, 'passkey', String(key.id));
}

/** Throws `resource.not_found`, and `transition.impossible` for an account's only second factor: its password alone must not suffice. */
export async function removePasskey(tx: WriteTransaction, key: PasskeyKey): Promise<PasskeyRow> {
  const account = await lockPasskeyAccount(tx, key.accountId);
  const removed = requireFound(await deletePasskey(tx, key), 'passkey', String(key.id));
  const hasAuthenticator = account !== undefined && account.totp_secret !== null;
  if (hasAuthenticator || (await listPasskeys(tx, key.accountId)).length > 0) return removed;
  throw invalidTransition(
    'This passkey is the only second factor. Add another passkey or an authenticator app first.',
  );
}

function checkRoom(passkeys: readonly PasskeyRow[]): void {
  if (passkeys.length < MAX_PASSKEYS) return;
  const message = `An account may have ${MAX_PASSKEYS} passkeys. Remove one first.`;
  throw new DomainError('capacity.exceeded', message);
}

function checkPasskeyName(name: string): string {
  const line = checkOptionalLine('name', name, MAX_PASSKEY_NAME_LENGTH);
  if (line === null) throw invalid('name', problem('empty', { field: 'name' }));
  return line;
}
