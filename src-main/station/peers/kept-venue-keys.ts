import { parseJson } from '../../../shared/parse-json.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Secrets } from '../../ports/secrets.ts';

export interface KeptVenueKeysParts {
  readonly secrets: Secrets;
  readonly logger: Logger;
}

interface EventKeys {
  readonly event: string;
  /** Newest first. */
  readonly keys: readonly string[];
}

const NAME = 'venue-keys';

/** The venue keys of one event, beside the client's secret, so that a station that starts without the server has them. */
export class KeptVenueKeys {
  readonly #parts: KeptVenueKeysParts;
  #current: EventKeys | null = null;

  constructor(parts: KeptVenueKeysParts) {
    this.#parts = parts;
  }

  /** Calls `found` when there are some, unless the server has named them meanwhile. Those that cannot be read come with the next setup. */
  read(found: () => void): void {
    void this.#read(found);
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

  async #read(found: () => void): Promise<void> {
    const answer = await this.#parts.secrets.read(NAME);
    if (this.#current !== null) return;
    if (answer.kind === 'unreadable') {
      this.#parts.logger.warn({ problem: answer.problem }, 'the venue keys cannot be read');
    }
    const kept = answer.kind === 'found' ? parseKept(answer.secret) : null;
    if (kept === null) return;
    this.#current = kept;
    found();
  }

  async #write(written: string): Promise<void> {
    const answer = await this.#parts.secrets.write(NAME, written);
    if (answer.kind === 'kept') return;
    this.#parts.logger.warn({ problem: answer.problem }, 'the venue keys hold for this run only');
  }
}

function parseKept(text: string): EventKeys | null {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  if (!('event' in value) || !('keys' in value)) return null;
  const { event, keys } = value;
  if (typeof event !== 'string' || !Array.isArray(keys)) return null;
  return { event, keys: keys.filter((key: unknown) => typeof key === 'string') };
}
