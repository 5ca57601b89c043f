import { formatInstant } from '../../shared/instant.ts';
import type { CommandResult } from '../../shared/station/results.ts';
import type { ComparedList, SelfTestReport } from '../../shared/station/self-test.ts';
import { VERSION } from '../../shared/version.ts';
import type { Disk } from '../ports/disk.ts';
import type { Journal } from '../ports/journal.ts';
import type { Replica } from '../ports/replica.ts';
import type { DeskKeeper } from './desk-keeper.ts';
import type { ServerQuestions } from './server-questions.ts';
import type { StationClock } from './station-clock.ts';

export interface SelfTestParts {
  readonly replica: Pick<Replica, 'count' | 'position'>;
  readonly journal: Pick<Journal, 'proveWrite'>;
  readonly clock: StationClock;
  readonly disk: Disk | null;
  readonly keeper: Pick<DeskKeeper, 'desk'>;
  readonly questions: ServerQuestions;
}

type ListName = 'tickets' | 'scans';
type ServerSaid = SelfTestReport['server'];

/** What a station can try of itself before doors. The screen adds what only a person can see or hear. */
export class SelfTest {
  readonly #parts: SelfTestParts;
  /** Counting takes a moment at a large event: whoever asks meanwhile gets the same answer. */
  #running: Promise<CommandResult> | null = null;

  constructor(parts: SelfTestParts) {
    this.#parts = parts;
  }

  run(): Promise<CommandResult> {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #run(): Promise<CommandResult> {
    const desk = this.#parts.keeper.desk;
    if (desk === null) {
      return { ok: false, code: 'station.not_enrolled', message: 'Choose an event first.' };
    }
    const journal = this.#writeToJournal();
    const tickets = await this.#compare(desk.event, 'tickets');
    const scans = await this.#compare(desk.event, 'scans');
    const { clock, disk } = this.#parts;
    return {
      ok: true,
      self_test: {
        at: formatInstant(clock.now()),
        version: VERSION,
        clock: clock.state(),
        server: tickets.said.kind === 'answered' ? scans.said : tickets.said,
        tickets: tickets.list,
        scans: scans.list,
        journal,
        free_bytes: disk?.freeBytes() ?? null,
      },
    };
  }

  #writeToJournal(): SelfTestReport['journal'] {
    const { clock, journal } = this.#parts;
    const begun = clock.monotonicMs();
    const proof = journal.proveWrite();
    if (proof.kind === 'failed') {
      return { kind: 'failed', cause: proof.cause, problem: proof.message };
    }
    return { kind: 'written', milliseconds: clock.monotonicMs() - begun };
  }

  /** Rows come while they are counted: a list whose number at the server was reached meanwhile is as long as the server's. */
  async #compare(
    event: string,
    name: ListName,
  ): Promise<{ readonly list: ComparedList; readonly said: ServerSaid }> {
    const { replica } = this.#parts;
    const before = await replica.count(event, name);
    const { total, said } = await this.#countAtServer(event, name);
    const after = await replica.count(event, name);
    const wasReached = total !== null && total >= before && total <= after;
    const freshAt = replica.position(event, name).fresh_at;
    const list = {
      here: wasReached ? total : after,
      server: total,
      fresh_at: freshAt === null ? null : formatInstant(freshAt),
    };
    return { list, said };
  }

  async #countAtServer(
    event: string,
    name: ListName,
  ): Promise<{ readonly total: number | null; readonly said: ServerSaid }> {
    const answer = await this.#parts.questions.ask(null, (remote) => remote.countRows(event, name));
    if (answer.kind === 'answered') return { total: answer.value, said: { kind: 'answered' } };
    if (answer.kind !== 'failed') return { total: null, said: { kind: 'away' } };
    return { total: null, said: { kind: 'failed', problem: answer.failure.message } };
  }
}
