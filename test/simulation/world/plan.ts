import type { Chance } from './chance.ts';
import { foreignKinds } from './foreign-answers.ts';
import { calm, type Weather } from './network.ts';

/** One thing that happens in a world. `station` counts from 0; `ticket` counts all there are, those sold meanwhile too. */
export type Step =
  | {
      readonly kind: 'scan';
      readonly station: number;
      readonly ticket: number;
      readonly times: number;
    }
  /** A queue of guests, each with another ticket, or with codes that nobody has sold. */
  | {
      readonly kind: 'rush';
      readonly station: number;
      readonly ticket: number;
      readonly guests: number;
      readonly everyMs: number;
      readonly isForged: boolean;
    }
  /** A ticket that is sold at the door, scanned at once, and changed a moment later. */
  | {
      readonly kind: 'late_sale';
      readonly station: number;
      readonly latencyMs: number;
      readonly scanAfterMs: number;
      readonly changeAfterMs: number;
      readonly pullAfterMs: number;
      /** By its signed code, which the station may judge without having the ticket. */
      readonly isSigned: boolean;
      /** The station cannot ask anybody about it, and the guest comes a second time. */
      readonly isCutOff: boolean;
      /** The answer about it is on its way for so long that the change arrives before it. */
      readonly isOvertaken: boolean;
    }
  /** A signed code. `stale`: its first one, which a reissue replaces; `elsewhere`: of another event. */
  | {
      readonly kind: 'scan_code';
      readonly station: number;
      readonly ticket: number;
      readonly which: 'newest' | 'stale' | 'forged' | 'elsewhere';
    }
  | { readonly kind: 'reissue'; readonly ticket: number }
  | { readonly kind: 'rotate_keys' }
  | {
      readonly kind: 'redeem';
      readonly station: number;
      readonly line: number;
      readonly quantity: number;
      /** A group orders one after another, and more than it has bought. */
      readonly times: number;
      readonly everyMs: number;
    }
  /** For good. */
  | { readonly kind: 'revoke'; readonly station: number }
  | { readonly kind: 'scan_everywhere'; readonly ticket: number }
  | { readonly kind: 'scan_elsewhere'; readonly ticket: number }
  | {
      readonly kind: 'change_ticket';
      readonly ticket: number;
      readonly to: 'cancelled' | 'refunded' | 'valid';
    }
  | { readonly kind: 'hand_over'; readonly ticket: number }
  | { readonly kind: 'sell'; readonly quantity: number }
  | { readonly kind: 'move_session'; readonly minutes: number }
  | { readonly kind: 'weather'; readonly station: number | null; readonly weather: Weather }
  /** The network between two stations. */
  | {
      readonly kind: 'venue';
      readonly one: number;
      readonly other: number;
      readonly isCut: boolean;
    }
  /** `forgets`: it is another one afterwards, which reads no cursor of the one before. */
  | { readonly kind: 'server_down'; readonly forMs: number; readonly forgets: boolean }
  | {
      readonly kind: 'crash';
      readonly station: number;
      readonly crossings: number;
      readonly downMs: number;
      /** Somebody holds this one there at that moment; null where an add-on is handed out instead. */
      readonly ticket: number | null;
    }
  | { readonly kind: 'restart'; readonly station: number }
  | { readonly kind: 'clock'; readonly station: number; readonly jumpMs: number }
  | { readonly kind: 'tokens_end'; readonly station: number | null }
  /** Another program asks under this station's name until the server has had enough, and its tokens end a moment later. */
  | { readonly kind: 'spend'; readonly station: number; readonly endsTokensAfterMs: number }
  | {
      readonly kind: 'access';
      readonly station: number;
      readonly what: 'scopes' | 'events' | 'plan';
      readonly isGiven: boolean;
    }
  | {
      readonly kind: 'disk';
      readonly station: number;
      readonly store: 'journal' | 'replica';
      readonly isFull: boolean;
    }
  | { readonly kind: 'mode'; readonly station: number; readonly mode: 'automatic' | 'offline' }
  | { readonly kind: 'entry_point'; readonly station: number; readonly place: number }
  | { readonly kind: 'press'; readonly station: number; readonly what: 'sync_now' | 'resend' };

