import type { Lane } from '../../core/sync/sync-state.ts';
import type { Warnings } from '../warnings.ts';
import type { LaneStep } from './lane-context.ts';

/** Warns as long as any list cannot be walked because the server says that its next page is somewhere else. */
export class ForeignPages {
  readonly #warnings: Warnings;
  readonly #lanes = new Set<Lane>();

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  note(lane: Lane, { result, foreign }: LaneStep): void {
    if (foreign !== null) {
      this.#lanes.add(lane);
      this.#warnings.raise({ code: 'foreign_pages', ...foreign });
    } else if (result.kind === 'done') {
      this.#lanes.delete(lane);
      if (this.#lanes.size === 0) this.#warnings.clear('foreign_pages');
    }
  }

  /** Another server. */
  forget(): void {
    this.#lanes.clear();
    this.#warnings.clear('foreign_pages');
  }
}
