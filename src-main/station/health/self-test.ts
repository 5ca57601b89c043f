import { formatInstant } from '../../../shared/instant.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { ComparedList, SelfTestReport } from '../../../shared/station/self-test.ts';
import { VERSION } from '../../../shared/version.ts';
import type { Disk } from '../../ports/system.ts';
import type { Journal } from '../../ports/journal.ts';
import type { Replica } from '../../ports/replica.ts';
import type { DoorSelector } from '../selection/door-selector.ts';
import type { ServerQuestions } from '../enrolment/server-questions.ts';
import type { StationClock } from '../clock/station-clock.ts';

export interface SelfTestParts {
  readonly replica: Pick<Replica, 'count' | 'position'>;
  readonly journal: Pick<Journal, 'proveWrite'>;
  readonly clock: StationClock;
  readonly disk: Disk | null;
  readonly selector: Pick<DoorSelector, 'selection'>;
  readonly questions: ServerQuestions;
}

type ListName = 'tickets' | 'scans';
type ServerCheck = SelfTestReport['server'];

/** Tests that a station can run by itself before doors open. The screen adds those that need a person. */
export class SelfTest {
  readonly #parts: SelfTestParts;
  /** Counting takes a moment at a large event: concurrent requests share the result. */
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
    const selection = this.#parts.selector.selection;
    if (selection === null) {
      return { ok: false, code: 'station.not_enrolled', message: 'Choose an event first.' };
    }
    const journal = this.#writeToJournal();
    const tickets = await this.#compare(selection.event, 'tickets');
    const scans = await this.#compare(selection.event, 'scans');
    const { clock, disk } = this.#parts;
    return {
      ok: true,
      self_test: {
        at: formatInstant(clock.now()),
        version: VERSION,
        clock: clock.state(),
        server: tickets.check.kind === 'answered' ? scans.check : tickets.check,
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

  /** Rows arrive during the count: a list that reached the server's number during it counts as complete. */
  async #compare(
    event: string,
    name: ListName,
  ): Promise<{ readonly list: ComparedList; readonly check: ServerCheck }> {
    const { replica } = this.#parts;
    const before = await replica.count(event, name);
    const { total, check } = await this.#countAtServer(event, name);
    const after = await replica.count(event, name);
    const wasReached = total !== null && total >= before && total <= after;
    const freshAt = replica.position(event, name).fresh_at;
    const list = {
      here: wasReached ? total : after,
      server: total,
      fresh_at: freshAt === null ? null : formatInstant(freshAt),
    };
    return { list, check };
  }

  async #countAtServer(
    event: string,
    name: ListName,
  ): Promise<{ readonly total: number | null; readonly check: ServerCheck }> {
    const response = await this.#parts.questions.ask(null, (remote) =>
      remote.countRows(event, name),
    );
    if (response.kind === 'answered') return { total: response.value, check: { kind: 'answered' } };
    if (response.kind !== 'failed') return { total: null, check: { kind: 'away' } };
    return { total: null, check: { kind: 'failed', problem: response.failure.message } };
  }
}
