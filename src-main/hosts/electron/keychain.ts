import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { makePrivateFolder } from '../../../src-files/private-files.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import { problemOf, type FileSecrets } from '../../adapters/system/file-secrets.ts';
import type { SecretRead, Secrets } from '../../ports/secrets.ts';

export interface KeychainOptions {
  /** The folder of the encrypted secrets, one file each. */
  readonly folder: string;
  /** Where secrets are stored on a machine without a keychain, shared with the browser host. */
  readonly file: FileSecrets;
  readonly platform: NodeJS.Platform;
}

/**
 * On Linux, Chromium marks ciphertext with the origin of its key: `v11` and `v12` are keys of a password manager. `v10` is a key
 * from Chromium's source code, used if no password manager answers. It protects nothing, and neither `isAsyncEncryptionAvailable`
 * nor `getSelectedStorageBackend` reveals it: the first is always true, the second follows from the desktop's name. On macOS and
 * Windows `v10` is the keychain's own.
 */
const PUBLIC_KEY_TAG = 'v10';

/**
 * Stores secrets encrypted with a key guarded by the operating system, or in `file` if there is none. A secret is in only one of
 * the two; writing to the keychain removes it from the file, so one in the file is newer. A failing encryption does not fall back to the
 * file: on macOS and Windows nobody expects a secret there. Electron asks the keychain for its key once per run, so a keyring that is
 * unlocked later mostly helps at the next start only.
 */
export function keychainSecrets({ folder, file, platform }: KeychainOptions): Secrets {
  const isProtected = (encrypted: Buffer) =>
    platform !== 'linux' || encrypted.toString('latin1', 0, 3) !== PUBLIC_KEY_TAG;
  const pathOf = (name: string) => join(folder, `${name}.secret`);
  const replace = (name: string, encrypted: Buffer) => {
    makePrivateFolder(folder);
    writeAtomically(pathOf(name), encrypted);
  };

  const decrypt = async (name: string, encrypted: Buffer): Promise<SecretRead> => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
    if (shouldReEncrypt) await renew(name, result).catch(() => undefined); // the old one still reads
    const protection = isProtected(encrypted) ? 'keychain' : 'file';
    return { kind: 'found', secret: result, protection };
  };
  const renew = async (name: string, secret: string) => {
    const encrypted = await safeStorage.encryptStringAsync(secret);
    if (isProtected(encrypted)) replace(name, encrypted);
  };

  return {
    read: async (name) => {
      const unencrypted = await file.read(name);
      if (unencrypted.kind === 'found') return unencrypted;
      try {
        const encrypted = readIfThere(pathOf(name));
        return encrypted === null ? unencrypted : await decrypt(name, encrypted);
      } catch (error) {
        return { kind: 'unreadable', problem: problemOf(error) };
      }
    },
    write: async (name, secret) => {
      try {
        const encrypted = await safeStorage.encryptStringAsync(secret);
        if (isProtected(encrypted)) {
          replace(name, encrypted);
          await file.remove(name);
          return { kind: 'kept', protection: 'keychain' };
        }
        const written = await file.write(name, secret);
        if (written.kind === 'kept') await rm(pathOf(name), { force: true });
        return written;
      } catch (error) {
        return { kind: 'not_kept', problem: problemOf(error) };
      }
    },
  };
}

function readIfThere(path: string): Buffer | null {
  try {
    return readRegularFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
