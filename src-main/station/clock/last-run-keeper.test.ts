import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { instantAt } from '../../../test/support/station/records.ts';
import { openDoor } from '../../../test/support/station/open-door.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { temporaryDirectory } from '../../../test/support/station/run-station.ts';
import { fileLastRun } from '../../adapters/system/file-last-run.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import {
  freshBudget,
  LIMIT_PER_WINDOW,
  PROBES_PER_WINDOW,
  requestsLeft,
  completeRequest,
  spendRequest,
  type Spender,
} from '../../core/request-budget.ts';
import type { LastRun, LastRunStore } from '../../ports/settings.ts';
import { LastRunKeeper } from './last-run-keeper.ts';
import { StationClock } from './station-clock.ts';

function inMemory(): LastRunStore & { readonly writes: LastRun[] } {
  const writes: LastRun[] = [];
  return { writes, read: () => writes.at(-1) ?? null, write: (run) => writes.push(run) };
}

const answered = { requests: 1, left: null, retryAfterMs: null };
const guarantees = { identity: PROBES_PER_WINDOW };

/** A device and the runs of a station on it, each with its own budget. */
class Device {
  readonly store = inMemory();
  readonly sentAt: number[] = [];
  nowMs = 500_000;
  #bootedAt = 0;
  #startedAt = 0;
  #keeper = new LastRunKeeper(this.store);
  #budget = freshBudget;

  /** Starts a station, after killing the one that ran before. */
  start(): void {
    this.#startedAt = this.nowMs;
    this.#keeper = new LastRunKeeper(this.store);
    this.#budget = { ...freshBudget, sent: this.#keeper.earlierRequests(this.#uptime) };
  }

  boot(afterMs: number): void {
    this.nowMs += afterMs;
    this.#bootedAt = this.nowMs;
  }

  /** Sends as many requests as it may, each answered at once. Returns their number. */
  spend(by: Spender, wishes = Infinity): number {
    let sent = 0;
    while (sent < wishes && this.#ask(by)) {
      this.#answer(by);
      sent += 1;
    }
    return sent;
  }

  /** Sends as many requests as it may now. They are sent and answered after `answerInMs`, except perhaps the last. */
  spendAtOnce(by: Spender, wishes: number, answerInMs: number, isLastAnswered = true): void {
    let sent = 0;
    while (sent < wishes && this.#ask(by)) sent += 1;
    this.nowMs += answerInMs;
    for (let count = 1; count <= sent; count += 1) {
      if (count < sent || isLastAnswered) this.#answer(by);
      else this.sentAt.push(this.nowMs);
    }
  }

  /** The highest number of requests in any minute. */
  get mostInAMinute(): number {
    const within = (from: number) =>
      this.sentAt.filter((at) => at >= from && at < from + 60_000).length;
    return Math.max(...this.sentAt.map(within));
  }

  get #uptime() {
    return {
      monotonicMs: this.nowMs - this.#startedAt,
      uptimeMs: this.nowMs - this.#bootedAt,
    };
  }

  #ask(by: Spender): boolean {
    const { monotonicMs } = this.#uptime;
    if (requestsLeft(this.#budget, monotonicMs, by, guarantees) === 0) return false;
    this.#budget = spendRequest(this.#budget, monotonicMs, by);
    this.#keeper.keepRequests(this.#budget, this.#uptime);
    return true;
  }

  #answer(by: Spender): void {
    this.sentAt.push(this.nowMs);
    this.#budget = completeRequest(this.#budget, this.#uptime.monotonicMs, by, answered);
  }
}

it('runs that are killed one after another never send more than 120 requests in a minute, and never block a later one', () => {
  const run = fc.record({
    wishes: fc.nat(60),
    probes: fc.nat(20),
    answerInMs: fc.nat(8_000),
    downMs: fc.nat(30_000),
    boots: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(run, { minLength: 2, maxLength: 30 }), (runs) => {
      const device = new Device();
      for (const { wishes, probes, answerInMs, downMs, boots } of runs) {
        device.start();
        device.spendAtOnce('identity', probes, answerInMs);
        device.spend('push', wishes);
        device.spendAtOnce('scans', wishes, answerInMs, false);
        if (boots) device.boot(downMs);
        else device.nowMs += downMs;
      }
      expect(device.mostInAMinute).toBeLessThanOrEqual(120);
      device.start();
      device.nowMs += 63_000;
      expect(device.spend('scans')).toBe(LIMIT_PER_WINDOW - PROBES_PER_WINDOW);
    }),
  );
});

