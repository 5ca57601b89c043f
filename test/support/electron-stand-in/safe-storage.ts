import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { assertReady } from './readiness.ts';
import { strict } from './strict.ts';

/**
 * The machine's keychain, from STAND_IN_KEYCHAIN: `keyring` (default) is unlocked · `none` does not exist · `locked` was not unlocked in time ·
 * `unreadable` is a different one than before · `unwritable` encrypts nothing · `silent` never answers.
 */
const keychain = process.env['STAND_IN_KEYCHAIN'] ?? 'keyring';

/** On Linux Chromium puts a tag that names the key before every ciphertext. */
const keys = {
  v11: Buffer.alloc(32, keychain === 'unreadable' ? 'another keychain' : 'stand-in keychain'),
  v10: Buffer.alloc(32, 'a key that everybody knows'),
};

/** Electron's error messages, which contain no more than this. */
const failures = {
  encrypt: 'Error while encrypting the text provided to safeStorage.encryptStringAsync.',
  decrypt: 'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
  locked: 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.',
};

export const safeStorage = strict('safeStorage', {
  encryptStringAsync: async (text: string): Promise<Buffer> => {
    await untilThere('safeStorage.encryptStringAsync');
    if (keychain === 'unwritable') throw new Error(failures.encrypt);
    const tag = keychain === 'none' || keychain === 'locked' ? 'v10' : 'v11';
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', keys[tag], iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(tag), iv, cipher.getAuthTag(), encrypted]);
  },
  decryptStringAsync: async (bytes: Buffer) => {
    await untilThere('safeStorage.decryptStringAsync');
    const tag = bytes.toString('latin1', 0, 3);
    if (tag !== 'v10' && tag !== 'v11') throw new Error(failures.decrypt);
    if (tag === 'v11' && keychain === 'locked') throw new Error(failures.locked);
    if (tag === 'v11' && keychain === 'none') throw new Error(failures.decrypt);
    try {
      return { result: decrypt(keys[tag], bytes.subarray(3)), shouldReEncrypt: false };
    } catch {
      throw new Error(failures.decrypt);
    }
  },
});

async function untilThere(call: string): Promise<void> {
  assertReady(call);
  if (keychain === 'silent') await new Promise(() => undefined);
}

function decrypt(key: Buffer, bytes: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return decipher.update(bytes.subarray(28)).toString('utf8') + decipher.final('utf8');
}