export interface Plan {
  readonly stations: number;
  /** Requests a minute that the server allows each client. */
  readonly rateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Rows a page of the server; null: as many as asked for. */
  readonly perPage: number | null;
  /** Whether stations talk to each other. */
  readonly peers: boolean;
  /** Whether the server offers snapshots and its stream; otherwise everything is walked, and polled. */
  readonly streams: boolean;
  /** Whether the server's `RateLimit` arrives: a bare `/v1` need not say it. */
  readonly sendsBudget: boolean;
  /** A server without the scanner surface: scans become check-ins there, and nothing else is offered. */
  readonly isBare: boolean;
  readonly skewMs: readonly number[];
  readonly driftPpm: readonly number[];
  /** Of each station: its disk has no room for the replica, from its first moment on. */
  readonly isFullAtFirst: readonly boolean[];
  /** Whether the end is only when everything polled once a minute was asked for again. */
  readonly waitsForSetup: boolean;
  readonly steps: readonly { readonly step: Step; readonly thenMs: number }[];
}

const MINUTE = 60_000;

export function drawPlan(chance: Chance): Plan {
  const stations = chance.pick([1, 2, 2, 3, 3, 4]);
  const each = Array.from({ length: stations });
  const length = chance.between(8, 36);
  const isBare = chance.happens(0.12);
  const draw = stepDrawer(chance, stations, isBare);
  return {
    stations,
    isBare,
    rateLimit: chance.pick([120, 120, 120, 45]),
    tokenTtlSeconds: chance.pick([3600, 3600, 45, 33]),
    perPage: chance.pick([null, 2, 5, 12]),
    peers: chance.happens(0.4) && !isBare,
    streams: chance.happens(0.6) && !isBare,
    sendsBudget: chance.happens(0.5),
    skewMs: each.map(() => chance.pick([0, 0, 1_500, -40_000, 5 * MINUTE, -3 * 86_400_000])),
    driftPpm: each.map(() => chance.pick([0, 0, 50, -200])),
    isFullAtFirst: each.map(() => chance.happens(0.1)),
    waitsForSetup: chance.happens(0.2),
    steps: Array.from({ length }, () => ({
      step: draw(),
      thenMs: chance.happens(0.25) ? 0 : chance.stretch(1, 20_000),
    })),
  };
}

