import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bindReleases } from '../../shared/verdict/releases.ts';
import { mayReturn, PeerVenue, type PeerDoor } from '../support/station/peer-doors.ts';
import { numbered } from '../support/station/rows.ts';

/**
 * Doors on one network without a server: they scan, undo admissions and let guests out, connections are cut and healed in any order, doors are closed
 * and opened again, sometimes on an older copy of their data folder, and clocks differ a little. Invariants: no ticket is refused for an admission that
 * never happened, or of which the door has heard for a second that it gave the ticket back; no admission that a door still has is lost once all doors
 * are connected; a door that an admission could have reached for a second refuses the ticket while nobody has ended it.
 */
const TICKETS = 12;
const HEARD_WITHIN_MS = 1_000;
const SLICE_MS = 250;

type Step =
  | { readonly kind: 'scan'; readonly door: number; readonly ticket: number }
  /** Scans the ticket that was admitted last. */
  | { readonly kind: 'scan_last'; readonly door: number }
  /** Undoes the last admission of the door. */
  | { readonly kind: 'undo'; readonly door: number }
  /** The guest who was admitted last goes out. */
  | { readonly kind: 'let_out_last'; readonly door: number }
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
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constantFrom('undo' as const, 'let_out_last' as const),
          door,
        }),
      },
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

/** By door, since when something could have reached it. */
type Knowers = Map<PeerDoor, number>;

interface Admission {
  readonly reference: string;
  readonly door: PeerDoor;
  readonly at: number;
  readonly knowers: Knowers;
  /** Ends that gave the ticket back. */
  readonly ends: Knowers[];
}

/** Staff may undo for fifteen minutes. */
const UNDO_MS = 14 * 60_000;

/** Runs the steps and checks the invariants, with an oracle that knows the connections and the wall clock. */
class Evening {
  readonly venue = new PeerVenue();
  readonly doors: PeerDoor[] = [];
  /** By ticket. */
  readonly #admissions = new Map<number, Admission[]>();
  readonly #copies = new Map<PeerDoor, () => void>();
  #last: number | null = null;
  /** Since when two doors have been connected, by the pair of their names. */
  readonly #linkedSince = new Map<string, number>();

  async open(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      // No two doors ever write the same time.
      const options = { tickets: TICKETS, aheadMs: index * 700.125 };
      this.doors.push(await this.venue.open(`d${index}`, options));
    }
  }

  async run(step: Step): Promise<void> {
    const { network } = this.venue;
    switch (step.kind) {
      case 'scan':
        return this.scan(this.#door(step.door), step.ticket);
      case 'scan_last':
        return this.#last === null ? undefined : this.scan(this.#door(step.door), this.#last);
      case 'undo':
        return this.#undo(this.#door(step.door));
      case 'let_out_last':
        return this.#last === null ? undefined : this.#letOut(this.#door(step.door), this.#last);
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
        for (const knowers of this.#spreading()) knowers.delete(door);
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

  async scan(door: PeerDoor, ticket: number): Promise<void> {
    // No two admissions of a ticket are of one moment.
    await this.wait(1);
    const now = this.#now();
    const known = this.#admissions.get(ticket) ?? [];
    const outcome = await door.scan(ticket);
    if (outcome.repeated) return;
    if (outcome.kind === 'denied') {
      const isFree = known.every(({ ends }) => ends.some((end) => hasHeard(end, door, now)));
      expect(isFree, `${door.name} refused ticket ${ticket}, by which nobody is in`).toBe(false);
      return;
    }
    const isTaken = known.some(
      ({ knowers, ends }) => ends.length === 0 && hasHeard(knowers, door, now),
    );
    expect(isTaken, `${door.name} admitted ticket ${ticket} again`).toBe(false);
    const { reference } = outcome;
    const admission = { reference, door, at: now, knowers: new Map([[door, now]]), ends: [] };
    this.#last = ticket;
    this.#admissions.set(ticket, [...known, admission]);
  }

  async #undo(door: PeerDoor): Promise<void> {
    const now = this.#now();
    const own = [...this.#admissions].flatMap(([ticket, admissions]) =>
      admissions.map((admission) => ({ ticket, admission })),
    );
    const last = own.findLast(
      ({ ticket, admission: { reference, ...made } }) =>
        made.door === door &&
        made.at > now - UNDO_MS &&
        // An older copy of its journal may lack it.
        door.journal.find(reference) !== null &&
        // An exit that named no admission may have ended it.
        !endedHere(door, numbered('ticket', ticket)).has(reference),
    );
    if (last === undefined) return;
    await door.undo(last.admission.reference);
    last.admission.ends.push(new Map([[door, now]]));
  }

  /** Ends what the door knows of, and perhaps what it is just hearing of. */
  async #letOut(door: PeerDoor, ticket: number): Promise<void> {
    const now = this.#now();
    expect((await door.letOut(ticket)).kind).toBe('left');
    if (!mayReturn(ticket)) return;
    for (const { knowers, ends } of this.#admissions.get(ticket) ?? []) {
      ends.push(new Map(hasHeard(knowers, door, now) ? [[door, now]] : []));
    }
  }

  #cutWhere(isApart: (one: number, other: number) => boolean): void {
    for (const [one, door] of this.doors.entries()) {
      for (const [other, another] of this.doors.entries()) {
        if (isApart(one, other)) this.venue.network.cut(door.name, another.name);
      }
    }
  }

  #spreading(): readonly Knowers[] {
    return [...this.#admissions.values()].flat().flatMap(({ knowers, ends }) => [knowers, ...ends]);
  }

  /** Updates which doors are connected, and which admissions and ends have had time to reach them. */
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
    for (const knowers of this.#spreading()) this.#spread(knowers, now);
  }

  /** Spreads an admission, or its end, along connections that have lasted a second, from doors that have known it for a second. */
  #spread(knowers: Knowers, now: number): void {
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

/** The door's own admissions of the ticket that its own releases end. */
function endedHere({ journal }: PeerDoor, ticket: string): ReadonlySet<string> {
  return new Set(bindReleases(journal.admissionsOf(ticket), journal.releasesOf(ticket)).values());
}

function hasHeard(knowers: Knowers, door: PeerDoor, now: number): boolean {
  return (knowers.get(door) ?? Infinity) <= now;
}

async function holds(count: number, steps: readonly Step[]): Promise<void> {
  const evening = new Evening();
  try {
    await evening.open(count);
    await evening.wait(5_000);
    for (const step of steps) await evening.run(step);
    await evening.healed();
    for (let ticket = 1; ticket <= TICKETS; ticket += 1) {
      for (const door of evening.doors) await evening.scan(door, ticket);
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

it('doors without a server lose no admission and no end of one, invent none, and go by them a second after they could reach them', async () => {
  const property = fc.asyncProperty(evenings, ({ count, steps }) => holds(count, steps));
  await fc.assert(property, { numRuns: 15 });
}, 60_000);

it(
  'doors without a server keep these invariants over many evenings',
  { tags: ['long'] },
  async () => {
    const property = fc.asyncProperty(evenings, ({ count, steps }) => holds(count, steps));
    await fc.assert(property, { numRuns: 1_500 });
  },
);
