import { nextDelay } from '../../core/backoff.ts';
import type { Random, Timers } from '../../ports/system.ts';
import type { SecretProtection, SecretRead, Secrets } from '../../ports/secrets.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';

export interface ClientSecretParts {
  readonly secrets: Secrets;
  readonly warnings: RaisedWarnings;
  readonly timers: Timers;
  readonly random: Random;
}

const NAME = 'client_secret';
/** Not empty: a keychain may ignore an empty secret and keep the old one. */
const FORGOTTEN = 'revoked';
/** A keychain may wait for a person to unlock it; a door does not wait that long. */
const PATIENCE_MS = 3_000;
const RETRY = { firstMs: 1_000, capMs: 60_000 };

/**
 * The station's client secret in its host's store. The store may be locked, damaged or slow: the station opens all the same, the screen
 * says so, and reading is retried until it succeeds or somebody enters the secret again.
 */
export class ClientSecret {
  readonly #parts: ClientSecretParts;
  /** Incremented when earlier reads become obsolete: a secret was entered, or the station has closed. */
  #generation = 0;
  #cancelRetry: () => void = () => undefined;

  constructor(parts: ClientSecretParts) {
    this.#parts = parts;
  }

  /** Calls `found` once there is a secret, possibly much later. Resolves after the first attempt, or when the store takes too long. */
  async read(found: (secret: string) => Promise<void>): Promise<void> {
    const generation = this.#generation;
    const answered = await this.#inTime(this.#tryToRead(found, generation, 1));
    if (answered || generation !== this.#generation) return;
    this.#parts.warnings.raise({ code: 'secret_unreadable', problem: null });
  }

  /** Stores a secret that the server accepted. Resolves when it is stored, cannot be, or takes too long; never rejects. */
  async keep(secret: string): Promise<void> {
    this.replaced();
    await this.#inTime(this.#write(secret, this.#generation));
  }

  /** A secret was entered: the stored one no longer matters. */
  replaced(): void {
    this.close();
    this.#parts.warnings.clear('secret_unreadable');
    this.#parts.warnings.clear('secret_missing');
  }

  /** Overwrites the secret: the client was revoked. */
  async forget(): Promise<void> {
    this.replaced();
    await this.#inTime(this.#write(FORGOTTEN, this.#generation));
    for (const code of ['secret_not_kept', 'secret_unprotected'] as const) {
      this.#parts.warnings.clear(code);
    }
  }

  close(): void {
    this.#generation += 1;
    this.#cancelRetry();
  }

  /** Never rejects: nobody awaits a later attempt. */
  async #tryToRead(
    found: (secret: string) => Promise<void>,
    generation: number,
    attempt: number,
  ): Promise<void> {
    const { secrets, warnings, timers, random } = this.#parts;
    const result = await secrets.read(NAME);
    if (generation !== this.#generation) return;
    if (result.kind === 'absent') {
      warnings.clear('secret_unreadable');
      warnings.raise({ code: 'secret_missing' });
      return;
    }
    const problem = result.kind === 'found' ? await this.#takeUp(result, found) : result.problem;
    if (problem === null || generation !== this.#generation) return;
    warnings.raise({ code: 'secret_unreadable', problem });
    const delayMs = nextDelay(RETRY, attempt, random.fraction());
    this.#cancelRetry = timers.after(delayMs, () => {
      void this.#tryToRead(found, generation, attempt + 1);
    });
  }

  /** Returns what went wrong: the stores of the station may fail just as it begins to sync. */
  async #takeUp(
    { secret, protection }: Extract<SecretRead, { kind: 'found' }>,
    found: (secret: string) => Promise<void>,
  ): Promise<string | null> {
    this.#parts.warnings.clear('secret_unreadable');
    this.#warnOf(protection);
    try {
      await found(secret);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #write(secret: string, generation: number): Promise<void> {
    const { secrets, warnings } = this.#parts;
    const result = await secrets.write(NAME, secret);
    if (generation !== this.#generation) return;
    if (result.kind === 'kept') {
      warnings.clear('secret_not_kept');
      this.#warnOf(result.protection);
      return;
    }
    warnings.raise({ code: 'secret_not_kept', problem: result.problem });
  }

  #warnOf(protection: SecretProtection): void {
    if (protection === 'keychain') this.#parts.warnings.clear('secret_unprotected');
    else this.#parts.warnings.raise({ code: 'secret_unprotected' });
  }

  /** Whether `work` finishes within the time limit. It continues either way. */
  async #inTime(work: Promise<void>): Promise<boolean> {
    const late = Promise.withResolvers<boolean>();
    const cancel = this.#parts.timers.after(PATIENCE_MS, () => late.resolve(false));
    const done = await Promise.race([work.then(() => true), late.promise]);
    cancel();
    return done;
  }
}