/** Steps by how often they are drawn; each world has its own favourites, so that some have much of one trouble. */
function stepDrawer(chance: Chance, stations: number, isBare: boolean): () => Step {
  const station = () => chance.between(0, stations - 1);
  const oneOrAll = () => (chance.happens(0.3) ? null : station());
  const ticket = () => chance.between(0, chance.happens(0.6) ? 6 : 40);
  const kinds: readonly (readonly [number, () => Step])[] = [
    [
      22,
      () => ({
        kind: 'scan',
        station: station(),
        ticket: ticket(),
        times: chance.pick([1, 1, 1, 2, 6]),
      }),
    ],
    [
      2,
      () => ({
        kind: 'rush',
        station: station(),
        ticket: ticket(),
        guests: chance.between(10, 90),
        everyMs: chance.stretch(50, 2_000),
        isForged: chance.happens(0.5),
      }),
    ],
    [
      2,
      () => ({
        kind: 'late_sale',
        station: station(),
        latencyMs: chance.pick([20, 350]),
        scanAfterMs: chance.stretch(1, 40),
        changeAfterMs: chance.stretch(40, 400),
        pullAfterMs: chance.stretch(40, 400),
        isSigned: chance.happens(0.6),
        isCutOff: chance.happens(0.4),
        isOvertaken: chance.happens(0.4),
      }),
    ],
    [
      7,
      () => ({
        kind: 'scan_code',
        station: station(),
        ticket: ticket(),
        which: chance.pick(['newest', 'newest', 'stale', 'stale', 'forged', 'elsewhere']),
      }),
    ],
    [3, () => ({ kind: 'reissue', ticket: ticket() })],
    [0.5, () => ({ kind: 'rotate_keys' })],
    // A bare `/v1` has no place for them.
    [
      isBare ? 0 : 7,
      () => ({
        kind: 'redeem',
        station: station(),
        line: chance.between(0, 2),
        quantity: chance.pick([1, 1, 2, -1]),
        times: chance.pick([1, 1, 2, 3]),
        everyMs: chance.stretch(200, 8_000),
      }),
    ],
    [isBare ? 0 : 1, () => ({ kind: 'revoke', station: station() })],
    [
      4,
      () => ({
        kind: 'venue',
        one: station(),
        other: station(),
        isCut: chance.happens(0.6),
      }),
    ],
    [5, () => ({ kind: 'scan_everywhere', ticket: ticket() })],
    [3, () => ({ kind: 'scan_elsewhere', ticket: ticket() })],
    [
      5,
      () => ({
        kind: 'change_ticket',
        ticket: ticket(),
        to: chance.pick(['cancelled', 'refunded', 'valid']),
      }),
    ],
    [2, () => ({ kind: 'hand_over', ticket: ticket() })],
    [2, () => ({ kind: 'sell', quantity: chance.happens(0.1) ? 200 : chance.between(1, 9) })],
    [1, () => ({ kind: 'move_session', minutes: chance.pick([-300, 0, 600]) })],
    [10, () => ({ kind: 'weather', station: oneOrAll(), weather: drawWeather(chance) })],
    [
      3,
      () => ({
        kind: 'server_down',
        forMs: chance.stretch(1, 40_000),
        forgets: chance.happens(0.6),
      }),
    ],
    [
      6,
      () => ({
        kind: 'crash',
        station: station(),
        crossings: chance.stretch(1, 60),
        downMs: chance.stretch(1, 30_000),
        ticket: chance.happens(0.5) ? ticket() : null,
      }),
    ],
    [1, () => ({ kind: 'restart', station: station() })],
    [
      3,
      () => ({
        kind: 'clock',
        station: station(),
        jumpMs: chance.pick([-1, 1]) * chance.stretch(100, 86_400_000),
      }),
    ],
    [3, () => ({ kind: 'tokens_end', station: oneOrAll() })],
    [3, () => ({ kind: 'spend', station: station(), endsTokensAfterMs: chance.stretch(1, 60) })],
    [
      4,
      () => ({
        kind: 'access',
        station: station(),
        what: chance.pick(['scopes', 'events', 'plan']),
        isGiven: chance.happens(0.5),
      }),
    ],
    [
      4,
      () => ({
        kind: 'disk',
        station: station(),
        store: chance.pick(['journal', 'replica']),
        isFull: chance.happens(0.6),
      }),
    ],
    [2, () => ({ kind: 'mode', station: station(), mode: chance.pick(['automatic', 'offline']) })],
    [2, () => ({ kind: 'entry_point', station: station(), place: chance.between(0, 2) })],
    [2, () => ({ kind: 'press', station: station(), what: chance.pick(['sync_now', 'resend']) })],
  ];
  const weighed = kinds.map(([weight, make]) => ({
    make,
    weight: weight * chance.pick([0, 1, 1, 3]),
  }));
  const all = [{ make: kinds[0]?.[1], weight: 5 }, ...weighed];
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let rest = chance.fraction() * total;
    for (const { make, weight } of all) {
      rest -= weight;
      if (rest < 0 && make !== undefined) return make();
    }
    return { kind: 'scan', station: 0, ticket: 0, times: 1 };
  };
}

function drawWeather(chance: Chance): Weather {
  if (chance.happens(0.3)) return calm;
  const way = chance.pick(['open', 'open', 'open', 'refused', 'silent', 'foreign'] as const);
  return {
    way: way === 'foreign' ? chance.pick(foreignKinds) : way,
    latencyMs: chance.pick([
      [1, 40],
      [1, 40],
      [100, 900],
      [1, 6_000],
    ]),
    lost: chance.pick([0, 0.1, 0.5]),
    slow: chance.pick([0, 0.1, 0.4]),
    duplicated: chance.pick([0, 0.2, 0.7]),
    cut: chance.pick([0, 0.1, 0.5]),
  };
}
