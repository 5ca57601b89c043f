import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import { makePrivateFolder } from '../../../src-files/private-files.ts';
import { readRegularFile } from '../../../src-files/read-regular-file.ts';
import { writeAtomically } from '../../../src-files/write-atomically.ts';
import { problemOf, type FileSecrets } from '../../adapters/system/file-secrets.ts';
import type { SecretRead, Secrets } from '../../ports/secrets.ts';

export interface KeychainOptions {
  /** Secrets lie encrypted in this folder, one file each. */
  readonly folder: string;
  /** Where they are kept on a machine without a keychain, shared with the browser host. */
  readonly file: FileSecrets;
  readonly platform: NodeJS.Platform;
}

/**
 * Chromium marks what it encrypts on Linux with its key's origin: `v11` and `v12` are keys of a password manager. `v10` is a key that
 * stands in Chromium's source code, which it uses when no password manager answers. It protects nothing, and neither
 * `isAsyncEncryptionAvailable` nor `getSelectedStorageBackend` tells: the first is always true, the second follows from the name
 * of the desktop. On macOS and Windows `v10` is the keychain's own.
 */
const PUBLIC_KEY_TAG = 'v10';

/**
 * Secrets encrypted with a key that the operating system guards, or in `file` where there is none. A secret is kept in one of the
 * two places. One in the file is the newer: what is written to the keychain is taken out of the file.
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
