import { formatInstant } from '../../../shared/instant.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import type { Replica } from '../../ports/replica.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEmitter } from '../state/station-events.ts';
import type { RaisedWarnings } from '../state/raised-warnings.ts';

export interface StoreHealthParts {
  readonly replica: Replica;
  readonly journal: Journal;
  readonly choices: Choices;
  readonly warnings: RaisedWarnings;
  readonly logger: Logger;
  readonly events: StationEmitter;
}

/**
 * Raises warnings about the stores, and rebuilds an unreadable replica.
 *
 * Recovery of a damaged replica: `rebuild` (quarantine, empty store; until then the door uses the server's responses) → `restore` what can
 * be recovered → the lists are walked again.
 */
export class StoreHealth {
  readonly #parts: StoreHealthParts;
  #repairing: Promise<void> | null = null;
  #closed = false;

  constructor(parts: StoreHealthParts) {
    this.#parts = parts;
    parts.events.on('outcome', () => this.#tend());
    parts.events.on('sync_stepped', () => this.#tend());
    parts.events.on('tick', () => this.#probe());
  }

  /** Raises warnings about what was found when the stores were opened. */
  reportOpening(): void {
    const { replica, journal, choices, warnings } = this.#parts;
    // A station that has scanned had settings, and one that has either had tickets.
    const hasScanned = journal.recentRequests(1).length > 0;
    const hadSettings = choices.from === 'damaged' || hasScanned;
    if (choices.from === 'copy') warnings.raise({ code: 'settings_restored' });
    else if (choices.from !== 'file' && hadSettings) warnings.raise({ code: 'settings_lost' });
    if (replica.begun && (hasScanned || choices.current.event !== null)) {
      warnings.raise({ code: 'replica_missing' });
    }
    if (replica.rebuilt) {
      this.#warnOfReplica(0);
      this.#repairing = this.#restore().finally(() => {
        this.#repairing = null;
      });
    }
    if (journal.replaced !== null) {
      const { kept_as: keptAs, recovered } = journal.replaced;
      warnings.raise({ code: 'journal_replaced', kept_as: keptAs, carried_over: recovered });
    }
    if (journal.lostEnd !== null) {
      const { rows, since, kept_as } = journal.lostEnd;
      warnings.raise({
        code: 'journal_end_lost',
        scans: rows,
        since: since === null ? null : formatInstant(since),
        kept_as,
      });
    }
    if (journal.changedRows > 0) {
      warnings.raise({ code: 'journal_changed', scans: journal.changedRows });
    }
  }

  /** After every scan and sync step: raises warnings and starts repairs. */
  #tend(): void {
    const { replica, warnings } = this.#parts;
    if (replica.unreadable) warnings.raise({ code: 'replica_unreadable' });
    else warnings.clear('replica_unreadable');
    if (replica.unwritable) warnings.raise({ code: 'replica_unwritable' });
    else warnings.clear('replica_unwritable');
    this.#repair();
  }

  /** Every few seconds: checks whether the replica can be read again, even if nobody scans. */
  #probe(): void {
    const { replica, journal, logger } = this.#parts;
    journal.checkpointWhenIdle();
    try {
      if (replica.unreadable) replica.events();
    } catch (error) {
      logger.warn({ error: String(error) }, 'the replica still cannot be read');
    }
    this.#tend();
  }

  /** The door uses the server's responses while the damaged replica is rebuilt. */
  #repair(): void {
    if (!this.#parts.replica.damaged || this.#repairing !== null || this.#closed) return;
    this.#warnOfReplica(0);
    this.#parts.logger.error({}, 'the replica is damaged and is rebuilt');
    this.#repairing = this.#rebuild().finally(() => {
      this.#repairing = null;
    });
  }

  /** The last outcomes, newest first. An unreadable journal must not keep a screen from opening, because the screen reports it. */
  recent(limit: number): readonly ScanOutcome[] {
    const { journal, warnings } = this.#parts;
    try {
      return journal.recent(limit);
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      warnings.raise({ code: 'journal_failed', doing: 'read', problem });
      return [];
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#repairing;
  }

  async #rebuild(): Promise<void> {
    try {
      await this.#parts.replica.rebuild();
      this.#parts.events.emit('replica_rebuilt');
    } catch (error) {
      this.#parts.logger.error({ error: String(error) }, 'the replica could not be rebuilt');
      return;
    }
    await this.#restore();
  }

  /** An offline door has nothing else, so whatever can still be read is used until the server's data arrives. */
  async #restore(): Promise<void> {
    const { replica, logger, events } = this.#parts;
    try {
      const tickets = await replica.restore();
      logger.warn({ tickets }, 'what could be recovered from the old replica was restored');
      this.#warnOfReplica(tickets);
      events.emit('replica_rebuilt');
    } catch (error) {
      logger.error({ error: String(error) }, 'nothing could be restored from the old replica');
    }
  }

  #warnOfReplica(restored: number): void {
    this.#parts.warnings.raise({ code: 'replica_rebuilt', carried_over: restored });
  }
}
