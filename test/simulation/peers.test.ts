import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PeerVenue, type PeerDoor } from '../support/station/peer-doors.ts';

/**
 * Doors on one network without a server: they scan, connections are cut and healed in any order, doors are closed and opened again, sometimes on an
 * older copy of their data folder, and clocks differ a little. Invariants: no ticket is refused for an admission that never happened; no admission
 * that a door still has is lost once all doors are connected; a door that an admission could have reached for a second refuses the ticket.
 */
const TICKETS = 12;
const HEARD_WITHIN_MS = 1_000;
const SLICE_MS = 250;

type Step =
  | { readonly kind: 'scan'; readonly door: number; readonly ticket: number }
  /** Scans the ticket that was admitted last. */
  | { readonly kind: 'scan_last'; readonly door: number }
  /** Connects each door to the next one only. */
  | { readonly kind: 'line' }
  | { readonly kind: 'cut' | 'heal'; readonly door: number; readonly other: number }
  | { readonly kind: 'islands'; readonly size: number }
  | { readonly kind: 'heal_all' }
  | { readonly kind: 'restart' | 'crash'; readonly door: number }
  /** Copies the data folder, or replaces it with the copy. */
  | { readonly kind: 'copy' | 'put_back'; readonly door: number }
  | { readonly kind: 'wait'; readonly slices: number };

function stepsFor(doors: number) {
  const door = fc.nat({ max: doors - 1 });
  const ticket = fc.integer({ min: 1, max: TICKETS });
  return fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan' as const), door, ticket }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constantFrom('cut' as const, 'heal' as const),
          door,
          other: door,
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('islands' as const),
          size: fc.integer({ min: 1, max: doors - 1 }),
        }),
      },
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('scan_last' as const), door }) },
      {
        weight: 1,
        arbitrary: fc.constantFrom({ kind: 'heal_all' as const }, { kind: 'line' as const }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constantFrom('restart' as const, 'crash' as const), door }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ kind: fc.constantFrom('copy' as const, 'put_back' as const), door }),
      },
      {
        weight: 6,
        arbitrary: fc.record({
          kind: fc.constant('wait' as const),
          slices: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(80)),
        }),
      },
    ),
    { minLength: 10, maxLength: 60 },
  );
}

/** Runs the steps and checks the invariants, with an oracle that knows the connections and the wall clock. */
class Evening {
  readonly venue = new PeerVenue();
  readonly doors: PeerDoor[] = [];
  /** By ticket: since when its admission could have reached each door. */
  readonly #knowers = new Map<number, Map<PeerDoor, number>>();
  readonly #copies = new Map<PeerDoor, () => void>();
  #last: number | null = null;
  /** Since when two doors have been connected, by the pair of their names. */
  readonly #linkedSince = new Map<string, number>();

