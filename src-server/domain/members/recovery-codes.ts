import { pbkdf2Sync, randomBytes } from 'node:crypto';
import type { ReadTransaction, WriteTransaction } from '../../database/transaction.ts';
import { getAccount } from '../../store/access/accounts.ts';
import {
  countRecoveryCodeRows,
  deleteRecoveryCode,
  deleteRecoveryCodes,
  insertRecoveryCodes,
} from '../../store/access/recovery-codes.ts';

const RECOVERY_CODES = 10;

/** Crockford's: none is mistaken for another, read or said. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/**
 * 80 random bits (SP 800-63B-4 §4.2.1.1 wants 64) cannot be guessed at the server, and with this none is found within years by whoever has the file: salted with the account's
 * handle, as §3.1.2.2 wants it below 112 bits. More rounds would only make a write wait.
 */
const ROUNDS = 1_000;

/** New codes in place of all earlier ones, which are returned once. */
export async function replaceRecoveryCodes(
  tx: WriteTransaction,
  accountId: number,
): Promise<readonly string[]> {
  const { handle } = await getAccount(tx, accountId);
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await deleteRecoveryCodes(tx, accountId);
  const hashes = codes.map((code) => hashOf(handle, code));
  await insertRecoveryCodes(tx, accountId, hashes);
  return codes;
}

/** Each works once. In any letter case, and with any spaces and hyphens. */
export async function takeRecoveryCode(
  tx: WriteTransaction,
  accountId: number,
  text: string,
): Promise<boolean> {
  const { handle } = await getAccount(tx, accountId);
  return deleteRecoveryCode(tx, accountId, hashOf(handle, text));
}

/** How many are left. */
export function countRecoveryCodes(tx: ReadTransaction, accountId: number): Promise<number> {
  return countRecoveryCodeRows(tx, accountId);
}

function newCode(): string {
  // 32 divides 256: every character is as likely as another.
  const drawn = Array.from(randomBytes(GROUPS * GROUP_LENGTH), (byte) => ALPHABET[byte % 32]);
  return Array.from({ length: GROUPS }, (_, group) =>
    drawn.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-');
}

function hashOf(handle: Buffer, text: string): Buffer {
  return pbkdf2Sync(plainOf(text), handle, ROUNDS, 32, 'sha256');
}

/** With the digits that Crockford's alphabet reads look-alikes as. */
function plainOf(text: string): string {
  return text
    .slice(0, 100)
    .toLowerCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
}
