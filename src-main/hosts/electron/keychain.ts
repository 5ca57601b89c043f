import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import type { MainToStation, StationToMain } from './station-messages.ts';

type Question = Extract<StationToMain, { kind: 'read_secret' | 'write_secret' }>;
type Answer = Extract<MainToStation, { kind: 'secret' }>;

/** Whether secrets can be encrypted with a key that the operating system guards. */
export async function hasKeychain(platform: NodeJS.Platform): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  // Linux without a password manager: a key that stands in the source code protects nothing.
  return platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text';
}

/** Answers the station's process. Secrets lie encrypted in `folder`, one file each. */
export async function answerKeychain(folder: string, question: Question): Promise<Answer> {
  try {
    const secret =
      question.kind === 'read_secret'
        ? await readSecret(folder, question.name)
        : await writeSecret(folder, question.name, question.secret);
    return { kind: 'secret', id: question.id, secret, failure: null };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { kind: 'secret', id: question.id, secret: null, failure };
  }
}

async function readSecret(folder: string, name: string): Promise<string | null> {
  const encrypted = await readFile(pathOf(folder, name)).catch(() => null);
  if (encrypted === null) return null;
  const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
  if (shouldReEncrypt) await writeSecret(folder, name, result);
  return result;
}

async function writeSecret(folder: string, name: string, secret: string): Promise<null> {
  await mkdir(folder, { recursive: true });
  const next = `${pathOf(folder, name)}.next`;
  const encrypted = await safeStorage.encryptStringAsync(secret);
  await writeFile(next, encrypted, { mode: 0o600, flush: true });
  await rename(next, pathOf(folder, name));
  return null;
}

function pathOf(folder: string, name: string): string {
  return join(folder, `${name}.secret`);
}