  async open(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const options = { tickets: TICKETS, aheadMs: index * 700 };
      this.doors.push(await this.venue.open(`d${index}`, options));
    }
  }

  async run(step: Step): Promise<void> {
    const { network } = this.venue;
    switch (step.kind) {
      case 'scan':
        return this.#scan(this.#door(step.door), step.ticket);
      case 'scan_last':
        return this.#last === null ? undefined : this.#scan(this.#door(step.door), this.#last);
      case 'line':
        this.#cutWhere((one, other) => other - one > 1);
        return this.#look();
      case 'cut':
      case 'heal':
        if (step.door !== step.other) network[step.kind](`d${step.door}`, `d${step.other}`);
        return this.#look();
      case 'islands':
        this.#cutWhere((one, other) => one < step.size && other >= step.size);
        return this.#look();
      case 'heal_all':
        network.healAll();
        return this.#look();
      case 'restart':
      case 'crash': {
        const door = this.#door(step.door);
        await (step.kind === 'crash' ? door.crash() : door.stop());
        this.#look();
        await door.start();
        return undefined;
      }
      case 'copy': {
        const door = this.#door(step.door);
        this.#copies.set(door, door.copy(['journal', 'peers']));
        return undefined;
      }
      case 'put_back': {
        const door = this.#door(step.door);
        const putBack = this.#copies.get(door);
        if (putBack === undefined) return undefined;
        await door.crash();
        this.#look();
        putBack();
        // The older copy may or may not have it.
        for (const knowers of this.#knowers.values()) knowers.delete(door);
        await door.start();
        return undefined;
      }
      case 'wait':
        for (let slice = 0; slice < step.slices; slice += 1) await this.wait(SLICE_MS);
        return undefined;
    }
  }

  async wait(ms: number): Promise<void> {
    await this.venue.time.advance(ms);
    this.#look();
  }

  /** Connects all doors for long enough to dial and to catch up. */
  async healed(): Promise<void> {
    this.venue.network.healAll();
    for (let slice = 0; slice < 200; slice += 1) await this.wait(SLICE_MS);
  }

  /** Whether some door certainly has it. */
  isKnown(ticket: number): boolean {
    return (this.#knowers.get(ticket)?.size ?? 0) > 0;
  }

  async #scan(door: PeerDoor, ticket: number): Promise<void> {
    const now = this.#now();
    const since = this.#knowers.get(ticket)?.get(door);
    const outcome = await door.scan(ticket);
    if (outcome.repeated) return;
    if (outcome.kind === 'denied') {
      const wasAdmitted = this.#knowers.has(ticket);
      expect(wasAdmitted, `${door.name} refused ticket ${ticket}, which nobody admitted`).toBe(
        true,
      );
      return;
    }
    const late = since !== undefined && since <= now;
    expect(late, `${door.name} admitted ticket ${ticket} again`).toBe(false);
    const knowers = this.#knowers.get(ticket) ?? new Map<PeerDoor, number>();
    knowers.set(door, now);
    this.#last = ticket;
    this.#knowers.set(ticket, knowers);
  }

  #cutWhere(isApart: (one: number, other: number) => boolean): void {
    for (const [one, door] of this.doors.entries()) {
      for (const [other, another] of this.doors.entries()) {
        if (isApart(one, other)) this.venue.network.cut(door.name, another.name);
      }
    }
  }

  /** Updates which doors are connected and which admissions have had time to reach them. */
  #look(): void {
    const now = this.#now();
    const { network } = this.venue;
    for (const one of this.doors) {
      for (const other of this.doors) {
        const pair = `${one.name} ${other.name}`;
        if (one === other || !network.isLinked(one.name, other.name))
          this.#linkedSince.delete(pair);
        else if (!this.#linkedSince.has(pair)) this.#linkedSince.set(pair, now);
      }
    }
    for (const knowers of this.#knowers.values()) this.#spread(knowers, now);
  }

  /** Spreads an admission along connections that have lasted a second, from doors that have known it for a second. */
  #spread(knowers: Map<PeerDoor, number>, now: number): void {
    const longAgo = now - HEARD_WITHIN_MS;
    const reached = [...knowers].filter(([, since]) => since <= longAgo).map(([door]) => door);
    for (const door of reached) {
      for (const other of this.doors) {
        const linkedSince = this.#linkedSince.get(`${door.name} ${other.name}`) ?? Infinity;
        if (knowers.has(other) || linkedSince > longAgo) continue;
        knowers.set(other, now);
        reached.push(other);
      }
    }
  }

  #now(): number {
    return this.venue.time.monotonicMs();
  }

  #door(index: number): PeerDoor {
    const door = this.doors[index];
    if (door === undefined) throw new Error(`expected a door ${index}`);
    return door;
  }
}

async function holds(count: number, steps: readonly Step[]): Promise<void> {
  const evening = new Evening();
  try {
    await evening.open(count);
    await evening.wait(5_000);
    for (const step of steps) await evening.run(step);
    await evening.healed();
    for (let ticket = 1; ticket <= TICKETS; ticket += 1) {
      for (const door of evening.doors) {
        if (!evening.isKnown(ticket)) break;
        expect((await door.scan(ticket)).kind, `${door.name}, ticket ${ticket}`).toBe('denied');
      }
    }
    for (const door of evening.doors) {
      const { near, refused, ignored } = door.state().peers;
      expect({ near: near.length, refused, ignored }).toEqual({
        near: count - 1,
        refused: 0,
        ignored: 0,
      });
    }
  } finally {
    await evening.venue.close();
  }
}

const evenings = fc
  .integer({ min: 2, max: 5 })
  .chain((count) => fc.record({ count: fc.constant(count), steps: stepsFor(count) }));

it('doors without a server lose no admission, invent none, and refuse a ticket a second after its admission could reach them', async () => {
  const property = fc.asyncProperty(evenings, ({ count, steps }) => holds(count, steps));
  await fc.assert(property, { numRuns: 15 });
}, 60_000);

it(
  'doors without a server keep these invariants over many evenings',
  { tags: ['long'], timeout: 600_000 },
  async () => {
    const property = fc.asyncProperty(evenings, ({ count, steps }) => holds(count, steps));
    await fc.assert(property, { numRuns: 1_500 });
  },
);
