import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_SERIES, seriesOf, writeMessage } from '../../core/peers/peer-message.ts';
import { openVenueKey } from '../../adapters/peers/venue-key.ts';
import { MAX_SERIES_OF_ONE } from './peer-exchange.ts';
import type { PeerLink } from '../../ports/peers.ts';
import { addMicros, MICROS_PER_MINUTE } from '../../../shared/instant.ts';
import { PeerVenue, venueKey, type PeerDoor } from '../../../test/support/station/peer-doors.ts';
import { numbered } from '../../../test/support/station/rows.ts';

let venue: PeerVenue;
const OTHER = stationOf(99);
const key = openVenueKey(venueKey('today'));

beforeEach(() => {
  venue = new PeerVenue();
});
afterEach(() => venue.close());

/** Somebody with the venue key. */
interface Intruder {
  readonly heard: readonly string[];
  isClosed(): boolean;
  say(...frames: readonly string[]): Promise<void>;
}

/** Connects to a station with the key, sends what a test wants, and records what comes back. */
async function intrude(name: string): Promise<Intruder> {
  const heard: string[] = [];
  let link: PeerLink | null = null;
  let isClosed = false;
  venue.network.host('intruder').dial(`${name}:1`, {
    keys: [key],
    opened: (opened) => {
      link = opened;
      return {
        frame: (text) => heard.push(text),
        closed: () => {
          isClosed = true;
        },
      };
    },
    failed: () => undefined,
  });
  await venue.time.advance(5);
  return {
    heard,
    isClosed: () => isClosed,
    say: async (...frames) => {
      for (const frame of frames) link?.send(frame);
      await venue.time.advance(5);
    },
  };
}

function stationOf(number: number): string {
  return String(number).padStart(26, '0');
}

function summary(aheadMinutes = 0): string {
  const at = addMicros(venue.time.deviceNow(), aheadMinutes * MICROS_PER_MINUTE);
  const said = { station: OTHER, at, client_id: 'gci_1', place: null };
  return writeMessage({ kind: 'summary', ...said, known: new Map(), again: false });
}

function admission(
  ticket: number,
  change: { readonly aheadMinutes?: number; readonly from?: number } = {},
): string {
  const { aheadMinutes = 0, from = 0 } = change;
  const at = addMicros(venue.time.deviceNow(), aheadMinutes * MICROS_PER_MINUTE);
  const h = key.hash(numbered('ticket', ticket));
  const parts = [
    {
      series: seriesOf(OTHER, key.id),
      sequence_from: from,
      admissions: [{ sequence: from + 1, h, at, place: null, ends: null }],
    },
  ];
  const now = venue.time.deviceNow();
  const message = { kind: 'admissions', station: OTHER, at: now, parts } as const;
  return writeMessage(message);
}

async function refuses(door: PeerDoor, ticket: number): Promise<boolean> {
  return (await door.scan(ticket)).kind === 'denied';
}

it('stations refuse a ticket that another door admitted, and show the source', async () => {
  const north = await venue.open('north');
  const south = await venue.open('south');
  await venue.time.advance(100);
  expect(north.state().peers.near).toHaveLength(1);
  expect(south.state().peers.near).toMatchObject([{ entry_point: 'North Gate' }]);
  expect((await north.scan(1)).kind).toBe('admitted');
  await venue.time.advance(50);
  const denied = await south.scan(1);
  expect(denied).toMatchObject({
    kind: 'denied',
    reason: 'scanning.already_scanned',
    message: 'Admitted at 18:00 at North Gate (told by that station).',
    first_admission: { entry_point: 'North Gate', source: 'peer' },
  });
  const [row] = south.journal.pending(numbered('organiser', 1), 10);
  expect(row).toMatchObject({ kind: 'denied', admission_source: 'peer' });
  await venue.time.advance(60_000); // after the repeat guard
  expect(await refuses(north, 1)).toBe(true);
  const [, own] = north.journal.pending(numbered('organiser', 1), 10);
  expect(own).toMatchObject({ kind: 'denied', admission_source: null });
});

