import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Secrets } from '../../ports/secrets.ts';
import { writeAtomically } from './write-atomically.ts';

const Stored = Compile(Type.Record(Type.String(), Type.String()));

/** Secrets in a file that only this user can read: for hosts without a keychain. */
export function fileSecrets(path: string): Secrets {
  return {
    protection: 'file',
    read: async (name) => (await readAll(path))[name] ?? null,
    write: async (name, secret) => {
      const all = { ...(await readAll(path)), [name]: secret };
      writeAtomically(path, JSON.stringify(all), 0o600);
    },
  };
}

async function readAll(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Stored.Check(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
