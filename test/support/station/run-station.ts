import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { CommandResult } from '../../../shared/station/results.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { composeStation, type ComposeOptions } from '../../../src-main/composition/compose.ts';
import type { Station } from '../../../src-main/station/station.ts';
import type { Intervals } from '../../../src-main/core/sync/sync-state.ts';
import { listsEvery, setupEvery } from './poll-intervals.ts';
import { builtProgram } from './programs.ts';

/** A running station as a screen sees it. */
export interface RunningStation extends AsyncDisposable {
  readonly station: Station;
  readonly outcomes: ScanOutcome[];
  state(): StationState;
  send(command: StationCommand, id?: string): Promise<CommandResult>;
  /** Scans a code and returns what was shown for it. */
  scan(code: string): Promise<ScanOutcome>;
}

let requests = 0;

const SHORT_INTERVALS = { ...listsEvery(150, 300), ...setupEvery(1_000), notice: 150 };

export interface RunOptions extends Omit<ComposeOptions, 'intervals'> {
  /** In place of the short ones of tests. */
  readonly intervals?: Partial<Intervals>;
}

export async function runStation({ intervals, ...options }: RunOptions): Promise<RunningStation> {
  const station = await composeStation({
    intervals: { ...SHORT_INTERVALS, ...intervals },
    workerUrl: builtProgram('replica-worker'),
    ...options,
  });
  const outcomes: ScanOutcome[] = [];
  station.subscribe((message) => {
    if (message.kind === 'outcome') outcomes.push(message.outcome);
  });
  const send = async (command: StationCommand, id?: string): Promise<CommandResult> => {
    requests += 1;
    return (await station.handle({ id: id ?? `${process.pid}-${requests}`, command })).result;
  };
  return {
    station,
    outcomes,
    send,
    state: () => {
      const welcome = station.welcome();
      if (welcome.kind !== 'welcome') throw new Error('expected a welcome');
      return welcome.state;
    },
    scan: async (code) => {
      await send({ kind: 'scan', code, symbology: null, source: 'keyboard' });
      const last = outcomes.at(-1);
      if (last === undefined) throw new Error('expected an outcome');
      return last;
    },
    [Symbol.asyncDispose]: () => station[Symbol.asyncDispose](),
  };
}

/** Polls until the condition holds, so that a test states what it waits for and not how long that takes. */
export async function until(what: string, holds: () => boolean, withinMs = 20_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!holds()) {
    if (performance.now() > end) throw new Error(`never came to be: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** A temporary directory that is deleted after the test. */
export async function temporaryDirectory(
  base = tmpdir(),
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(base, 'gatehouse-'));
  return {
    path,
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
