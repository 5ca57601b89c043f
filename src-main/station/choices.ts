import type { Settings, StationSettings } from '../ports/settings.ts';

/** The station's settings, kept in memory and written through at every change. */
export class Choices {
  readonly #settings: Settings;
  #current: StationSettings;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#current = settings.read();
  }

  get current(): StationSettings {
    return this.#current;
  }

  change(part: Partial<StationSettings>): void {
    const next = { ...this.#current, ...part };
    this.#settings.write(next);
    this.#current = next;
  }

  /** Takes changes back. */
  restore(earlier: StationSettings): void {
    this.#settings.write(earlier);
    this.#current = earlier;
  }

  /** Forgets what was chosen for another organiser. */
  forgetEvent(): void {
    const { entry_point: _, ...rest } = this.#current;
    const next = { ...rest, event: null };
    this.#settings.write(next);
    this.#current = next;
  }
}
