import { describe, expect, it } from 'vitest';
import { failureTraits, type FailureCode } from '../../../shared/station/remote-failure.ts';
import { isInDoubt, nextAttemptAt } from './dispatch-channels.ts';
import { defaultIntervals as intervals, STREAM_SILENCE_MS } from './intervals.ts';
import { completeRequest, mayRequest, spendRequest, type RequestCost } from './request-budget.ts';
import { isThrottled, mayLookUp, stepSync } from './sync-machine.ts';
import {
  startSync,
  type Channel,
  type ChannelResult,
  type SyncEvent,
  type SyncEngineState,
} from './sync-state.ts';

const one = { requests: 1, left: null, retryAfterMs: null };
const rest: ChannelResult = { kind: 'done', nextInMs: null };

/** A machine with its clock; records which channels it runs and when it wants to be woken. */
class Bench {
  state: SyncEngineState = startSync(intervals, 'automatic');
  now = 0;
  wakeAt: number | null = null;
  aborted = 0;

  send(event: SyncEvent): readonly Channel[] {
    const step = stepSync(this.state, event, { now: this.now, chance: 0.5 });
    this.state = step.state;
    const ran: Channel[] = [];
    for (const command of step.commands) {
      if (command.kind === 'run') ran.push(command.channel);
      else if (command.kind === 'abort') this.aborted += 1;
      else this.wakeAt = command.at;
    }
    return ran;
  }

  answer(
    channel: Channel,
    result: ChannelResult = rest,
    generation = this.state.generation,
    cost: RequestCost = one,
  ): readonly Channel[] {
    return this.send({ kind: 'answered', channel, generation, result, cost });
  }

  /** A server that is unreachable accepts no connection, unless the request broke off (`breaksOff`). */
  fail(channel: Channel, code: FailureCode): readonly Channel[] {
    const requests = code === 'unreachable' ? 0 : 1;
    const cost = { ...one, requests };
    return this.answer(channel, { kind: 'failed', code }, this.state.generation, cost);
  }

  breaksOff(channel: Channel): readonly Channel[] {
    return this.answer(channel, { kind: 'failed', code: 'unreachable' });
  }

  /** Advances the clock to the time at which it wants to be woken. */
  wake(): readonly Channel[] {
    if (this.wakeAt === null) throw new Error('expected a time to wake');
    this.now = Math.max(this.now, this.wakeAt);
    return this.send({ kind: 'wake' });
  }
}

/** Failures that may come from an intermediary, or that change with this station's access. */
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

/** Enrolled, with an event, after one answer on every channel. */
function live(): Bench {
  const bench = new Bench();
  bench.send({ kind: 'event_changed', hasEvent: true });
  bench.send({ kind: 'enrolled' });
  for (const channel of bench.answer('identity')) bench.answer(channel);
  return bench;
}

/** How many scans or lookups could be sent now. */
function urgentLeft({ state, now }: Bench): number {
  let { budget } = state;
  let left = 0;
  for (; mayRequest(budget, now, 'urgent'); left += 1) {
    budget = completeRequest(spendRequest(budget, now, 'urgent'), now, 'urgent', one);
  }
  return left;
}

/** Answers each channel that runs, for a minute; returns them in order. */
function answerAll(
  bench: Bench,
  started: readonly Channel[],
  answer: (channel: Channel) => readonly Channel[],
): readonly Channel[] {
  const end = bench.now + 60_000;
  const ran: Channel[] = [];
  const due = [...started];
  while (bench.now < end || due.length > 0) {
    const channel = due.shift();
    if (channel === undefined) due.push(...bench.wake());
    else {
      ran.push(channel);
      due.push(...answer(channel));
    }
  }
  return ran;
}

/** The server asks a channel, or a look-up, to wait. */
function askedToWait(retryAfterMs: number) {
  const cost = { ...one, retryAfterMs };
  const failed = { kind: 'failed', code: 'rate_limited' } as const;
  return [
    { kind: 'answered', channel: 'push', generation: 2, result: failed, cost },
    { kind: 'lookup_answered', failure: 'rate_limited', cost },
  ] as const satisfies readonly SyncEvent[];
}

/** The first data of the stream. */
function heard(bench: Bench, generation = bench.state.generation): readonly Channel[] {
  return bench.send({ kind: 'received', channel: 'stream', generation, cost: one });
}