it('the last-run keeper counts answered requests at their age, and those in progress as if they were sent at the last moment, twice', () => {
  const device = new Device();
  device.start();
  device.spend('scans', 30);
  device.nowMs += 40_000;
  device.spendAtOnce('scans', 20, 0, false);
  device.nowMs += 30_000;
  device.start();
  // The stored state is from just before the last request was sent, when all twenty were in progress.
  expect(device.spend('scans')).toBe(LIMIT_PER_WINDOW - PROBES_PER_WINDOW - 2 * 20);
});

it('the last-run keeper counts the probes of an earlier run as those of this one', () => {
  const device = new Device();
  device.start();
  expect(device.spend('scans')).toBe(LIMIT_PER_WINDOW - PROBES_PER_WINDOW);
  expect(device.spend('identity', 6)).toBe(6);
  device.nowMs += 5_000;
  device.start();
  // The last of the six counts twice: a killed run does not say whether it was answered.
  expect(device.spend('identity')).toBe(PROBES_PER_WINDOW - 6 - 1);
  expect(device.mostInAMinute).toBeLessThanOrEqual(LIMIT_PER_WINDOW);
});

it('the last-run keeper treats requests from before a reboot as old as the reboot', () => {
  const device = new Device();
  device.start();
  device.spend('scans', 100);
  device.nowMs += 5_000;
  device.boot(1_000);
  device.nowMs += 20_000;
  device.start();
  expect(device.spend('scans')).toBe(LIMIT_PER_WINDOW - PROBES_PER_WINDOW - 101);
  device.nowMs += 44_000;
  device.start();
  expect(device.spend('scans')).toBeGreaterThan(90);
  expect(device.mostInAMinute).toBeLessThanOrEqual(LIMIT_PER_WINDOW);
});

it('the last-run keeper counts requests that were made while a person entered a server', async () => {
  const store = inMemory();
  const door = await openDoor({ lastRun: store });
  const server = { server_url: 'https://model', client_id: 'cli', client_secret: 'secret' };
  door.server.trouble = () => 'unauthorized';
  for (let tries = 0; tries < 3; tries += 1) {
    expect(await door.send({ kind: 'connect', ...server })).toMatchObject({ ok: false });
  }
  await door.close();
  expect(door.server.requestedAt).toHaveLength(3);
  expect(store.read()?.requests).toMatchObject({
    sent: Array.from({ length: 3 }, () => ({ by: 'identity' })),
    open: [],
  });
});

it('a run begins with the clock offset that the server last confirmed', () => {
  const store = inMemory();
  const time = new ManualTime();
  const threeHours = 3 * 3_600_000;
  time.jump(threeHours);
  const clock = new StationClock(time, new LastRunKeeper(store));
  const heard = () =>
    clock.learn({
      server_now: instantAt(0),
      device_now: time.deviceNow(),
      monotonic_ms: time.monotonicMs(),
      uncertainty: 5_000,
    });
  heard();
  // A single answer moves a clock by no more than a minute, and is not stored.
  expect(store.writes).toEqual([]);
  heard();
  expect(clock.state()).toEqual({ offset_ms: -threeHours, suspect: true, remembered: false });
  const next = new StationClock(time, new LastRunKeeper(store));
  expect(next.state()).toEqual({ offset_ms: -threeHours, suspect: true, remembered: true });
  expect(next.now()).toBe(instantAt(0));
});

it('the last-run keeper keeps everything in a file, and treats one that cannot be read or written as empty', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'last-run.json');
  const store = fileLastRun(path, silentLogger);
  expect(store.read()).toBeNull();
  const run: LastRun = {
    clock: { offset_ms: -3, at: instantAt(1) },
    requests: { sent: [{ uptime_ms: 5.5, by: 'scans' }], open: ['push'] },
  };
  store.write(run);
  expect(fileLastRun(path, silentLogger).read()).toEqual(run);
  for (const text of ['', '{"clock":', '{"clock":null,"requests":{"sent":[1],"open":[]}}']) {
    writeFileSync(path, text);
    expect(store.read()).toBeNull();
  }
  const folder = join(directory.path, 'folder');
  mkdirSync(folder);
  const nowhere = fileLastRun(folder, silentLogger);
  nowhere.write(run);
  expect(nowhere.read()).toBeNull();
});
