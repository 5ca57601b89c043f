import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantFromMicros } from '../../shared/instant.ts';
import type { TicketRecord } from '../../src-main/ports/replica.ts';
import { createStation, type Station } from '../../src-main/station/station.ts';
import type { StationCommand } from '../../shared/station/commands.ts';
import type { StationState } from '../../shared/station/state.ts';
import { ManualTime, settle } from '../support/station/manual-time.ts';
import { MemorySecrets, MemorySettings } from '../support/station/memory-settings.ts';
import { ModelServer, remoteTo, type Trouble } from '../support/station/model-server.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import type { Random } from '../../src-main/ports/system.ts';
import { seededRandom } from '../support/station/seeded-random.ts';
import { numbered } from '../support/station/rows.ts';
import { StoreFiles } from '../support/station/store-files.ts';

/** One server and one door, whose time and faults the test controls. */
class World {
  readonly time = new ManualTime();
  readonly server = new ModelServer(this.time);
  readonly files = new StoreFiles();
  #replica = this.files.openReplica();
  readonly #settings = new MemorySettings();
  #runs = 0;
  #requests = 0;
  #station: Station | null = null;

  async open(): Promise<void> {
    this.#runs += 1;
    if (this.#runs > 1) this.#replica = this.files.openReplica();
    this.#station = await createStation({
      clock: this.time,
      timers: this.time,
      random: seededRandom(this.#runs, this.#runs),
      replica: this.#replica,
      journal: this.files.openJournal(),
      openRemote: () => remoteTo(this.server),
      settings: this.#settings,
      secrets: new MemorySecrets(),
      logger: silentLogger,
      enrolment: { server_url: 'http://model', client_id: 'cli', client_secret: 'secret' },
    });
    await settle();
  }

  async close(): Promise<void> {
    await this.#station?.[Symbol.asyncDispose]();
    this.#station = null;
  }

  async scan(ticket: number): Promise<void> {
    const scanned = this.offer(ticket);
    await this.time.advance(1_000);
    await scanned;
  }

  /** Scans a ticket without waiting for its verdict. */
  async offer(ticket: number): Promise<void> {
    const code = numbered('ticket', ticket);
    await this.command({ kind: 'scan', code, symbology: null, source: 'keyboard' });
  }

  async command(command: StationCommand): Promise<void> {
    this.#requests += 1;
    await this.#station?.handle({ id: `request-${this.#requests}`, command });
  }

  changeTicket(number: number, status: 'valid' | 'cancelled' | 'refunded'): void {
    this.server.putTicket({
      reference: numbered('ticket', number),
      status,
      ticket_type: null,
      holder: null,
      order: null,
      session: null,
      seat_label: null,
      valid_from: null,
      valid_until: null,
      entry_points: null,
      code_issue: 1,
      sold_code: null,
      external_id: null,
      order_external_id: null,
      door_note: null,
      flags: [],

      created_at: null,
      deleted_at: null,
    });
  }

  scanElsewhere(number: number): void {
    this.server.putScan({
      reference: numbered('scan', number),
      ticket: numbered('ticket', number),
      result: 'allowed',
      reason: 'scanning.allowed',
      location: null,
      overruled: null,
      scanned_at: this.time.deviceNow(),
    });
  }