const failureCodes = Object.keys(failureTraits).filter(
  (code): code is FailureCode => code in failureTraits,
);

describe('the sync machine', () => {
  it('requests nothing until it has a server, then its identity, then everything by priority', () => {
    const bench = new Bench();
    expect(bench.send({ kind: 'event_changed', hasEvent: true })).toEqual([]);
    expect(bench.wakeAt).toBeNull();
    expect(bench.send({ kind: 'enrolled' })).toEqual(['identity']);
    bench.send({ kind: 'unsent_changed', unsent: true });
    expect(bench.answer('identity')).toEqual(['push', 'scans', 'setup', 'events', 'tickets']);
  });

  it('runs only channels that need no event until one is chosen', () => {
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

  it('never runs a channel twice at once', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    expect(bench.send({ kind: 'sync_now' })).toEqual([]);
    expect(bench.fail('tickets', 'unreachable')).toEqual([]);
    expect(bench.state.channels.identity.running).toBe(true);
    bench.now += 60_000;
    expect(bench.send({ kind: 'wake' })).toEqual([]);
  });

  it('probes with one request while the server is unreachable, and runs everything when it is back', () => {
    const bench = live();
    bench.send({ kind: 'unsent_changed', unsent: true });
    expect(bench.fail('push', 'unreachable')).toEqual([]);
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'unreachable' });
    for (let probe = 0; probe < 10; probe += 1) {
      const before = bench.now;
      expect(bench.wake()).toEqual(['identity']);
      expect(bench.now - before).toBeLessThanOrEqual(3_000);
      bench.fail('identity', 'unreachable');
    }
    bench.wake();
    expect(bench.answer('identity')).toEqual(['push', 'scans', 'setup', 'events', 'tickets']);
    expect(bench.state.reach.kind).toBe('live');
  });

  it.each(failureCodes)('asks for a list again and again that failed with %s', (code) => {
    const bench = live();
    const running = [...bench.send({ kind: 'sync_now' })];
    for (let failures = 0; failures < 8;) {
      expect(bench.now).toBeLessThan(600_000);
      const channel = running.shift();
      if (channel === 'tickets') failures += 1;
      if (channel === undefined) running.push(...bench.wake());
      else
        running.push(
          ...(channel === 'tickets' ? bench.fail(channel, code) : bench.answer(channel)),
        );
    }
  });

  it('probes a server after a failed request before it gives the server up', () => {
    for (const code of doubtful) {
      const bench = live();
      bench.send({ kind: 'unsent_changed', unsent: true });
      expect(bench.fail('push', code)).toContain('identity');
      expect(bench.state.reach.kind).toBe('live');
      bench.answer('identity');
      expect(bench.state.reach.kind).toBe('live');
      expect(bench.state.channels.push.failures).toBe(1);
    }
  });

  it.each(['cursor_invalid', 'too_large', 'store_failed', 'conflict'] as const)(
    'pauses only the channel that failed with %s',
    (code) => {
      const bench = live();
      bench.fail('setup', code);
      expect(bench.state.reach.kind).toBe('live');
      expect(bench.state.channels.setup.dueAt).toBeGreaterThan(bench.now);
      bench.now = 5_500;
      expect(bench.send({ kind: 'wake' })).toContain('scans');
    },
  );

  it('requests the list of events when one of them is not found any more', () => {
    const bench = live();
    expect(bench.fail('scans', 'not_found')).toEqual(['identity', 'events']);
    // The list itself is not requested repeatedly.
    bench.answer('identity');
    expect(bench.fail('events', 'not_found')).toEqual(['identity']);
    bench.answer('identity');
    expect(bench.fail('setup', 'not_found')).toEqual(['identity']);
  });

  it('counts a missing ticket as a response', () => {
    const bench = live();
    bench.send({ kind: 'lookup_sent' });
    const answer = { kind: 'lookup_answered', cost: one } as const;
    expect(bench.send({ ...answer, failure: 'not_found' })).toEqual([]);
    bench.send({ kind: 'lookup_sent' });
    expect(bench.send({ ...answer, failure: 'not_the_server' })).toEqual(['identity']);
  });

  it('shows that the server asks to wait when an outage ends with such an answer', () => {
    const bench = live();
    bench.fail('scans', 'unreachable');
    bench.wake();
    const cost = { ...one, retryAfterMs: 60_000 };
    const { generation } = bench.state;
    const result = { kind: 'failed', code: 'rate_limited' } as const;
    bench.send({ kind: 'answered', channel: 'identity', generation, result, cost });
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

  it('does not conclude that a server responds from a channel that had nothing to request', () => {
    const bench = live();
    bench.send({ kind: 'unsent_changed', unsent: true });
    bench.fail('push', 'not_the_server');
    const failures = bench.state.channels.push.failures;
    bench.send({
      kind: 'answered',
      channel: 'push',
      generation: bench.state.generation,
      result: rest,
      cost: { ...one, requests: 0 },
    });
    expect(failures).toBe(1);
    expect(bench.state.channels.push.failures).toBe(1);
  });

  it('sends nothing on its own before Retry-After is over', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    bench.send({
      kind: 'answered',
      channel: 'scans',
      generation: bench.state.generation,
      result: { kind: 'failed', code: 'rate_limited' },
      cost: { ...one, retryAfterMs: 30_000 },
    });
    bench.now = 29_999;
    expect(bench.send({ kind: 'appended' })).toEqual([]);
    expect(bench.send({ kind: 'wake' })).toEqual([]);
    expect(mayLookUp(bench.state, bench.now)).toBe(false);
    bench.now = 30_000;
    expect(bench.send({ kind: 'wake' })).toContain('scans');
  });

  it('shows a long wait requested by the server while it lasts, whichever request received it', () => {
    for (const event of askedToWait(30_000)) {
      const bench = live();
      bench.send(event);
      expect(isThrottled(bench.state, 29_999)).toBe(true);
      expect(nextAttemptAt(bench.state, 10)).toBe(30_000);
      // A request that was sent earlier is answered; the wait is not over.
      bench.answer('scans');
      expect(isThrottled(bench.state, 29_999)).toBe(true);
      bench.wake();
      expect([bench.now, isThrottled(bench.state, bench.now)]).toEqual([30_000, false]);
      expect(nextAttemptAt(bench.state, bench.now)).toBeNull();
    }
    for (const event of askedToWait(5_000)) {
      const bench = live();
      bench.send(event);
      expect(isThrottled(bench.state, 0)).toBe(false);
    }
  });

  it('sends nothing before the requested wait is over when it is granted more, and everything then', () => {
    for (const event of askedToWait(30_000)) {
      const bench = live();
      bench.send(event);
      expect(bench.send({ kind: 'regranted' })).toEqual([]);
      const ran = bench.wake();
      expect(bench.now).toBe(30_000);
      expect(ran).toEqual(expect.arrayContaining(['scans', 'setup', 'events']));
    }
  });

  it('requests only its identity when a person requests a sync before the wait is over', () => {
    const [event] = askedToWait(300_000);
    const bench = live();
    bench.send(event);
    expect(bench.send({ kind: 'sync_now' })).toEqual(['identity']);
    bench.send({ ...event, channel: 'identity' });
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'rate_limited' });
    expect(nextAttemptAt(bench.state, 0)).toBe(300_000);
    expect(bench.send({ kind: 'sync_now' })).toEqual(['identity']);
    expect(bench.answer('identity')).toContain('scans');
    expect(isThrottled(bench.state, 0)).toBe(false);
  });

  it("does not apply one server's wait to another server", () => {
    const [event] = askedToWait(300_000);
    const bench = live();
    bench.send(event);
    expect(bench.send({ kind: 'enrolled' })).toEqual(['identity']);
  });

  it('does not show a server as unreachable when its response could not be stored', () => {
    const bench = live();
    bench.now = 100_000;
    bench.send({ kind: 'wake' });
    bench.fail('identity', 'store_failed');
    expect(bench.state.reach.kind).toBe('live');
  });

  it('probes after a while without any response, and no sooner', () => {
    const bench = live();
    bench.now = 100_000;
    expect(bench.send({ kind: 'wake' })).toContain('identity');
    bench.answer('identity');
    bench.answer('setup');
    bench.now = 101_000;
    bench.answer('events');
    bench.wake();
    expect(bench.now).toBe(105_000);
    expect(bench.state.channels.identity.running).toBe(true);
    bench.now = 108_000;
    expect(bench.fail('identity', 'timeout')).toEqual([]);
    expect(bench.state.reach).toEqual({ kind: 'offline', why: 'timeout' });
  });

  it('aborts and repeats requests that were sent before the server became unreachable and were not answered', () => {
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

  it('restarts a channel that was aborted at once, and one that is aborted repeatedly once a second', () => {
    const bench = live();
    bench.now = 100_000;
    expect(bench.send({ kind: 'sync_now' })).toContain('scans');
    bench.now = 104_000;
    expect(bench.fail('scans', 'aborted')).toEqual(['scans']);
    expect(bench.fail('scans', 'aborted')).toEqual([]);
    expect(bench.state.channels.scans).toMatchObject({ dueAt: 105_000, failures: 0 });
  });

  it('stays live when other requests are answered while the identity request is not', () => {
    const bench = live();
    bench.now = 100_000;
    bench.send({ kind: 'wake' });
    bench.now = 101_000;
    bench.answer('scans');
    bench.fail('identity', 'timeout');
    expect(bench.state.reach.kind).toBe('live');
  });

  it('is sure of the server only by a recent answer: a dropped stream is a doubt at once, as is silence', () => {
    const bench = live();
    const inDoubt = () => isInDoubt(bench.state, bench.now);
    bench.send({ kind: 'offers_changed', offered: ['stream'] });
    heard(bench);
    expect(inDoubt()).toBe(false);
    bench.now += STREAM_SILENCE_MS;
    expect(inDoubt()).toBe(false);
    heard(bench);
    bench.answer('stream', { kind: 'failed', code: 'unreachable' });
    expect(inDoubt()).toBe(true);
    bench.answer('identity');
    expect(inDoubt()).toBe(false);
    bench.now += 60_000;
    expect(inDoubt()).toBe(true);
  });

  it('goes on with everything else while something breaks off every push, and pushes later each time', () => {
    const bench = live();
    bench.send({ kind: 'unsent_changed', unsent: true });
    const ran = answerAll(bench, bench.breaksOff('push'), (channel) => {
      expect(bench.state.reach.kind).toBe('live');
      return channel === 'push' ? bench.breaksOff(channel) : bench.answer(channel);
    });
    const pushes = ran.filter((channel) => channel === 'push').length;
    expect(pushes).toBeLessThan(15);
    expect(pushes).toBeGreaterThan(7);
    expect(ran.length - pushes).toBeGreaterThan(15);
  });

  it.each([null, 0, 1_000])(
    'is not live while every answer refuses, however short the wait that it asks for: %j',
    (retryAfterMs) => {
      const bench = live();
      const refuse = (channel: Channel) => {
        const refused = { kind: 'failed', code: 'rate_limited' } as const;
        return bench.answer(channel, refused, bench.state.generation, { ...one, retryAfterMs });
      };
      answerAll(bench, bench.wake(), refuse);
      expect(bench.state.reach).toEqual({ kind: 'offline', why: 'rate_limited' });
      bench.wake();
      bench.answer('identity');
      expect(bench.state.reach.kind).toBe('live');
    },
  );

  it('asks a server in doubt as soon as a request is left', () => {
    const bench = live();
    bench.send({ kind: 'offers_changed', offered: ['stream'] });
    heard(bench);
    const left = { limit: null, remaining: 0, reset_ms: 4_000 };
    const generation = bench.state.generation;
    const cost = { requests: 1, left, retryAfterMs: null };
    bench.send({ kind: 'received', channel: 'stream', generation, cost });
    expect(isInDoubt(bench.state, bench.now)).toBe(false);
    expect(bench.answer('stream', { kind: 'failed', code: 'unreachable' })).toEqual([]);
    expect(isInDoubt(bench.state, bench.now)).toBe(true);
    expect(nextAttemptAt(bench.state, bench.now)).toBeNull();
    bench.now += 4_001;
    expect(bench.send({ kind: 'wake' })).toContain('identity');
    bench.answer('identity');
    expect(isInDoubt(bench.state, bench.now)).toBe(false);
  });

  it('counts a stream in the budget for a window after its opening, however long it stays open', () => {
    const bench = live();
    expect(bench.send({ kind: 'offers_changed', offered: ['stream'] })).toContain('stream');
    const left = () => urgentLeft(bench);
    const asked = left();
    heard(bench);
    const counted = left();
    // Its end is a reason to ask whether the server is there, and costs nothing else.
    const started = bench.answer('stream');
    expect(started).toContain('identity');
    for (const channel of started) bench.answer(channel);
    expect(left()).toBe(counted - started.length);
    bench.now += 10_199;
    const late = left();
    bench.now += 1;
    expect([asked, counted, late].every((few) => few < left())).toBe(true);
  });

  it('probes within ten seconds although scans and lookups have used up their part of the window', () => {
    const bench = live();
    while (mayLookUp(bench.state, bench.now)) {
      bench.send({ kind: 'lookup_sent' });
      bench.send({ kind: 'lookup_answered', failure: null, cost: one });
    }
    bench.send({ kind: 'sync_now' });
    for (let probe = 0; probe < 30; probe += 1) {
      const from = bench.now;
      bench.fail('identity', 'server_error');
      expect(bench.wake()).toEqual(['identity']);
      expect(bench.now - from).toBeLessThanOrEqual(probe === 0 ? 10_200 : 3_000);
    }
  });

  it('ignores a result for another server, event or mode', () => {
    const bench = live();
    bench.send({ kind: 'sync_now' });
    const asked = bench.state.generation;
    bench.send({ kind: 'event_changed', hasEvent: true });
    expect(bench.aborted).toBeGreaterThan(0);
    expect(bench.answer('tickets', { kind: 'failed', code: 'aborted' }, asked)).toEqual([
      'tickets',
    ]);
    expect(bench.state.channels.tickets.failures).toBe(0);
  });

  it('stops when switched offline, and starts again with its identity', () => {
    const bench = live();
    expect(bench.send({ kind: 'mode_changed', mode: 'offline' })).toEqual([]);
    expect(bench.wakeAt).toBeNull();
    expect(bench.send({ kind: 'sync_now' })).toEqual([]);
    expect(bench.send({ kind: 'mode_changed', mode: 'automatic' })).toEqual(['identity']);
  });

  it('sends scans at once, and those recorded meanwhile together', () => {
    const bench = live();
    bench.now = 2_000;
    expect(bench.send({ kind: 'appended' })).toEqual(['push']);
    expect(bench.send({ kind: 'appended' })).toEqual([]);
    bench.answer('push');
    expect(bench.send({ kind: 'appended' })).toEqual([]);
    expect(bench.wake()).toEqual(['push']);
    expect(bench.now).toBeLessThan(2_100);
  });

  it('lets no channel starve another that may wait for the same requests', () => {
    const bench = live();
    const pushing = bench.send({ kind: 'unsent_changed', unsent: true });
    const nextInMs = new Map<Channel, number>([
      ['push', 700],
      ['tickets', 0],
    ]);
    const ran = answerAll(bench, [...pushing, ...bench.send({ kind: 'sync_now' })], (channel) =>
      bench.answer(channel, { kind: 'done', nextInMs: nextInMs.get(channel) ?? null }),
    );
    const count = (channel: Channel) => ran.filter((one) => one === channel).length;
    expect(count('scans')).toBeGreaterThanOrEqual(6);
    expect(count('setup')).toBeGreaterThanOrEqual(1);
    for (const channel of nextInMs.keys()) expect(count(channel)).toBeGreaterThanOrEqual(25);
  });

  it('leaves requests for scans and lookups during an import', () => {
    const bench = live();
    bench.now = 20_000;
    bench.send({ kind: 'sync_now' });
    for (const channel of ['identity', 'scans', 'setup', 'events'] as const) bench.answer(channel);
    let pages = 0;
    while (bench.answer('tickets', { kind: 'done', nextInMs: 0 }).includes('tickets')) pages += 1;
    expect(pages).toBeGreaterThanOrEqual(7);
    expect(bench.send({ kind: 'unsent_changed', unsent: true })).toEqual(['push']);
    expect(mayLookUp(bench.state, bench.now)).toBe(true);
  });

  it('retries at growing intervals a server that limits the rate without naming a time', () => {
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
      for (const channel of bench.send({ kind: 'offers_changed', offered: all })) {
        if (channel !== 'stream') bench.answer(channel);
      }
      return bench;
    }

    it('runs the channels that the server offers at once, and no others of the scanner surface', () => {
      const bench = live();
      expect(bench.send({ kind: 'offers_changed', offered: ['order_lines'] })).toEqual([
        'order_lines',
      ]);
      expect(bench.send({ kind: 'offers_changed', offered: all })).toEqual(['stream', 'import']);
    });

    it('polls for changes from before the stream was open, and then rarely', () => {
      const bench = surfaced();
      bench.now = 6_000;
      expect(heard(bench)).toEqual(['scans', 'tickets', 'order_lines']);
      for (const channel of ['scans', 'tickets', 'order_lines'] as const) bench.answer(channel);
      bench.now = 30_000;
      expect(bench.send({ kind: 'wake' }).filter((channel) => channel === 'scans')).toEqual([]);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('scans');
    });

    it('polls as before when the stream ends, and reopens it', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 20_000;
      bench.answer('stream', { kind: 'done', nextInMs: 1_000 });
      expect(bench.state.streaming).toBe(false);
      bench.now = 21_500;
      expect(bench.send({ kind: 'wake' })).toContain('stream');
      expect(bench.state.reach.kind).toBe('live');
    });

    it('requests its identity, and does not show offline, when only the stream breaks', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 20_000;
      expect(bench.breaksOff('stream')).toContain('identity');
      expect(bench.state.reach.kind).toBe('live');
    });

    it.each(['stream', 'import'] as const)(
      'does not consider the server reachable again when an old %s ends',
      (channel) => {
        const bench = surfaced();
        if (channel === 'import') {
          bench.now = 40_000;
          bench.send({ kind: 'wake' });
        }
        bench.fail('scans', 'unreachable');
        expect(bench.state.reach.kind).toBe('offline');
        bench.answer(channel, { kind: 'done', nextInMs: 1_000 });
        expect(bench.state.reach.kind).toBe('offline');
      },
    );

    it('does not take a quiet stream for a silent server', () => {
      const bench = surfaced();
      heard(bench);
      for (const channel of ['scans', 'tickets', 'order_lines'] as const) bench.answer(channel);
      bench.now = 9_000;
      expect(bench.send({ kind: 'wake' })).not.toContain('identity');
    });

    it('follows a notice at once, many of them every few seconds, and none while a channel pauses', () => {
      const bench = surfaced();
      bench.now = 20_000;
      expect(bench.send({ kind: 'noticed', channels: ['tickets'] })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 21_000;
      expect(bench.send({ kind: 'noticed', channels: ['tickets'] })).not.toContain('tickets');
      bench.now = 25_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.fail('tickets', 'server_error');
      expect(bench.send({ kind: 'noticed', channels: ['tickets'] })).not.toContain('tickets');
    });

    it('polls again when it was notified during a request', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.send({ kind: 'noticed', channels: ['tickets'] });
      bench.answer('tickets');
      bench.now = 45_100;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 51_000;
      expect(bench.send({ kind: 'wake' })).not.toContain('tickets');
    });

    it('polls again after a walk of many pages when it was notified during one of them', () => {
      const bench = surfaced();
      heard(bench);
      bench.now = 40_000;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
      bench.send({ kind: 'noticed', channels: ['tickets'] });
      expect(bench.answer('tickets', { kind: 'done', nextInMs: 0 })).toContain('tickets');
      bench.answer('tickets');
      bench.now = 45_100;
      expect(bench.send({ kind: 'wake' })).toContain('tickets');
    });

    it("ignores the opening of another event's stream", () => {
      const bench = surfaced();
      const { generation } = bench.state;
      bench.send({ kind: 'event_changed', hasEvent: true });
      heard(bench, generation);
      expect(bench.state.streaming).toBe(false);
    });

    it('assumes the limit of stations until the server reports another', () => {
      const bench = surfaced();
      expect(urgentLeft(bench)).toBeGreaterThan(120);
      const left = { limit: 60, remaining: 59, reset_ms: 60_000 };
      const generation = bench.state.generation;
      bench.send({ kind: 'received', channel: 'stream', generation, cost: { ...one, left } });
      expect(urgentLeft(bench)).toBeLessThan(10);
      bench.send({ kind: 'offers_changed', offered: all });
      expect(urgentLeft(bench)).toBeLessThan(10);
    });
  });
});
