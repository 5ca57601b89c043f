import { readRevocation } from '../../shared/sealing/revocation-statement.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Replica } from '../ports/replica.ts';
import type { RevokedFiles } from '../ports/revoked-files.ts';
import type { Revoked } from '../ports/settings.ts';
import type { StationKeys } from '../ports/station-keys.ts';
import type { SerialQueue } from '../core/serial-queue.ts';
import type { Choices } from './choices.ts';
import type { Enrolment } from './enrolment.ts';
import type { StationEmitter } from './station-events.ts';

/** No more of the rows that were set aside are counted. */
const MAX_COUNTED = 100_000;

export interface RevocationParts {
  readonly choices: Choices;
  readonly journal: Journal;
  readonly replica: Replica;
  readonly keys: StationKeys | null;
  readonly files: RevokedFiles | null;
  readonly logger: Logger;
  readonly enrolment: Pick<Enrolment, 'clientId'>;
  readonly events: StationEmitter;
  /** Shared with `Enrolment`: a connection made while this station gives up what it holds would be taken apart with the one before. */
  readonly turns: SerialQueue;
  /** Ends the connection and forgets the secret: nothing is scanned, asked or sent from then on. Resolves when no scan is under way. */
  readonly leave: () => Promise<void>;
}

/**
 * What a station does once it was revoked. Anybody on the way can answer 401, so only a statement counts that is signed with the key
 * that came with the server's first answer. What must survive a crash is written down before anything is taken away, so that the next start goes on:
 *
 * 1. noted in the settings, with how many scans wait; the connection and the secret are gone;
 * 2. the journal is sealed to a file, and then emptied; where it cannot be sealed it stays as it is, and is tried again at the next start;
 * 3. the replica is begun anew, and its old files are removed.
 */
export class Revocation {
  readonly #parts: RevocationParts;

  constructor(parts: RevocationParts) {
    this.#parts = parts;
    parts.events.on('revocation_claimed', (statement) => this.#hear(statement));
  }

  /** Null unless this station was revoked and has not been connected anew. */
  get revoked(): Revoked | null {
    return this.#parts.choices.current.revoked ?? null;
  }

  /** Takes up what an earlier run did not get done. */
  async resume(): Promise<void> {
    const { revoked } = this;
    if (revoked !== null && !revoked.is_done) await this.#parts.turns.run(() => this.#finish());
  }

  /** A statement that came with a refusal. Nothing happens unless it is the server's own, about this client. */
  #hear(statement: string): void {
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
    const told = await readRevocation(statement, { client_id, publicKey: belonging.statements });
    if (told === null || client_id !== enrolment.clientId) {
      logger.warn({}, 'somebody says that this station was revoked, and cannot prove it');
      return;
    }
    logger.warn({ ...told }, 'this station was revoked');
    const { pending } = journal.uploads();
    const setAside = journal.refused(0, MAX_COUNTED).rows.filter(({ waiting }) => !waiting);
    const unsent = pending + setAside.length;
    const { revoked_at } = told;
    const earlier = choices.current;
    const revoked = { client_id, revoked_at, unsent, sealed_as: null, is_done: false };
    if (!choices.change({ revoked })) {
      // A start that did not know of it would find half a station: nothing goes until it can be written down.
      choices.restore(earlier);
      logger.error({}, 'the revocation cannot be noted and is taken up when it is heard again');
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

  /** Whether the file that was noted goes as far as this row, the last one of the journal. */
  #isSealedUntil(last: string): boolean {
    const { revoked } = this;
    if (revoked === null || revoked.sealed_as === null) return false;
    return (revoked.sealed_until ?? last) === last;
  }

  /** Whether it is on the disk. */
  #note(part: Partial<Revoked>): boolean {
    const { choices } = this.#parts;
    const { revoked } = this;
    return revoked !== null && choices.change({ revoked: { ...revoked, ...part } });
  }
}