  /** Tickets that are admitted in the feed or in this door's own journal. */
  admittedAnywhere(): ReadonlySet<string | null> {
    const event = this.server.event.reference;
    const fed = [...this.#replica.admissionsSince(event, instantFromMicros(0))];
    const own = this.files.journalRows().filter(({ kind }) => kind === 'admitted');
    return new Set([...fed, ...own].map(({ ticket }) => ticket));
  }

  /** The tickets of the replica, by reference. */
  tickets(): Readonly<Record<string, TicketRecord | null>> {
    const event = this.server.event.reference;
    const find = (reference: string) => [reference, this.#replica.findTicket(event, reference)];
    return Object.fromEntries(this.files.replicated('tickets').map(find));
  }

  state(): StationState {
    const welcome = this.#station?.welcome();
    if (welcome?.kind !== 'welcome') throw new Error('expected a station');
    return welcome.state;
  }
}

const troubles: readonly Trouble[] = [
  'answer_lost',
  'unreachable',
  'timeout',
  'unauthorized',
  'forbidden',
  'server_error',
  'rate_limited',
  'conflict',
  'too_large',
  'cursor_invalid',
  'invalid_response',
  'foreign_url',
];

type Step =
  | { readonly kind: 'pass'; readonly ms: number }
  | {
      readonly kind: 'change';
      readonly ticket: number;
      readonly status: 'valid' | 'cancelled' | 'refunded';
    }
  | { readonly kind: 'scan_elsewhere'; readonly ticket: number }
  | { readonly kind: 'scan'; readonly ticket: number }
  | { readonly kind: 'trouble'; readonly about: string; readonly what: Trouble | null }
  /** From now on about one request in three fails in some way. */
  | { readonly kind: 'flaky'; readonly seed: number }
  | { readonly kind: 'access'; readonly isWithdrawn: boolean }
  | { readonly kind: 'restart' };

const ticket = fc.integer({ min: 1, max: 12 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 40_000 }) }),
  fc.record({
    kind: fc.constant('change' as const),
    ticket,
    status: fc.constantFrom('valid' as const, 'cancelled' as const, 'refunded' as const),
  }),
  fc.record({ kind: fc.constant('scan_elsewhere' as const), ticket }),
  fc.record({ kind: fc.constant('scan' as const), ticket }),
  fc.record({
    kind: fc.constant('trouble' as const),
    about: fc.constantFrom('identity', 'events', 'setup', 'tickets', 'scans', 'push', 'ticket'),
    what: fc.option(fc.constantFrom(...troubles)),
  }),
  fc.record({ kind: fc.constant('flaky' as const), seed: fc.nat(1_000_000) }),
  fc.record({ kind: fc.constant('access' as const), isWithdrawn: fc.boolean() }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

/** Runs the steps with a server that is faulty from the start, and healed at the end. */
async function live(world: World, steps: readonly Step[]): Promise<void> {
  const troubled = new Map<string, Trouble>();
  let flaky = seededRandom(steps.length);
  world.server.trouble = (request) => troubled.get(request) ?? flakyTrouble(flaky);
  await world.time.advance(1_000);
  await world.open();
  for (const one of steps) {
    if (one.kind === 'pass') await world.time.advance(one.ms);
    else if (one.kind === 'change') world.changeTicket(one.ticket, one.status);
    else if (one.kind === 'scan_elsewhere') world.scanElsewhere(one.ticket);
    else if (one.kind === 'scan') {
      const scanned = world.scan(one.ticket);
      // While the event is being opened a scan waits for it, five seconds at most.
      await world.time.advance(5_000);
      await scanned;
    } else if (one.kind === 'flaky') flaky = seededRandom(one.seed);
    else if (one.kind === 'access') world.server.isWithdrawn = one.isWithdrawn;
    else if (one.kind === 'restart') {
      await world.close();
      await world.open();
    } else if (one.what === null) troubled.delete(one.about);
    else troubled.set(one.about, one.what);
  }
  world.server.trouble = () => null;
  world.server.isWithdrawn = false;
}

function flakyTrouble(random: Random): Trouble | null {
  if (random.fraction() > 0.3) return null;
  return troubles[Math.floor(random.fraction() * troubles.length)] ?? null;
}

/** The server's answer to every scan is known after this: what it refused is offered again every five minutes, at the next poll. */
const LONGEST_UNTIL_SENT_MS = 420_000;

/** The highest number of requests in any 60 seconds. */
function busiestMinute(requestedAt: readonly number[]): number {
  return requestedAt.reduce((most, from, index) => {
    const rest = requestedAt.slice(index, index + 200);
    return Math.max(most, rest.filter((at) => at < from + 60_000).length);
  }, 0);
}

describe('the sync engine', () => {
  const equalsItsServer = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 40 }),
    async (steps) => {
      const world = new World();
      for (let number = 1; number <= 8; number += 1) world.changeTicket(number, 'valid');
      await live(world, steps);
      await world.time.advance(LONGEST_UNTIL_SENT_MS);

      expect(world.tickets()).toEqual(Object.fromEntries(world.server.tickets));
      expect(world.files.replicated('scans')).toEqual([...world.server.scans.keys()].toSorted());
      const states = world.files.journalRows();
      const sent = states.filter(({ kind }) => kind === 'admitted' || kind === 'denied');
      for (const row of states) {
        expect(row.state).toBe(sent.includes(row) ? 'acknowledged' : 'local');
      }
      expect([...world.server.uploads.keys()].toSorted()).toEqual(
        sent.map(({ reference }) => reference).toSorted(),
      );
      expect(world.state()).toMatchObject({
        phase: { kind: 'ready' },
        sync: { connection: { kind: 'live' }, queued: 0, needs_attention: 0 },
        counters: {
          expected: [...world.server.tickets.values()].filter(({ status }) => status === 'valid')
            .length,
          admitted_total: world.admittedAnywhere().size,
        },
      });
      await world.close();
    },
  );

  it('ends with a replica that equals the server and every scan sent exactly once, after any faults', async () => {
    await fc.assert(equalsItsServer, { numRuns: 25 });
  });

  it('ends so after 500 other courses of faults', { tags: ['long'] }, async () => {
    await fc.assert(equalsItsServer, { numRuns: 500 });
  });

  it('never sends more than the server allows in any minute, even with all channels busy', async () => {
    const world = new World();
    world.server.pageSize = 1;
    for (let number = 1; number <= 400; number += 1) world.changeTicket(number, 'valid');
    await world.time.advance(1_000);
    await world.open();
    for (let number = 1; number <= 90; number += 1) await world.scan(number);
    await world.time.advance(400_000);
    const busiest = busiestMinute(world.server.requestedAt);
    expect(busiest).toBeLessThanOrEqual(120);
    expect(busiest).toBeGreaterThan(100);
    expect(world.files.replicated('tickets')).toHaveLength(400);
    expect(world.state().sync.queued).toBe(0);
    await world.close();
  });

  it('finishes a first import while unknown tickets are scanned, and keeps uploading and receiving meanwhile', async () => {
    const world = new World();
    const tickets = 3_000;
    world.server.scansPageSize = 100;
    for (let number = 1; number <= tickets; number += 1) world.changeTicket(number, 'valid');
    await world.time.advance(1_000);
    await world.open();
    const startedAt = world.time.monotonicMs();
    const minutes = () => (world.time.monotonicMs() - startedAt) / 60_000;
    const ages: number[] = [];
    const ageOf = (time: string | null, otherwise: number) =>
      time === null
        ? otherwise
        : (Number(world.time.deviceNow()) - Date.parse(time) * 1000) / 1_000_000;
    let next = tickets;
    while (world.state().phase.kind === 'importing' && minutes() < 60) {
      void world.offer(next);
      next = next === 1 ? tickets : next - 1;
      await world.time.advance(500);
      const { oldest_queued_at, fresh_at } = world.state().sync;
      ages.push(ageOf(oldest_queued_at, 0), ageOf(fresh_at.scans, minutes() < 1 ? 0 : Infinity));
    }
    // A hundred thousand tickets at a hundred a page are a thousand pages, at half of the budget.
    expect(minutes()).toBeGreaterThan(8);
    expect(minutes()).toBeLessThan(20);
    expect(Math.max(...ages)).toBeLessThan(20);
    expect(world.server.uploads.size).toBeGreaterThan(200);
    expect(busiestMinute(world.server.requestedAt)).toBeLessThanOrEqual(120);
    await world.close();
  }, 120_000);

  it("waits for the server's Retry-After when only the count of a first import is refused", async () => {
    const world = new World();
    for (let number = 1; number <= 9; number += 1) world.changeTicket(number, 'valid');
    await world.time.advance(1_000);
    const asked: { readonly request: string; readonly at: number }[] = [];
    world.server.trouble = (request) => {
      asked.push({ request, at: world.time.monotonicMs() });
      return request === 'count' ? 'rate_limited' : null;
    };
    await world.open();
    await world.time.advance(5_000);
    const count = asked.findIndex(({ request }) => request === 'count');
    const next = asked.slice(count + 1).find(({ request }) => request === 'tickets');
    expect((next?.at ?? 0) - (asked[count]?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect(world.files.replicated('tickets')).toHaveLength(9);
    await world.close();
  });

  it('resumes a first import after a restart', async () => {
    const world = new World();
    for (let number = 1; number <= 30; number += 1) world.changeTicket(number, 'valid');
    await world.time.advance(1_000);
    const asked: string[] = [];
    world.server.trouble = (request) => {
      asked.push(request);
      return request === 'tickets' && asked.filter((one) => one === 'tickets').length > 4
        ? 'unreachable'
        : null;
    };
    await world.open();
    expect(world.files.replicated('tickets')).toHaveLength(12);
    await world.close();
    asked.length = 0;
    world.server.trouble = (request) => {
      asked.push(request);
      return null;
    };
    await world.open();
    await world.time.advance(15_000);
    expect(world.files.replicated('tickets')).toHaveLength(30);
    // The six remaining pages, and a walk for changes during the import: ten pages, because all rows were just written.
    expect(asked.filter((one) => one === 'tickets')).toHaveLength(6 + 10);
    await world.close();
  });

  it('keeps pulling while every push fails', async () => {
    const world = new World();
    world.changeTicket(1, 'valid');
    await world.open();
    world.server.trouble = (request) => (request === 'push' ? 'server_error' : null);
    await world.scan(1);
    world.changeTicket(2, 'cancelled');
    await world.time.advance(60_000);
    expect(world.tickets()[numbered('ticket', 2)]?.status).toBe('cancelled');
    expect(world.state().sync).toMatchObject({ queued: 1, connection: { kind: 'live' } });
    world.server.trouble = () => null;
    await world.time.advance(31_000);
    expect(world.state().sync.queued).toBe(0);
    await world.close();
  });

  it('sends within seconds once the server is back', async () => {
    const world = new World();
    world.changeTicket(1, 'valid');
    await world.open();
    world.server.trouble = () => 'unreachable';
    await world.scan(1);
    await world.time.advance(600_000);
    expect(world.state().sync.connection).toMatchObject({ kind: 'offline', reason: 'unreachable' });
    world.server.trouble = () => null;
    await world.time.advance(3_500);
    expect(world.state().sync).toMatchObject({ queued: 0, connection: { kind: 'live' } });
    await world.close();
  });

  it('sends nothing while it is switched offline, and uploads the scans of that time afterwards', async () => {
    const world = new World();
    world.changeTicket(1, 'valid');
    await world.time.advance(1_000);
    await world.open();
    await world.time.advance(10_000);
    await world.command({ kind: 'set_mode', mode: 'offline' });
    const asked = world.server.requestedAt.length;
    await world.scan(1);
    await world.time.advance(300_000);
    expect(world.server.requestedAt).toHaveLength(asked);
    expect(world.state().sync).toMatchObject({
      queued: 1,
      connection: { kind: 'offline', reason: 'chosen' },
    });
    await world.command({ kind: 'set_mode', mode: 'automatic' });
    await world.time.advance(1_000);
    expect(world.state().sync).toMatchObject({ queued: 0, connection: { kind: 'live' } });
    await world.close();
  });
});
