import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { assertNever } from '../../../shared/assert-never.ts';
import { DomainError } from '../../rules/domain-error.ts';

/** What the thread is asked. It answers in the order of the jobs. */
export type PasswordJob =
  | { readonly kind: 'hash'; readonly password: string }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export type PasswordAnswer =
  | { readonly kind: 'hash'; readonly hash: string }
  | { readonly kind: 'verify'; readonly isRight: boolean }
  | { readonly kind: 'failed'; readonly message: string };

/** A second of work: whoever comes later is told to try again, before the sign-ins of others wait too long. */
const MAX_WAITING = 32;

interface Waiting {
  readonly resolve: (answer: PasswordAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A thread that hashes passwords, begun with the first one. It keeps no process alive that only waits for the next. */
export class PasswordThread {
  #worker: Worker | null = null;
  /** The first is being worked on. */
  readonly #waiting: Waiting[] = [];
  #idle: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    const answer = await this.#ask({ kind: 'hash', password });
    if (answer.kind === 'hash') return answer.hash;
    throw failureOf(answer);
  }

  async verify(hash: string, password: string): Promise<boolean> {
    const answer = await this.#ask({ kind: 'verify', password, hash });
    if (answer.kind === 'verify') return answer.isRight;
    throw failureOf(answer);
  }

  /** Lets it finish what waits. */
  async end(): Promise<void> {
    if (this.#waiting.length > 0) await new Promise<void>((idle) => this.#idle.push(idle));
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #ask(job: PasswordJob): Promise<PasswordAnswer> {
    if (this.#waiting.length > MAX_WAITING) {
      const message = 'Too many people are signing in at this moment.';
      return Promise.reject(new DomainError('server.busy', message));
    }
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      worker.ref();
      worker.postMessage(job);
    });
  }

  #start(): Worker {
    const worker = new Worker(programUrl());
    worker.on('message', (answer: PasswordAnswer) => {
      this.#waiting.shift()?.resolve(answer);
      if (this.#waiting.length > 0) return;
      worker.unref();
      this.#idle.splice(0).forEach((idle) => idle());
    });
    worker.on('error', (error) => this.#lost(worker, error));
    worker.on('exit', () => this.#lost(worker, null));
    return worker;
  }

  #lost(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    const error = new Error('the thread that hashes passwords ended', { cause });
    this.#waiting.splice(0).forEach(({ reject }) => reject(error));
    this.#idle.splice(0).forEach((idle) => idle());
  }
}

function failureOf(answer: PasswordAnswer): Error {
  switch (answer.kind) {
    case 'failed':
      return new Error(answer.message);
    case 'hash':
    case 'verify':
      return new Error(`expected the answer of another job, got ${answer.kind}`);
    default:
      return assertNever(answer);
  }
}

/** Beside this file when run from source; beside the bundle, or above its chunks, when built. */
function programUrl(): URL {
  const places = ['./password-worker.ts', './password-worker.js', '../password-worker.js'];
  const found = places
    .map((place) => new URL(place, import.meta.url))
    .find((url) => existsSync(url));
  if (found === undefined) throw new Error('expected the password worker beside the server');
  return found;
}
