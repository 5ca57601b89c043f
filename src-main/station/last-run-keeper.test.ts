import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { instantAt } from '../../test/support/station/records.ts';
import { ManualTime } from '../../test/support/station/manual-time.ts';
import { temporaryDirectory } from '../../test/support/station/run-station.ts';
import { fileLastRun } from '../adapters/system/file-last-run.ts';
import { silentLogger } from '../adapters/system/silent-logger.ts';
import { freshBudget, settleRequest, spendRequest } from '../core/request-budget.ts';
import type { LastRun, LastRunStore } from '../ports/last-run.ts';
import { LastRunKeeper } from './last-run-keeper.ts';
import { StationClock } from './station-clock.ts';

function inMemory(): LastRunStore & { readonly writes: LastRun[] } {
  const writes: LastRun[] = [];
  return { writes, read: () => writes.at(-1) ?? null, write: (run) => writes.push(run) };
}

function spend(keeper: LastRunKeeper, requests: number, stepMs: number) {
  const answered = { requests: 1, left: null, retryAfterMs: null };
  let budget = freshBudget;
  for (let sent = 0; sent < requests; sent += 1) {
    const nowMs = sent * stepMs;
    budget = spendRequest(budget, nowMs, 'scans');
    keeper.spending(budget, instantAt(nowMs / 1_000), nowMs);
    budget = settleRequest(budget, nowMs, 'scans', answered);
  }
  return budget;
}

it('covers every request of a run that was killed, at few writes', () => {
  const store = inMemory();
  spend(new LastRunKeeper(store), 90, 100);
  const next = new LastRunKeeper(store);
  const before = next.requestsOfLastRun(instantAt(9), 1_000);
  expect(before?.count).toBeGreaterThanOrEqual(90);
  expect(before?.count).toBeLessThanOrEqual(96);
  expect(store.writes.length).toBeLessThan(20);
  // Written ahead: the last request may have left ten seconds later.
  expect(before?.at).toBe(1_000);
  expect(next.requestsOfLastRun(instantAt(90), 1_000)).toBeNull();
});

it('counts no more than was spent when the run ended in order', () => {
  const store = inMemory();
  const keeper = new LastRunKeeper(store);
  keeper.close(spend(keeper, 30, 100), instantAt(3), 3_000);
  expect(new LastRunKeeper(store).requestsOfLastRun(instantAt(10), 500)).toEqual({
    count: 30,
    at: -6_500,
  });
});

it('covers them also where the clock of the device was set meanwhile', () => {
  const store = inMemory();
  const keeper = new LastRunKeeper(store);
  const budget = spendRequest(freshBudget, 0, 'scans');
  keeper.spending(budget, instantAt(0), 0);
  keeper.spending(spendRequest(budget, 1_000, 'scans'), instantAt(3_601), 1_000);
  expect(new LastRunKeeper(store).requestsOfLastRun(instantAt(3_602), 500)).toMatchObject({
    at: 500,
  });
});

it('begins with the clock as the server last confirmed it', () => {
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
  // A single answer moves a clock by no more than a minute, and is not kept.
  expect(store.writes).toEqual([]);
  heard();
  expect(clock.state()).toEqual({ offset_ms: -threeHours, suspect: true, remembered: false });
  const next = new StationClock(time, new LastRunKeeper(store));
  expect(next.state()).toEqual({ offset_ms: -threeHours, suspect: true, remembered: true });
  expect(next.now()).toBe(instantAt(0));
});

it('keeps it all in a file, and counts one that cannot be read or written for nothing', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'last-run.json');
  const store = fileLastRun(path, silentLogger);
  expect(store.read()).toBeNull();
  const run: LastRun = {
    clock: { offset_ms: -3, at: instantAt(1) },
    requests: { count: 4, until: instantAt(2) },
  };
  store.write(run);
  expect(fileLastRun(path, silentLogger).read()).toEqual(run);
  for (const text of ['', '{"clock":', '{"clock":null,"requests":{"count":-1,"until":"x"}}']) {
    writeFileSync(path, text);
    expect(store.read()).toBeNull();
  }
  const folder = join(directory.path, 'folder');
  mkdirSync(folder);
  const nowhere = fileLastRun(folder, silentLogger);
  nowhere.write(run);
  expect(nowhere.read()).toBeNull();
});
