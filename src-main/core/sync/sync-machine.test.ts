import { describe, expect, it } from 'vitest';
import { remoteFailureCodes } from '../../../shared/station/remote-failure.ts';
import { nextAttemptAt, requestsLeftFor } from './dispatch-lanes.ts';
import { isToldToWait, mayLookUp, stepSync } from './sync-machine.ts';
import {
  offeredLanes,
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
  heartbeat: 30_000,
  tickets: 15_000,
  order_lines: 15_000,
  stream: 1_000,
  import: 30_000,
  drift: 600_000,
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

/** What something on the way may say, or what changes with this station's access. */
const doubtful = [
  'timeout',
  'server_error',
  'unauthorized',
  'forbidden',
  'scope_missing',
  'not_found',
  'refused',
  'invalid_response',
  'not_the_server',
] as const;

/** Enrolled, with an event, everything answered once. */
function live(): Bench {
  const bench = new Bench();
  bench.send({ kind: 'event_changed', hasEvent: true });
  bench.send({ kind: 'enrolled' });
  for (const lane of bench.answer('identity')) bench.answer(lane);
  return bench;
}

/** The server asks a lane, or a look-up, to wait. */
function toldToWait(retryAfterMs: number) {
  const spending = { ...one, retryAfterMs };
  const failed = { kind: 'failed', code: 'rate_limited' } as const;
  return [
    { kind: 'answered', lane: 'push', generation: 2, result: failed, spending },
    { kind: 'lookup_answered', failure: 'rate_limited', spending },
  ] as const satisfies readonly SyncEvent[];
}

/** The stream's first word. */
function heard(bench: Bench, generation = bench.state.generation): readonly Lane[] {
  return bench.send({ kind: 'heard', lane: 'stream', generation, left: null });
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
    for (const code of doubtful) {
      const bench = live();
      bench.send({ kind: 'unsent_changed', unsent: true });
      expect(bench.fail('push', code)).toContain('identity');
      expect(bench.state.reach.kind).toBe('live');
      bench.answer('identity');
      expect(bench.state.reach.kind).toBe('live');
      expect(bench.state.lanes.push.failures).toBe(1);
    }
  });

  it.each(['cursor_invalid', 'too_large', 'store_failed', 'conflict'] as const)(
    'lets only the lane rest that met %s',
    (code) => {
      const bench = live();
      bench.fail('setup', code);
      expect(bench.state.reach.kind).toBe('live');
      expect(bench.state.lanes.setup.dueAt).toBeGreaterThan(bench.now);
      bench.now = 5_500;
      expect(bench.send({ kind: 'wake' })).toContain('scans');
    },
  );

  it('asks which events it may see when one of them is not found any more', () => {
    const bench = live();
    expect(bench.fail('scans', 'not_found')).toEqual(['identity', 'events']);
    // The list itself is not asked for again and again.
    bench.answer('identity');
    expect(bench.fail('events', 'not_found')).toEqual(['identity']);
    bench.answer('identity');
    expect(bench.fail('setup', 'not_found')).toEqual(['identity']);
  });

  it('takes it for an answer that there is no such ticket', () => {
    const bench = live();
    bench.send({ kind: 'lookup_sent' });
    const answer = { kind: 'lookup_answered', spending: one } as const;
    expect(bench.send({ ...answer, failure: 'not_found' })).toEqual([]);
    bench.send({ kind: 'lookup_sent' });
    expect(bench.send({ ...answer, failure: 'not_the_server' })).toEqual(['identity']);
  });

  it('says that the server asks to wait when an outage ends in that', () => {
    const bench = live();
    bench.fail('scans', 'unreachable');
    bench.wake();
    const spending = { ...one, retryAfterMs: 60_000 };
    const { generation } = bench.state;
    const result = { kind: 'failed', code: 'rate_limited' } as const;
    bench.send({ kind: 'answered', lane: 'identity', generation, result, spending });
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'rate_limited' });
    expect(bench.wakeAt).toBe(bench.now + 60_000);
  });

  it('sends a new scan at once while those before it rest', () => {
    const bench = live();
    bench.now = 2_000;
    bench.send({ kind: 'appended' });
    bench.answer('push', { kind: 'done', nextInMs: 30_000 });
    bench.now = 4_000;
    expect(bench.send({ kind: 'appended' })).toEqual(['push']);
  });

  it('does not take a lane that had nothing to ask for a server that answers', () => {
    const bench = live();
    bench.send({ kind: 'unsent_changed', unsent: true });
    bench.fail('push', 'not_the_server');
    const failures = bench.state.lanes.push.failures;
    bench.send({
      kind: 'answered',
      lane: 'push',
      generation: bench.state.generation,
      result: rest,
      spending: { ...one, requests: 0 },
    });
    expect(failures).toBe(1);
    expect(bench.state.lanes.push.failures).toBe(1);
  });

  it('sends nothing by itself before Retry-After is over', () => {
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
    expect(bench.send({ kind: 'appended' })).toEqual([]);
    expect(bench.send({ kind: 'wake' })).toEqual([]);
    expect(mayLookUp(bench.state, bench.now)).toBe(false);
    bench.now = 30_000;
    expect(bench.send({ kind: 'wake' })).toContain('scans');
  });

  it('says that the server asks to wait while it does so for long, whoever was told, and no longer', () => {
    for (const event of toldToWait(30_000)) {
      const bench = live();
      bench.send(event);
      expect(isToldToWait(bench.state, 29_999)).toBe(true);
      expect(nextAttemptAt(bench.state, 10)).toBe(30_000);
      // One who had asked before is answered: the wait is not over.
      bench.answer('scans');
      expect(isToldToWait(bench.state, 29_999)).toBe(true);
      bench.wake();
      expect([bench.now, isToldToWait(bench.state, bench.now)]).toEqual([30_000, false]);
      expect(nextAttemptAt(bench.state, bench.now)).toBeNull();
    }
    for (const event of toldToWait(5_000)) {
      const bench = live();
      bench.send(event);
      expect(isToldToWait(bench.state, 0)).toBe(false);
    }
  });

  it('asks for nothing before the server’s time is over because it may see more now, and for all of it then', () => {
    for (const event of toldToWait(30_000)) {
      const bench = live();
      bench.send(event);
      expect(bench.send({ kind: 'regranted' })).toEqual([]);
      const ran = bench.wake();
      expect(bench.now).toBe(30_000);
      expect(ran).toEqual(expect.arrayContaining(['scans', 'setup', 'events']));
    }
  });

  it('asks who it is, and nothing else, when it is to try before the server’s time is over', () => {
    const [event] = toldToWait(300_000);
    const bench = live();
    bench.send(event);
    expect(bench.send({ kind: 'sync_now' })).toEqual(['identity']);
    bench.send({ ...event, lane: 'identity' });
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'rate_limited' });
    expect(nextAttemptAt(bench.state, 0)).toBe(300_000);
    expect(bench.send({ kind: 'sync_now' })).toEqual(['identity']);
    expect(bench.answer('identity')).toContain('scans');
    expect(isToldToWait(bench.state, 0)).toBe(false);
  });

  it('does not make another server’s station wait', () => {
    const [event] = toldToWait(300_000);
    const bench = live();
    bench.send(event);
    expect(bench.send({ kind: 'enrolled' })).toEqual(['identity']);
  });

  it('does not call a server away whose answer could not be stored', () => {
    const bench = live();
    bench.now = 100_000;
    bench.send({ kind: 'wake' });
    bench.fail('identity', 'store_failed');
    expect(bench.state.reach.kind).toBe('live');
  });

  it('asks who it is when nothing was answered for a while, and no sooner', () => {
    const bench = live();
    bench.now = 100_000;
    expect(bench.send({ kind: 'wake' })).toContain('identity');
    bench.answer('identity');
    bench.answer('setup');
    bench.now = 101_000;
    bench.answer('events');
    bench.wake();
    expect(bench.now).toBe(105_000);
    expect(bench.state.lanes.identity.running).toBe(true);
    bench.now = 108_000;
    expect(bench.fail('identity', 'timeout')).toEqual([]);
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'timeout' });
  });

  it('ends what the server has not answered since before it was away, and asks anew', () => {
    const bench = live();
    bench.now = 100_000;
    bench.send({ kind: 'wake' });
    bench.now = 104_000;
    bench.fail('identity', 'timeout');
    const aborted = bench.aborted;
    bench.wake();
    bench.answer('identity');
    expect(bench.state.reach.kind).toBe('live');
    expect(bench.aborted).toBe(aborted + 1);
    expect(bench.fail('scans', 'aborted')).toEqual(['scans']);
  });

  it('begins a lane that was ended at once, and one that is ended again and again once a second', () => {
    const bench = live();
    bench.now = 100_000;
    expect(bench.send({ kind: 'sync_now' })).toContain('scans');
    bench.now = 104_000;
    expect(bench.fail('scans', 'aborted')).toEqual(['scans']);
    expect(bench.fail('scans', 'aborted')).toEqual([]);
    expect(bench.state.lanes.scans).toMatchObject({ dueAt: 105_000, failures: 0 });
  });

  it('stays live when others are answered while who it is is not', () => {
    const bench = live();
    bench.now = 100_000;
    bench.send({ kind: 'wake' });
    bench.now = 101_000;
    bench.answer('scans');
    bench.fail('identity', 'timeout');
    expect(bench.state.reach.kind).toBe('live');
  });

  it('spreads its probes over the window when the window is full of other requests', () => {
    const bench = live();
    while (requestsLeftFor(bench.state, 'lookup', bench.now) > 0) {
      bench.send({ kind: 'lookup_sent' });
      bench.send({ kind: 'lookup_answered', failure: null, spending: one });
    }
    bench.send({ kind: 'sync_now' });
    const gaps: number[] = [];
    for (let probe = 0; probe < 30; probe += 1) {
      const from = bench.now;
      bench.fail('identity', 'server_error');
      expect(bench.wake()).toEqual(['identity']);
      gaps.push(bench.now - from);
    }
    expect(gaps[0]).toBeLessThan(1_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(12_000);
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

  it('sends scans at once, until those that come quickly have to share a push', () => {
    const bench = live();
    bench.now = 2_000;
    const gaps: number[] = [];
    expect(bench.send({ kind: 'unsent_changed', unsent: true })).toEqual(['push']);
    for (let sent = 0; sent < 60; sent += 1) {
      bench.send({ kind: 'unsent_changed', unsent: true });
      bench.answer('push');
      const from = bench.now;
      while (!bench.wake().includes('push')) bench.answer('scans');
      gaps.push(bench.now - from);
    }
    expect(gaps[0]).toBeLessThan(100);
    expect(gaps[20]).toBeLessThan(100);
    expect(gaps.at(-1)).toBeGreaterThanOrEqual(900);
  });

  it('lets an import use the budget only as far as nothing more important goes short', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    for (const lane of ['identity', 'scans', 'setup', 'events'] as const) bench.answer(lane);
    let pages = 0;
    while (bench.answer('tickets', { kind: 'done', nextInMs: 0 }).includes('tickets')) pages += 1;
    expect(pages).toBeGreaterThan(65);
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

  describe('with a scanner surface', () => {
    const all = ['stream', 'order_lines', 'import'] as const;
    function surfaced(): Bench {
      const bench = live();
      for (const lane of bench.send({ kind: 'offers_changed', offered: all })) {
        if (lane !== 'stream') bench.answer(lane);
      }
      return bench;
    }

    it('runs what is offered at once, and nothing else of it', () => {
      const bench = live();
      expect(bench.send({ kind: 'offers_changed', offered: ['order_lines'] })).toEqual([
        'order_lines',
      ]);
      expect(bench.send({ kind: 'offers_changed', offered: all })).toEqual(['stream', 'import']);
    });

    it('asks for what changed before the stream was open, and then rarely', () => {
      const bench = surfaced();
      bench.now = 6_000;
      expect(heard(bench)).toEqual(['scans', 'tickets', 'order_lines']);
      for (const lane of ['scans', 'tickets', 'order_lines'] as const) bench.answer(lane);
      bench.now = 30_000;
      expect(bench.send({ kind: 'wake' }).filter((lane) => lane === 'scans')).toEqual([]);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('scans');
    });

    it('polls again as before when the stream ends, and opens it anew', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 20_000;
      bench.answer('stream', { kind: 'done', nextInMs: 1_000 });
      expect(bench.state.streaming).toBe(false);
      bench.now = 21_500;
      expect(bench.send({ kind: 'wake' })).toContain('stream');
      expect(bench.state.reach.kind).toBe('live');
    });

    it('asks who is there, and does not say offline, when only the stream breaks', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 20_000;
      expect(bench.fail('stream', 'unreachable')).toContain('identity');
      expect(bench.state.reach.kind).toBe('live');
    });

    it.each(['stream', 'import'] as const)(
      'does not come back with the end of an old %s',
      (lane) => {
        const bench = surfaced();
        if (lane === 'import') {
          bench.now = 40_000;
          bench.send({ kind: 'wake' });
        }
        bench.fail('scans', 'unreachable');
        expect(bench.state.reach.kind).toBe('offline');
        bench.answer(lane, { kind: 'done', nextInMs: 1_000 });
        expect(bench.state.reach.kind).toBe('offline');
      },
    );

    it('does not take a stream that has nothing to tell for a server that is silent', () => {
      const bench = surfaced();
      heard(bench);
      for (const lane of ['scans', 'tickets', 'order_lines'] as const) bench.answer(lane);
      bench.now = 9_000;
      expect(bench.send({ kind: 'wake' })).not.toContain('identity');
    });

    it('follows a notice at once, many of them every few seconds, and none while a lane has to pause', () => {
      const bench = surfaced();
      bench.now = 20_000;
      expect(bench.send({ kind: 'noticed', lanes: ['tickets'] })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 21_000;
      expect(bench.send({ kind: 'noticed', lanes: ['tickets'] })).not.toContain('tickets');
      bench.now = 25_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.fail('tickets', 'server_error');
      expect(bench.send({ kind: 'noticed', lanes: ['tickets'] })).not.toContain('tickets');
    });

    it('asks again when it was told of something while it asked', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.send({ kind: 'noticed', lanes: ['tickets'] });
      bench.answer('tickets');
      bench.now = 45_100;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 51_000;
      expect(bench.send({ kind: 'wake' })).not.toContain('tickets');
    });

    it('asks again after a walk of many pages when it was told of something during one of them', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.send({ kind: 'noticed', lanes: ['tickets'] });
      expect(bench.answer('tickets', { kind: 'done', nextInMs: 0 })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 45_100;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
    });

    it('does not believe the first word of a stream of another event', () => {
      const bench = surfaced();
      const { generation } = bench.state;
      bench.send({ kind: 'event_changed', hasEvent: true });
      heard(bench, generation);
      expect(bench.state.streaming).toBe(false);
    });

    it('leaves something for what has no part of the budget while lists are walked', () => {
      const bench = surfaced();
      bench.send({ kind: 'offers_changed', offered: offeredLanes });
      bench.answer('tickets', { kind: 'done', nextInMs: 0 });
      expect(requestsLeftFor(bench.state, 'drift', 700_000)).toBeGreaterThan(0);
    });

    it('compares numbers of rows in their own time, however often it is asked to sync', () => {
      const bench = live();
      bench.now = 300_000;
      expect(bench.send({ kind: 'sync_now' })).not.toContain('drift');
      bench.now = 700_000;
      expect(bench.send({ kind: 'wake' })).toContain('drift');
    });
  });
});
