import { Secret, TOTP } from 'otpauth';
import { addMicros, MICROS_PER_SECOND, millisOf, type Instant } from '../../../shared/instant.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { setTotpSecret, takeTotpStep, type AccountRow } from '../../store/access/accounts.ts';

/** RFC 6238, with what every authenticator app takes. */
const settings = { issuer: 'Gatehouse', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the present one whose codes are right: clocks differ, and people type. */
const WINDOW = 1;
const MICROS_PER_STEP = settings.period * MICROS_PER_SECOND;
const CODE = /^\d{6}$/;

/** A secret, and the address that its QR code holds. It counts for nothing until `setAuthenticator` saw a code of it. */
export function newAuthenticator(email: string): { readonly secret: Buffer; readonly uri: string } {
  const secret = new Secret({ size: 20 });
  const uri = new TOTP({ ...settings, label: email, secret }).toString();
  return { secret: Buffer.from(secret.bytes), uri };
}

/** Makes it the authenticator of the account. False, and nothing changes, if the code is not one of it. */
export async function setAuthenticator(
  tx: WriteTransaction,
  accountId: number,
  secret: Buffer,
  code: string,
): Promise<boolean> {
  const step = stepOf(secret, code, tx.now);
  if (step === null) return false;
  await setTotpSecret(tx, accountId, { totp_secret: secret, totp_step: step });
  return true;
}

export function clearAuthenticator(tx: WriteTransaction, accountId: number): Promise<void> {
  return setTotpSecret(tx, accountId, { totp_secret: null, totp_step: null });
}

/** A code is right once, and none that is older than it later. */
export async function acceptCode(
  tx: WriteTransaction,
  { id, totp_secret: secret }: Pick<AccountRow, 'id' | 'totp_secret'>,
  code: string,
): Promise<boolean> {
  const step = secret === null ? null : stepOf(secret, code, tx.now);
  return step !== null && takeTotpStep(tx, id, step);
}

/** What the app shows at this moment. */
export function codeAt(secret: Buffer, now: Instant): string {
  return totpOf(secret).generate({ timestamp: millisOf(now) });
}

/** The first code that is still right: what the app shows, or shows next if that was used. Null without an app. */
export function nextCode(
  { totp_secret: secret, totp_step: used }: Pick<AccountRow, 'totp_secret' | 'totp_step'>,
  now: Instant,
): string | null {
  if (secret === null) return null;
  const step = Math.floor(now / MICROS_PER_STEP);
  const next = Math.max(step, (used ?? 0) + 1);
  return codeAt(secret, addMicros(now, (next - step) * MICROS_PER_STEP));
}

/** The secret as people type it into an app. */
export function writeSecret(secret: Buffer): string {
  return new Secret({ buffer: arrayBufferOf(secret) }).base32;
}

/** The step whose code it is; null if it is none. Compares in constant time. */
function stepOf(secret: Buffer, code: string, now: Instant): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return null;
  const totp = totpOf(secret);
  const timestamp = millisOf(now);
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function totpOf(secret: Buffer): TOTP {
  return new TOTP({ ...settings, secret: new Secret({ buffer: arrayBufferOf(secret) }) });
}

function arrayBufferOf(secret: Buffer): ArrayBuffer {
  return new Uint8Array(secret).buffer;
}
