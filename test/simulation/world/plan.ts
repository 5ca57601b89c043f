import type { Chance } from './chance.ts';
import { foreignKinds } from './foreign-answers.ts';
import { calm, type Weather } from './network.ts';

/** One event in a world. `station` is an index; `ticket` is an index into all tickets, including those sold meanwhile. */
export type Step =
  | {
      readonly kind: 'scan';
      readonly station: number;
      readonly ticket: number;
      readonly times: number;
    }
  /** A queue of guests with different tickets, or with codes that were never sold. */
  | {
      readonly kind: 'rush';
      readonly station: number;
      readonly ticket: number;
      readonly guests: number;
      readonly everyMs: number;
      readonly isForged: boolean;
    }
  /** A ticket that is sold at the door, scanned at once and changed shortly afterwards. */
  | {
      readonly kind: 'late_sale';
      readonly station: number;
      readonly latencyMs: number;
      readonly scanAfterMs: number;
      readonly changeAfterMs: number;
      readonly pullAfterMs: number;
      /** Scans its signed code, which the station can judge without the ticket. */
      readonly isSigned: boolean;
      /** The station cannot ask the server about it, and the ticket is scanned a second time. */
      readonly isCutOff: boolean;
      /** The answer about it is so slow that the change arrives first. */
      readonly isOvertaken: boolean;
    }
  /** Scans a signed code. `stale`: the ticket's first one, replaced by a reissue; `elsewhere`: of another event. */
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
      /** Repeated redemptions, which may exceed the quantity bought. */
      readonly times: number;
      readonly everyMs: number;
    }
  /** Undoes one of the last admissions: the last, the one before, and so on. A supervisor also undoes those of other stations. */
  | {
      readonly kind: 'undo';
      readonly station: number;
      readonly back: number;
      readonly bySupervisor: boolean;
    }
  /** A supervisor overrules one of the station's last denials. */
  | { readonly kind: 'overrule'; readonly station: number; readonly back: number }
  /** A guest goes out. `stays`: the door goes on letting guests out. */
  | {
      readonly kind: 'exit';
      readonly station: number;
      readonly ticket: number;
      readonly stays: boolean;
    }
  /** A guest comes in at the first station, goes out at the second and comes in again at the third. */
  | {
      readonly kind: 'come_and_go';
      readonly stations: readonly [number, number, number];
      readonly ticket: number;
      readonly everyMs: number;
    }
  /** The organiser ends one of the last admissions. */
  | {
      readonly kind: 'release_elsewhere';
      readonly back: number;
      readonly as: 'exit' | 'mistake';
    }
  /** Revokes the station for good. */
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
  /** Changes the network between two stations. */
  | {
      readonly kind: 'venue';
      readonly one: number;
      readonly other: number;
      readonly isCut: boolean;
    }
  /** `forgets`: it restarts with a new cursor key and rejects older cursors. */
  | { readonly kind: 'server_down'; readonly forMs: number; readonly forgets: boolean }
  | {
      readonly kind: 'crash';
      readonly station: number;
      readonly crossings: number;
      readonly downMs: number;
      /** What is done there at that moment. */
      readonly doing: 'scan' | 'redeem' | 'undo' | 'exit' | 'overrule';
      readonly ticket: number;
    }
  | { readonly kind: 'restart'; readonly station: number }
  | { readonly kind: 'clock'; readonly station: number; readonly jumpMs: number }
  | { readonly kind: 'tokens_end'; readonly station: number | null }
  /** Another program with this station's client sends requests until the rate limit is reached; the client's tokens expire shortly afterwards. */
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
  /** Requests a minute that the server allows each station. */
  readonly rateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Rows per page of the server; null means as many as requested. */
  readonly perPage: number | null;
  /** Whether stations exchange admissions with each other. */
  readonly peers: boolean;
  /** Whether the server offers snapshots and a stream; otherwise stations walk and poll every list. */
  readonly streams: boolean;
  /** Whether the server sends `RateLimit`; a bare `/v1` need not. */
  readonly sendsBudget: boolean;
  /** Whether the server lacks the scanner surface, so that scans are uploaded as check-ins. */
  readonly isBare: boolean;
  readonly skewMs: readonly number[];
  readonly driftPpm: readonly number[];
  /** By station: its disk has no space for the replica from the start. */
  readonly isFullAtFirst: readonly boolean[];
  /** Whether the world ends only after everything that is polled once a minute was requested again. */
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
    rateLimit: chance.pick(isBare ? [120, 120, 120, 45] : [1_200, 1_200, 120, 45]),
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

/** Draws steps by weight; weights differ per world, so that some worlds have much of one fault. */
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
    // A bare `/v1` does not support these steps.
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
    [
      isBare ? 0 : 6,
      () => ({
        kind: 'undo',
        station: station(),
        back: chance.pick([0, 0, 0, 1, 2]),
        bySupervisor: chance.happens(0.4),
      }),
    ],
    [
      isBare ? 0 : 5,
      () => ({ kind: 'overrule', station: station(), back: chance.pick([0, 0, 0, 1, 4]) }),
    ],
    [
      isBare ? 0 : 6,
      () => ({
        kind: 'exit',
        station: station(),
        ticket: ticket(),
        stays: chance.happens(0.1),
      }),
    ],
    [
      isBare ? 0 : 4,
      () => ({
        kind: 'come_and_go',
        stations: [station(), station(), station()],
        ticket: ticket(),
        everyMs: chance.stretch(100, 20_000),
      }),
    ],
    [
      isBare ? 0 : 2,
      () => ({
        kind: 'release_elsewhere',
        back: chance.between(0, 4),
        as: chance.pick(['exit', 'mistake']),
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
        doing: chance.pick(
          isBare
            ? ['scan']
            : ['scan', 'scan', 'scan', 'redeem', 'redeem', 'undo', 'exit', 'overrule'],
        ),
        ticket: ticket(),
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
    [
      2,
      () => ({ kind: 'entry_point', station: station(), place: chance.between(0, isBare ? 2 : 3) }),
    ],
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