it('stations send no ticket or holder in clear text, and no denials', async () => {
  const north = await venue.open('north');
  await venue.open('south');
  await venue.time.advance(100);
  await north.scan(1);
  await north.scan(1);
  await venue.time.advance(5_000);
  const said = venue.network.wire.join('\n');
  expect(said).not.toMatch(/tkt_|Am.lie|scn_|denied/);
  expect(said).toContain(key.hash(numbered('ticket', 1)));
});

it('stations forward admissions of a station that the other end cannot reach', async () => {
  const north = await venue.open('north');
  await venue.open('middle');
  venue.network.cut('north', 'south');
  const south = await venue.open('south');
  await venue.time.advance(100);
  await north.scan(1);
  await venue.time.advance(300);
  expect(await refuses(south, 1)).toBe(true);
});

it('a guest who went out elsewhere comes in again where they came in first, and what was undone admits again', async () => {
  const [a, b] = [await venue.open('a'), await venue.open('b')];
  await venue.time.advance(10);
  expect((await a.scan(2)).kind).toBe('admitted');
  const { reference } = await a.scan(1);
  await venue.time.advance(5_000);
  expect(await b.letOut(2)).toMatchObject({ kind: 'left' });
  await a.undo(reference);
  await venue.time.advance(5_000);
  expect((await a.scan(2)).kind).toBe('admitted');
  expect((await b.scan(1)).kind).toBe('admitted');
});

it('a guest whom two stations admitted goes out of both at once', async () => {
  const [a, b] = [await venue.open('a'), await venue.open('b')];
  await venue.time.advance(10);
  venue.network.cut('a', 'b');
  await a.scan(2);
  await venue.time.advance(1_000);
  await b.scan(2);
  venue.network.healAll();
  await venue.time.advance(30_000);
  await a.letOut(2);
  expect(a.journal.releasesOf(numbered('ticket', 2))).toHaveLength(2);
  await venue.time.advance(5_000);
  expect((await b.scan(2)).kind).toBe('admitted');
});

it('stations keep received admissions over a restart, and receive those that they missed', async () => {
  const north = await venue.open('north');
  const south = await venue.open('south');
  await venue.time.advance(100);
  await north.scan(1);
  await venue.time.advance(100);
  await south.stop();
  await north.scan(2);
  venue.network.cut('north', 'south');
  await south.start();
  expect(await refuses(south, 1)).toBe(true);
  venue.network.heal('north', 'south');
  await venue.time.advance(20_000);
  expect(await refuses(south, 2)).toBe(true);
});

it.each([
  ['whole', ['journal', 'peers'] as const],
  ['with its journal alone', ['journal'] as const],
  ['with what stations said alone', ['peers'] as const],
])(
  'a station recovers its own admissions, and its new ones are received, after an older data folder was restored %s',
  async (_, what) => {
    const north = await venue.open('north');
    const south = await venue.open('south');
    await venue.time.advance(100);
    await north.scan(1);
    const putBack = north.copy(what);
    await north.scan(2);
    await north.scan(3);
    await venue.time.advance(100);
    await north.stop();
    putBack();
    venue.network.cut('north', 'south');
    await north.start();
    // One more than was lost, so its numbers exceed those that other stations have.
    for (const ticket of [4, 5, 6]) expect((await north.scan(ticket)).kind).toBe('admitted');
    venue.network.heal('north', 'south');
    await venue.time.advance(20_000);
    for (const ticket of [1, 2, 3, 4, 5, 6]) {
      expect(await refuses(south, ticket), `south, ${ticket}`).toBe(true);
      expect(await refuses(north, ticket), `north, ${ticket}`).toBe(true);
    }
  },
);

it('stations receive very many unknown series at once', async () => {
  const north = await venue.open('north');
  const at = venue.time.deviceNow();
  const place = `loc_${'0'.repeat(26)}`;
  for (let number = 1; number <= 450; number += 1) {
    const h = key.hash(String(number));
    north.store.put(
      seriesOf(stationOf(number), key.id),
      [{ sequence: 1, h, at, place, ends: null }],
      1,
    );
  }
  const south = await venue.open('south');
  await venue.time.advance(2_000);
  expect(south.store.count).toBe(450);
  expect(south.state().peers.refused).toBe(0);
});

