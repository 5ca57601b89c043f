import { describe, expect, it } from 'vitest';
import { remoteFailureCodes } from '../../../shared/station/remote-failure.ts';
import { mayLookUp, stepSync } from './sync-machine.ts';
import {
  startSync,
  type FailureCode,
  type Lane,
  type LaneResult,
  type SyncEvent,
  type SyncState,
} from './sync-state.ts';

const intervals = {
  identity: 60_000,
  push: 1_000,
  scans: 5_000,
  setup: 60_000,
  events: 60_000,
  tickets: 15_000,
};
const one = { requests: 1, left: null, retryAfterMs: null };
const rest: LaneResult = { kind: 'done', nextInMs: null };

/** A machine with its clock; remembers what it was told to run and when to wake. */
class Bench {
  state: SyncState = startSync(intervals, 'automatic');
  now = 0;
  wakeAt: number | null = null;
  aborted = 0;

  send(event: SyncEvent): readonly Lane[] {
    const step = stepSync(this.state, event, { now: this.now, chance: 0.5 });
    this.state = step.state;
    const ran: Lane[] = [];
    for (const command of step.commands) {
      if (command.kind === 'run') ran.push(command.lane);
      else if (command.kind === 'abort') this.aborted += 1;
      else this.wakeAt = command.at;
    }
    return ran;
  }

  answer(
    lane: Lane,
    result: LaneResult = rest,
    generation = this.state.generation,
  ): readonly Lane[] {
    return this.send({ kind: 'answered', lane, generation, result, spending: one });
  }

  fail(lane: Lane, code: FailureCode): readonly Lane[] {
    return this.answer(lane, { kind: 'failed', code });
  }

  /** Moves to the moment it wanted to be woken at. */
  wake(): readonly Lane[] {
    if (this.wakeAt === null) throw new Error('expected a time to wake');
    this.now = Math.max(this.now, this.wakeAt);
    return this.send({ kind: 'wake' });
  }
}

/** Enrolled, with an event, everything answered once. */
function live(): Bench {
  const bench = new Bench();
  bench.send({ kind: 'event_changed', hasEvent: true });
  bench.send({ kind: 'enrolled' });
  for (const lane of bench.answer('identity')) bench.answer(lane);
  return bench;
}

