import { randomBytes } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { argon2id, argon2Verify } from 'hash-wasm';
import type { PasswordAnswer, PasswordJob } from './password-thread.ts';

/** The program of the thread that hashes passwords. */

/** What OWASP's Password Storage Cheat Sheet names first. */
const parameters = { memorySize: 19_456, iterations: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

async function doJob(job: PasswordJob): Promise<PasswordAnswer> {
  try {
    return job.kind === 'hash' ? await hash(job.password) : await verify(job);
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function hash(password: string): Promise<PasswordAnswer> {
  const salt = randomBytes(SALT_BYTES);
  const options = { ...parameters, password, salt, hashLength: HASH_BYTES } as const;
  return { kind: 'hash', hash: await argon2id({ ...options, outputType: 'encoded' }) };
}

async function verify({
  password,
  hash: stored,
}: Extract<PasswordJob, { kind: 'verify' }>): Promise<PasswordAnswer> {
  return { kind: 'verify', isRight: await argon2Verify({ password, hash: stored }) };
}

// One after the other: answers come in the order of the jobs.
let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (job: PasswordJob) => {
  last = last.then(async () => parentPort?.postMessage(await doJob(job)));
});
