import type { Settings, SettingsRead, StationSettings } from '../ports/settings.ts';
import type { Warnings } from './warnings.ts';

/** The station's settings, kept in memory and written through at every change, as far as the disk takes them. */
export class Choices {
  readonly #settings: Settings;
  /** Where the settings of this start came from. */
  readonly from: SettingsRead['from'];
  readonly #warnings: Warnings | null;
  #current: StationSettings;
  #isKept = true;

  /** `warnings`: say when settings could not be written and hold for this run only. */
  constructor(settings: Settings, warnings: Warnings | null = null) {
    this.#settings = settings;
    this.#warnings = warnings;
    const read = settings.read();
    this.#current = read.settings;
    this.from = read.from;
  }

  get current(): StationSettings {
    return this.#current;
  }

  /** Whether they are on the disk now, too. */
  change(part: Partial<StationSettings>): boolean {
    return this.#take({ ...this.#current, ...part });
  }

  /** Takes changes back. */
  restore(earlier: StationSettings): void {
    this.#take(earlier);
  }

  /** Forgets what was chosen for another organiser. */
  forgetEvent(): void {
    const { entry_point: _, ...rest } = this.#current;
    this.#take({ ...rest, event: null });
  }

  /** Tries once more what the disk has refused: a restart must not bring back what was chosen before. */
  keepAgain(): void {
    if (!this.#isKept) this.#keep();
  }

  #take(next: StationSettings): boolean {
    this.#current = next;
    return this.#keep();
  }

  /** A disk that refuses them keeps no door shut. */
  #keep(): boolean {
    try {
      this.#settings.write(this.#current);
      this.#isKept = true;
      this.#warnings?.clear('settings_not_kept');
    } catch (error) {
      this.#isKept = false;
      const problem = error instanceof Error ? error.message : String(error);
      this.#warnings?.raise({ code: 'settings_not_kept', problem });
    }
    return this.#isKept;
  }
}
