import type { Settings, SettingsRead } from '../../ports/settings.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';
import type { Direction } from '../../../shared/station/state.ts';
import type { RaisedWarnings } from './raised-warnings.ts';

/** The station's settings, held in memory and written through on every change, if the disk permits. */
export class Choices {
  readonly #settings: Settings;
  /** Where the settings were read from at start. */
  readonly from: SettingsRead['from'];
  readonly #warnings: RaisedWarnings | null;
  #current: StationSettings;
  #isKept = true;

  /** `warnings`: raised if settings could not be written and are lost after this run. */
  constructor(settings: Settings, warnings: RaisedWarnings | null = null) {
    this.#settings = settings;
    this.#warnings = warnings;
    const read = settings.read();
    this.#current = read.settings;
    this.from = read.from;
  }

  get current(): StationSettings {
    return this.#current;
  }

  /** Returns whether the settings are on disk. */
  change(part: Partial<StationSettings>): boolean {
    return this.#take({ ...this.#current, ...part });
  }

  /** Reverts changes. */
  restore(earlier: StationSettings): void {
    this.#take(earlier);
  }

  /** Clears what was chosen for another organiser. */
  forgetEvent(): void {
    const { entry_point: _, direction: __, ...rest } = this.#current;
    this.#take({ ...rest, event: null });
  }

  /** Null: what the entry point is for. */
  chooseDirection(direction: Direction | null): void {
    const { direction: _, ...rest } = this.#current;
    this.#take({ ...rest, ...(direction !== null && { direction }) });
  }

  /** Retries a write that the disk has refused: a restart must not bring back earlier settings. */
  keepAgain(): void {
    if (!this.#isKept) this.#keep();
  }

  #take(next: StationSettings): boolean {
    this.#current = next;
    return this.#keep();
  }

  /** A disk that cannot store them closes no door. */
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
