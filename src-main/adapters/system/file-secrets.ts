import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../../shared/contract/parse-json.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import type { Secrets } from '../../ports/secrets.ts';

const Stored = Compile(Type.Record(Type.String(), Type.String()));
type Stored = Readonly<Record<string, string>>;

export interface FileSecrets extends Secrets {
  /** Deletes the secret from the file, because it is now kept in a better place. Rejects if it stays. */
  readonly remove: (name: string) => Promise<void>;
}

/** Secrets in a file that only this user can read: for hosts without a keychain. */
export function fileSecrets(path: string): FileSecrets {
  const replace = (secrets: Stored) => writeAtomically(path, JSON.stringify(secrets));
  return {
    read: async (name) => {
      try {
        const secret = readAll(path)?.[name];
        return secret === undefined
          ? { kind: 'absent' }
          : { kind: 'found', secret, protection: 'file' };
      } catch (error) {
        return { kind: 'unreadable', problem: problemOf(error) };
      }
    },
    write: async (name, secret) => {
      // An unreadable file is useless: the new secret replaces it.
      const before = readAllOrNull(path);
      try {
        replace({ ...before, [name]: secret });
        return { kind: 'kept', protection: 'file' };
      } catch (error) {
        return { kind: 'not_kept', problem: problemOf(error) };
      }
    },
    remove: async (name) => {
      const before = readAllOrNull(path); // An unreadable file stays unreadable.
      if (before === null || !(name in before)) return;
      const { [name]: _, ...others } = before;
      replace(others);
    },
  };
}

/** Read and replaced synchronously: two secrets written at the same time must not undo each other's change. */
function readAllOrNull(path: string): Stored | null {
  try {
    return readAll(path);
  } catch {
    return null;
  }
}

/**
 * Null if there is no file.
 *
 * @throws if it cannot be read, or holds something else.
 */
function readAll(path: string): Stored | null {
  const text = readTextIfThere(path);
  if (text === null) return null;
  // The parser's own message would quote the file.
  const value = parseJson(text);
  if (!Stored.Check(value)) throw new Error(`${path} does not hold secrets`);
  return value;
}

function readTextIfThere(path: string): string | null {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** A failure's message. */
export function problemOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