describe('the sync machine', () => {
  it('asks for nothing until it has a server, then who it is, then everything by its claim', () => {
    const bench = new Bench();
    expect(bench.send({ kind: 'event_changed', hasEvent: true })).toEqual([]);
    expect(bench.wakeAt).toBeNull();
    expect(bench.send({ kind: 'enrolled' })).toEqual(['identity']);
    bench.send({ kind: 'unsent_changed', unsent: true });
    expect(bench.answer('identity')).toEqual(['push', 'scans', 'setup', 'events', 'tickets']);
  });

  it('runs only what needs no event until one is chosen', () => {
    const bench = new Bench();
    bench.send({ kind: 'enrolled' });
    expect(bench.answer('identity')).toEqual(['events']);
  });

  it('follows a walk page by page without waiting for the polling interval', () => {
    const bench = live();
    bench.wake();
    expect(bench.answer('scans', { kind: 'done', nextInMs: 0 })).toEqual(['scans']);
    expect(bench.answer('scans')).toEqual([]);
  });

  it('never has one lane under way twice', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    expect(bench.send({ kind: 'sync_now' })).toEqual([]);
    expect(bench.fail('tickets', 'unreachable')).toEqual([]);
    expect(bench.state.lanes.identity.running).toBe(true);
    bench.now += 60_000;
    expect(bench.send({ kind: 'wake' })).toEqual([]);
  });

  it('knocks with one request while the server is away, and runs everything when it is back', () => {
    const bench = live();
    bench.send({ kind: 'unsent_changed', unsent: true });
    expect(bench.fail('push', 'unreachable')).toEqual([]);
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'unreachable' });
    for (let knock = 0; knock < 10; knock += 1) {
      const before = bench.now;
      expect(bench.wake()).toEqual(['identity']);
      expect(bench.now - before).toBeLessThanOrEqual(3_000);
      bench.fail('identity', 'unreachable');
    }
    bench.wake();
    expect(bench.answer('identity')).toEqual(['push', 'scans', 'setup', 'events', 'tickets']);
    expect(bench.state.reach.kind).toBe('live');
  });

  it.each([...remoteFailureCodes, 'store_failed'] as const)(
    'asks for a list again and again that failed with %s',
    (code) => {
      const bench = live();
      const running = [...bench.send({ kind: 'sync_now' })];
      for (let failures = 0; failures < 8;) {
        expect(bench.now).toBeLessThan(600_000);
        const lane = running.shift();
        if (lane === 'tickets') failures += 1;
        if (lane === undefined) running.push(...bench.wake());
        else running.push(...(lane === 'tickets' ? bench.fail(lane, code) : bench.answer(lane)));
      }
    },
  );

  it('asks a server that failed elsewhere whether it is still there before it gives it up', () => {
    for (const code of ['timeout', 'server_error', 'unauthorized'] as const) {
      const bench = live();
      bench.send({ kind: 'unsent_changed', unsent: true });
      expect(bench.fail('push', code)).toContain('identity');
      expect(bench.state.reach.kind).toBe('live');
      bench.answer('identity');
      expect(bench.state.reach.kind).toBe('live');
      expect(bench.state.lanes.push.failures).toBe(1);
    }
  });

  it.each([
    'forbidden',
    'not_found',
    'invalid_response',
    'cursor_invalid',
    'store_failed',
    'conflict',
  ] as const)('lets only the lane rest that met %s', (code) => {
    const bench = live();
    bench.fail('setup', code);
    expect(bench.state.reach.kind).toBe('live');
    expect(bench.state.lanes.setup.dueAt).toBeGreaterThan(bench.now);
    bench.now = 5_500;
    expect(bench.send({ kind: 'wake' })).toContain('scans');
  });

  it('sends nothing at all before Retry-After is over', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    bench.send({
      kind: 'answered',
      lane: 'scans',
      generation: bench.state.generation,
      result: { kind: 'failed', code: 'rate_limited' },
      spending: { ...one, retryAfterMs: 30_000 },
    });
    bench.now = 29_999;
    expect(bench.send({ kind: 'sync_now' })).toEqual([]);
    expect(mayLookUp(bench.state, bench.now)).toBe(false);
    bench.now = 30_000;
    expect(bench.send({ kind: 'wake' })).toContain('scans');
  });

  it('does not count an answer that belongs to another server, event or mode', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    const asked = bench.state.generation;
    bench.send({ kind: 'event_changed', hasEvent: true });
    expect(bench.aborted).toBeGreaterThan(0);
    expect(bench.answer('tickets', { kind: 'failed', code: 'aborted' }, asked)).toEqual([
      'tickets',
    ]);
    expect(bench.state.lanes.tickets.failures).toBe(0);
  });

  it('stops for the operator and starts again with who it is', () => {
    const bench = live();
    expect(bench.send({ kind: 'mode_changed', mode: 'offline' })).toEqual([]);
    expect(bench.wakeAt).toBeNull();
    expect(bench.send({ kind: 'sync_now' })).toEqual([]);
    expect(bench.send({ kind: 'mode_changed', mode: 'automatic' })).toEqual(['identity']);
  });

  it('leaves scans that come quickly to share a push', () => {
    const bench = live();
    bench.now = 2_000;
    expect(bench.send({ kind: 'unsent_changed', unsent: true })).toEqual(['push']);
    bench.send({ kind: 'unsent_changed', unsent: true });
    expect(bench.answer('push')).toEqual([]);
    expect(bench.wake()).toEqual(['push']);
    expect(bench.now).toBeGreaterThanOrEqual(2_900);
    expect(bench.now).toBeLessThanOrEqual(3_100);
  });

  it('lets an import use the budget only as far as nothing more important goes short', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    for (const lane of ['identity', 'scans', 'setup', 'events'] as const) bench.answer(lane);
    let pages = 0;
    while (bench.answer('tickets', { kind: 'done', nextInMs: 0 }).includes('tickets')) pages += 1;
    expect(pages).toBeGreaterThan(80);
    expect(bench.send({ kind: 'unsent_changed', unsent: true })).toEqual(['push']);
    expect(mayLookUp(bench.state, bench.now)).toBe(true);
  });

  it('asks a server that is rate limited and names no time less and less often', () => {
    const bench = new Bench();
    bench.send({ kind: 'enrolled' });
    const waits = [1, 2, 3, 4].map(() => {
      const before = bench.now;
      bench.fail('identity', 'rate_limited');
      bench.wake();
      return bench.now - before;
    });
    expect(waits).toEqual(waits.toSorted((one, other) => one - other));
    expect(waits.at(-1)).toBeGreaterThan(3 * (waits[0] ?? Infinity));
  });
});