it.each([
  ['answers after minutes', 'slow'],
  ['is unlocked after minutes', 'locked'],
] as const)(
  'stations connect soon after a keychain that %s has returned the key',
  async (_, keychain) => {
    const north = await venue.open('north');
    const south = await venue.open('south');
    await venue.time.advance(100);
    await north.stop();
    const answer = Promise.withResolvers<void>();
    let isLocked = true;
    const read = north.secrets.read.bind(north.secrets);
    north.secrets.read = async (name) => {
      if (keychain === 'slow') await answer.promise;
      else if (isLocked) return { kind: 'unreadable', problem: 'locked' };
      return read(name);
    };
    await north.start();
    await venue.time.advance(300_000);
    expect(north.state().peers.running).toBe(false);
    isLocked = false;
    answer.resolve();
    // The keychain is read every 15 seconds, and a neighbour dials every three.
    await venue.time.advance(keychain === 'slow' ? 3_100 : 18_100);
    expect([north, south].map((door) => door.state().peers.near.length)).toEqual([1, 1]);
    await south.scan(1);
    await venue.time.advance(50);
    expect(await refuses(north, 1)).toBe(true);
  },
);

it('stations send nothing twice after a restart', async () => {
  const north = await venue.open('north');
  const south = await venue.open('south');
  await venue.time.advance(100);
  await north.scan(1);
  await north.stop();
  await north.start();
  await north.scan(2);
  await venue.time.advance(20_000);
  expect([north, south].map(({ store }) => store.count)).toEqual([2, 2]);
});

it.each([
  ['this station', { isOn: false }],
  ['the event', { isAllowed: false }],
])('a station listens and sends only while the switch of %s is on', async (_, options) => {
  const north = await venue.open('north');
  const south = await venue.open('south', options);
  await venue.time.advance(10_000);
  await north.scan(1);
  await venue.time.advance(10_000);
  expect(south.state().peers).toMatchObject({ running: false, port: null, near: [] });
  expect((await south.scan(1)).kind).toBe('admitted');
  expect(venue.network.wire).toEqual([]);
});

it('stations keep one connection per pair, and receive each admission once', async () => {
  await venue.open('north');
  await venue.open('south');
  const third = await venue.open('third');
  await venue.time.advance(30_000);
  expect(third.state().peers.near).toHaveLength(2);
  expect(third.state().peers).toMatchObject({ refused: 0, ignored: 0 });
});

it('stations notice a station that has gone without notice', async () => {
  const north = await venue.open('north');
  await venue.open('south');
  await venue.time.advance(100);
  venue.network.cut('north', 'south');
  await venue.time.advance(25_000);
  expect(north.state().peers.near).toEqual([]);
});

it('stations understand a station with the newer key, or still with the older one', async () => {
  const [old, kept, fresh] = ['a', 'b', 'c'].map(venueKey);
  const north = await venue.open('north', { keys: [kept ?? '', old ?? ''] });
  const south = await venue.open('south', { keys: [fresh ?? '', kept ?? ''] });
  await venue.time.advance(100);
  await north.scan(1);
  await south.scan(2);
  await venue.time.advance(100);
  expect(await refuses(south, 1)).toBe(true);
  expect(await refuses(north, 2)).toBe(true);
});

it('stations refuse a station with another key: it is counted and has no effect', async () => {
  const north = await venue.open('north');
  const revoked = await venue.open('revoked', { keys: [venueKey('yesterday')] });
  await venue.time.advance(100);
  await revoked.scan(1);
  await venue.time.advance(10_000);
  expect((await north.scan(1)).kind).toBe('admitted');
  expect(north.state().peers.near).toEqual([]);
  expect(north.state().peers.refused).toBeGreaterThan(0);
});

it.each<readonly [string, () => string]>([
  ['nothing', () => ''],
  ['noise', () => '\0\u{1F600}'.repeat(200)],
  ['JSON of another kind', () => '{"kind":"surprise"}'],
  ['admissions before a summary', () => admission(1)],
])('stations end a connection that begins with %s', async (_, frame) => {
  const north = await venue.open('north');
  const intruder = await intrude('north');
  await intruder.say(frame());
  expect(intruder.isClosed()).toBe(true);
  expect(intruder.heard).toEqual([]);
  expect(north.state().peers).toMatchObject({ refused: 1, near: [] });
  expect((await north.scan(1)).kind).toBe('admitted');
});

