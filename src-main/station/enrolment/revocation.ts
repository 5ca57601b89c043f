// Why: docs/decisions/0006-revocation.md
import { readRevocation } from '../../../shared/sealing/revocation-statement.ts';
import type { Journal, RevokedFiles } from '../../ports/journal.ts';
import type { Logger } from '../../ports/system.ts';
import type { Replica } from '../../ports/replica.ts';
import type { Revoked } from '../../../shared/station/settings.ts';
import type { StationKeys } from '../../ports/secrets.ts';
import type { SerialQueue } from '../../core/serial-queue.ts';
import type { Choices } from '../state/choices.ts';
import type { StationEnrolment } from './station-enrolment.ts';
import type { StationEmitter } from '../state/station-events.ts';

/** Rows that were set aside are counted up to this number. */
const MAX_COUNTED = 100_000;

export interface RevocationParts {
  readonly choices: Choices;
  readonly journal: Journal;
  readonly replica: Replica;
  readonly keys: StationKeys | null;
  readonly files: RevokedFiles | null;
  readonly logger: Logger;
  readonly enrolment: Pick<StationEnrolment, 'clientId'>;
  readonly events: StationEmitter;
  /**
   * Shared with `StationEnrolment`: a connection made while this station deletes its data would be deleted together with the old one.
   */
  readonly turns: SerialQueue;
  /**
   * Ends the connection and deletes the secret: nothing is scanned, requested or sent from then on. Resolves when no scan is in progress.
   */
  readonly leave: () => Promise<void>;
}

/**
 * Deletes the station's data after its revocation. Anything on the network path can answer 401, so only a statement counts that is signed
 * with the key from the server's first response. What must survive a crash is recorded before anything is deleted, so that the next start
 * continues:
 * 1. noted in the settings, with the number of unsent scans; connection and secret are gone;
 * 2. the journal is sealed to a file, then emptied; if it cannot be sealed it stays as it is, and the next start tries again;
 * 3. the replica is emptied, and its old files are deleted.
 */
export class StationRevocation {
  readonly #parts: RevocationParts;

  constructor(parts: RevocationParts) {
    this.#parts = parts;
    parts.events.on('revocation_claimed', (statement) => this.#receive(statement));
  }

  /** Null unless this station was revoked and has not been connected again. */
  get revoked(): Revoked | null {
    return this.#parts.choices.current.revoked ?? null;
  }

  /** Continues what an earlier run did not finish. */
  async resume(): Promise<void> {
    const { revoked } = this;
    if (revoked !== null && !revoked.is_done) await this.#parts.turns.run(() => this.#finish());
  }

  /** A statement that came with a refusal. Nothing happens unless the server signed it for this client. */
  #receive(statement: string): void {
    const { turns, logger } = this.#parts;
    turns
      .run(() => this.#check(statement))
      .catch((error: unknown) => {
        logger.error({ error: String(error) }, 'a revocation could not be checked');
      });
  }

  async #check(statement: string): Promise<void> {
    const { keys, enrolment, logger, choices, journal } = this.#parts;
    const belonging = keys?.belonging ?? null;
    const client_id = enrolment.clientId;
    if (belonging === null || belonging.client_id !== client_id) return;
    const proven = await readRevocation(statement, { client_id, publicKey: belonging.statements });
    if (proven === null || client_id !== enrolment.clientId) {
      logger.warn({}, 'somebody says that this station was revoked, and cannot prove it');
      return;
    }
    logger.warn({ ...proven }, 'this station was revoked');
    const { pending } = journal.uploads();
    const setAside = journal.refused(0, MAX_COUNTED).rows.filter(({ waiting }) => !waiting);
    const unsent = pending + setAside.length;
    const { revoked_at } = proven;
    const earlier = choices.current;
    const revoked = { client_id, revoked_at, unsent, sealed_as: null, is_done: false };
    if (!choices.change({ revoked })) {
      // Nothing is deleted until this is recorded: a later start without the record would find half a station.
      choices.restore(earlier);
      logger.error({}, 'the revocation cannot be noted and is taken up when it is received again');
      return;
    }
    await this.#finish();
  }

  async #finish(): Promise<void> {
    const { leave, replica, files, events, logger } = this.#parts;
    try {
      await leave();
      events.emit('changed');
      const isSealed = await this.#seal();
      await replica.rebuild();
      files?.removeReplicaCopies();
      events.emit('replica_rebuilt');
      if (isSealed) this.#note({ is_done: true });
    } catch (error) {
      logger.error({ error: String(error) }, 'what this station holds could not be removed');
    }
    events.emit('changed');
  }

  /** Whether the journal is empty now. */
  async #seal(): Promise<boolean> {
    const { journal, files, logger } = this.#parts;
    if (files === null) return false;
    try {
      const [last] = journal.recentRequests(1);
      if (last !== undefined && !this.#isSealedUntil(last)) {
        const sealed_as = await files.sealJournal();
        if (!this.#note({ sealed_as, sealed_until: last })) {
          throw new Error('where the sealed file is cannot be noted');
        }
        if (journal.recentRequests(1)[0] !== last) {
          throw new Error('rows were written while the journal was sealed');
        }
      }
      journal.clear();
      return true;
    } catch (error) {
      logger.error({ error: String(error) }, 'the journal could not be sealed and emptied');
      return false;
    }
  }

  /** Whether the recorded file contains this row, the journal's last one. */
  #isSealedUntil(last: string): boolean {
    const { revoked } = this;
    if (revoked === null || revoked.sealed_as === null) return false;
    return (revoked.sealed_until ?? last) === last;
  }

  /** Whether it is on disk. */
  #note(part: Partial<Revoked>): boolean {
    const { choices } = this.#parts;
    const { revoked } = this;
    return revoked !== null && choices.change({ revoked: { ...revoked, ...part } });
  }
}
