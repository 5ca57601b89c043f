import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Chance } from './chance.ts';
import { checkAges, checkComplete } from './data-ages.ts';
import { checkAttendance } from './check-releases.ts';
import { atOnce, InlineWorker } from '../../support/station/inline-worker.ts';
import {
  checkWorld,
  describeUnrest,
  isQuiet,
  probe,
  probePeers,
  probeVerdicts,
} from './invariants.ts';
import { heal, perform, restart } from './live.ts';
import { runOn } from './platform.ts';
import { handInJournals } from './revoked-stations.ts';
import { drawPlan, type Plan } from './plan.ts';
import { makeTemplate, type Template } from './template.ts';
import { VirtualTime, WORLDS_START_AT } from './virtual-time.ts';
import { World } from './world.ts';

export interface SeedResult {
  readonly seed: number;
  readonly broken: readonly string[];
  readonly traceHash: string;
  readonly lines: readonly string[];
  readonly figures: {
    readonly shown: number;
    readonly virtualMs: number;
    readonly events: number;
    readonly requests: number;
  };
}

export interface RunOptions {
  /** Stops after this many steps of the plan. */
  readonly steps?: number;
  readonly isTraced?: boolean;
}

/** Files in memory suffice, because other tests check durability on disk. */
const BASE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const LONGEST_UNREST_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

/** A folder and a furnished server, shared by all worlds of a process. */
export class Worlds {
  readonly #directory = join(BASE, `gatehouse-simulation-${process.pid}`);
  #template: Template | null = null;
  #world: World | null = null;

  constructor() {
    process.on('unhandledRejection', (error) => this.#caught(error));
    process.on('uncaughtException', (error) => this.#caught(error));
  }

  async run(
    seed: number,
    { steps = Infinity, isTraced = false }: RunOptions = {},
  ): Promise<SeedResult> {
    this.#template ??= await this.#makeTemplate();
    const plan = drawPlan(Chance.of(seed, 'plan'));
    const directory = join(this.#directory, 'world');
    mkdirSync(directory, { recursive: true });
    const world = new World({ seed, plan, directory, template: this.#template, isTraced });
    this.#world = world;
    runOn(world);
    try {
      await live(world, { ...plan, steps: plan.steps.slice(0, steps) });
    } catch (error) {
      world.break(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    this.#world = null;
    runOn(null);
    InlineWorker.world = atOnce;
    rmSync(directory, { recursive: true, force: true });
    return {
      seed,
      broken: world.broken,
      traceHash: world.traceHash(),
      lines: world.lines,
      figures: {
        shown: world.shown.length,
        virtualMs: world.time.nowMs,
        events: world.time.count,
        requests: world.links.reduce((sum, { sentAt }) => sum + sentAt.flat().length, 0),
      },
    };
  }

  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #makeTemplate(): Promise<Template> {
    // Sold the day before, so that the margin of a watermark does not bring back rows that a walk has skipped.
    const time = new VirtualTime(Chance.of(0, 'template'), WORLDS_START_AT - DAY_MS);
    runOn({ time, chance: Chance.of(0, 'template platform') });
    const making = makeTemplate(join(this.#directory, 'template'), WORLDS_START_AT);
    return time.finish(making, 'a furnished server');
  }

  #caught(error: unknown): void {
    if (this.#world === null) throw error;
    this.#world.caught(error);
  }
}

async function live(world: World, plan: Plan): Promise<void> {
  const { time } = world;
  await world.time.finish(world.server.start(), 'a server that starts');
  for (const station of world.stations)
    station.open().catch((error: unknown) => world.caught(error));
  for (const { step, thenMs } of plan.steps) {
    await perform(world, step);
    await time.pass(thenMs);
    world.checkStations();
    await checkComplete(world);
    await checkAttendance(world);
    if (world.broken.length > 0) break;
  }
  if (world.broken.length === 0) await settle(world);
  for (const station of world.stations) {
    await world.time.finish(station.close(), 'a station that closes');
  }
  await time.pass(5_000);
  await world.time.finish(world.server.stop(), 'a server that stops');
}

async function settle(world: World): Promise<void> {
  await heal(world);
  if (!(await becomesQuiet(world))) {
    world.break(`never quiet: ${describeUnrest(world)}`);
    return;
  }
  if (world.revoked.size > 0) {
    await handInJournals(world);
    // A revoked station must stay quiet after a restart.
    for (const index of world.revoked.keys()) {
      const station = world.stations[index];
      if (station?.isReachable === true) await restart(world, station);
    }
    if (!(await becomesQuiet(world))) {
      world.break(`never quiet after a journal: ${describeUnrest(world)}`);
      return;
    }
  }
  await probe(world, () => becomesQuiet(world));
  await probePeers(world);
  if (!(await becomesQuiet(world))) {
    world.break(`never quiet again: ${describeUnrest(world)}`);
    return;
  }
  await checkWorld(world);
  await checkAges(world);
  await probeVerdicts(world);
}

/** Waits until everything is quiet. Nobody sends scans again that were refused while access was withdrawn: stations do so themselves. */
async function becomesQuiet(world: World): Promise<boolean> {
  const from = world.time.nowMs;
  let nextRestartAt = from + 60_000;
  while (world.time.nowMs < from + LONGEST_UNREST_MS) {
    await world.time.pass(2_000);
    if (isQuiet(world, from)) return true;
    if (world.time.nowMs < nextRestartAt) continue;
    nextRestartAt += 60_000;
    // A revoked station that has not deleted everything is started again.
    for (const index of world.revoked.keys()) {
      const station = world.stations[index];
      if (station?.state()?.phase.kind === 'revoked' && station.givenUp === null) {
        await restart(world, station);
      }
    }
  }
  return false;
}