it('stations end a silent connection, and count it', async () => {
  const north = await venue.open('north');
  const intruder = await intrude('north');
  await venue.time.advance(11_000);
  expect(intruder.isClosed()).toBe(true);
  expect(north.state().peers).toMatchObject({ refused: 0, silent: 1 });
});

it('one place brings half of the series at most, under however many names', async () => {
  const north = await venue.open('north');
  const station = await intrude('north');
  await station.say(summary());
  const now = venue.time.deviceNow();
  for (let from = 0; from < MAX_SERIES; from += 100) {
    const parts = Array.from({ length: 100 }, (_, number) => ({
      series: seriesOf(stationOf(1_000 + from + number), key.id),
      sequence_from: 0,
      admissions: [
        { sequence: 1, h: key.hash(numbered('ticket', 3)), at: now, place: null, ends: null },
      ],
    }));
    await station.say(writeMessage({ kind: 'admissions', station: OTHER, at: now, parts }));
  }
  expect(north.store.known().size).toBe(MAX_SERIES_OF_ONE);
  const south = await venue.open('south');
  await venue.time.advance(100);
  await south.scan(1);
  await venue.time.advance(200);
  expect(await refuses(north, 1)).toBe(true);
});

it('stations end a connection that floods them', async () => {
  const north = await venue.open('north');
  const station = await intrude('north');
  await station.say(...Array.from({ length: 200 }, () => summary()));
  expect(station.isClosed()).toBe(false);
  await station.say(summary());
  expect(station.isClosed()).toBe(true);
  expect(north.state().peers.refused).toBe(1);
});

it('stations refuse a station whose clock is more than five minutes behind', async () => {
  const north = await venue.open('north');
  const late = await intrude('north');
  await late.say(summary(-5.1));
  expect(north.state().peers).toMatchObject({ near: [], ignored: 1 });
  await venue.time.advance(11_000);
  expect(late.isClosed()).toBe(true);
  expect(late.heard).toEqual([]);
});

it('stations keep at most two connections that were opened in the name of one station', async () => {
  await venue.open('north');
  const ends: boolean[] = [];
  for (let number = 1; number <= 3; number += 1) {
    const station = await intrude('north');
    await station.say(summary());
    ends.push(station.isClosed());
  }
  expect(ends).toEqual([false, false, true]);
});

it('stations ignore admissions more than five minutes in the future, and count them', async () => {
  const north = await venue.open('north');
  const station = await intrude('north');
  await station.say(summary(), admission(1, { aheadMinutes: 5.1 }), admission(2, { from: 1 }));
  expect(north.state().peers.ignored).toBe(1);
  expect((await north.scan(1)).kind).toBe('admitted');
  expect(await refuses(north, 2)).toBe(true);
});

it('stations ignore a station whose clock is more than five minutes ahead', async () => {
  const north = await venue.open('north');
  const ahead = await venue.open('ahead', { aheadMs: 301_000 });
  await venue.time.advance(100);
  await ahead.scan(1);
  await venue.time.advance(100);
  expect((await north.scan(1)).kind).toBe('admitted');
  expect(north.state().peers.ignored).toBeGreaterThan(0);
});

it('stations request again what they missed', async () => {
  await venue.open('north');
  const station = await intrude('north');
  await station.say(summary());
  await station.say(admission(2, { from: 7 }));
  expect(station.heard.some((frame) => frame.includes('"again":true'))).toBe(true);
});

it('stations drop admissions under a key that is no longer accepted', async () => {
  const north = await venue.open('north');
  const south = await venue.open('south');
  await venue.time.advance(100);
  await south.scan(1);
  await venue.time.advance(100);
  await north.stop();
  const keys = { event: numbered('event', 1), keys: [venueKey('after the revocation')] };
  await north.secrets.write('venue-keys', JSON.stringify(keys));
  await north.start();
  expect(north.store.count).toBe(0);
  expect((await north.scan(1)).kind).toBe('admitted');
});
