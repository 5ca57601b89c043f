import { parseJson } from '../../../shared/contract/parse-json.ts';
import { nextDelay } from '../../core/backoff.ts';
import type { Logger, Random, Timers } from '../../ports/system.ts';
import type { Secrets } from '../../ports/secrets.ts';

export interface StoredVenueKeysParts {
  readonly secrets: Secrets;
  readonly timers: Timers;
  readonly random: Random;
  readonly logger: Logger;
}

interface EventKeys {
  readonly event: string;
  /** Newest first. */
  readonly keys: readonly string[];
}

const NAME = 'venue-keys';
/** Somebody may be about to unlock the keychain, which may ask at every read. */
const RETRY = { firstMs: 1_000, capMs: 15_000 };

/** The venue keys of one event, stored with the client's secret, so that a station that starts without the server has them. */
export class StoredVenueKeys {
  readonly #parts: StoredVenueKeysParts;
  #current: EventKeys | null = null;
  #isClosed = false;
  #cancelRetry: () => void = () => undefined;

  constructor(parts: StoredVenueKeysParts) {
    this.#parts = parts;
  }

  /** Calls `found` once there are keys, possibly much later, unless the server has sent them by then. */
  read(found: () => void): void {
    void this.#read(found, 1);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelRetry();
  }

  of(event: string): readonly string[] {
    return this.#current?.event === event ? this.#current.keys : [];
  }

  keep(event: string, keys: readonly string[]): void {
    const before = this.#current;
    this.#current = { event, keys };
    const written = JSON.stringify(this.#current);
    if (before === null ? keys.length === 0 : written === JSON.stringify(before)) return;
    void this.#write(written);
  }

  /** This station was revoked. */
  async forget(): Promise<void> {
    this.#current = { event: '', keys: [] };
    await this.#write(JSON.stringify(this.#current));
  }

  async #read(found: () => void, attempt: number): Promise<void> {
    const { secrets, timers, random, logger } = this.#parts;
    const result = await secrets.read(NAME);
    if (this.#current !== null || this.#isClosed) return;
    if (result.kind === 'unreadable') {
      if (attempt === 1) logger.warn({ problem: result.problem }, 'the venue keys cannot be read');
      const delayMs = nextDelay(RETRY, attempt, random.fraction());
      this.#cancelRetry = timers.after(delayMs, () => void this.#read(found, attempt + 1));
      return;
    }
    const stored = result.kind === 'found' ? parseStored(result.secret) : null;
    if (stored === null) return;
    this.#current = stored;
    found();
  }

  async #write(written: string): Promise<void> {
    const result = await this.#parts.secrets.write(NAME, written);
    if (result.kind === 'kept') return;
    this.#parts.logger.warn({ problem: result.problem }, 'the venue keys hold for this run only');
  }
}

function parseStored(text: string): EventKeys | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  if (!('event' in value) || !('keys' in value)) return null;
  const { event, keys } = value;
  if (typeof event !== 'string' || !Array.isArray(keys)) return null;
  return { event, keys: keys.filter((key: unknown) => typeof key === 'string') };
}
