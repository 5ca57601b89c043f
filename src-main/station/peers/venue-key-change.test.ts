import { expect, it } from 'vitest';
import { seriesOf } from '../../core/peers/peer-message.ts';
import { openVenueKey } from '../../adapters/peers/venue-key.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import { MemoryPeerNetwork } from '../../../test/support/station/memory-peer-network.ts';
import {
  MemorySecrets,
  MemorySettings,
  plainSettings,
} from '../../../test/support/station/memory-settings.ts';
import { peerSetup, venueKey } from '../../../test/support/station/peer-doors.ts';
import { draft } from '../../../test/support/station/records.ts';
import { EVENT, numbered } from '../../../test/support/station/rows.ts';
import { seededRandom } from '../../../test/support/station/seeded-random.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import type { PeerStore } from '../../ports/peers.ts';
import { Choices } from '../state/choices.ts';
import { openSelection } from '../state/door-selection.ts';
import { StationClock } from '../clock/station-clock.ts';
import { StationEmitter } from '../state/station-events.ts';
import { StationPeers, type StationPeersParts } from './station-peers.ts';

const organiser = { reference: numbered('organiser', 1), display_name: 'Northlight' };
const [monday = '', tuesday = '', afterwards = ''] = ['mon', 'tue', 'revoked'].map(venueKey);

async function openPair() {
  const choices = { ...plainSettings, organiser, event: EVENT };
  const selection = openSelection(choices, new StoreFiles().openReplica());
  const time = new ManualTime();
  const network = new MemoryPeerNetwork(time);
  /** Resolves when a network may start. */
  let begins = Promise.resolve();
  const open = (name: string, seed: number) => {
    const events = new StationEmitter();
    const files = new StoreFiles();
    const journal = files.openJournal();
    const store = files.openPeerStore();
    const secrets = new MemorySecrets();
    const host = network.host(name, ['one:1', 'two:1']);
    const portsOn = (of: PeerStore): StationPeersParts['ports'] => ({
      network: { ...host, listen: (keys, heard) => begins.then(() => host.listen(keys, heard)) },
      store: of,
      openKey: openVenueKey,
    });
    const parts: StationPeersParts = {
      ports: portsOn(store),
      clock: new StationClock(time),
      timers: time,
      random: seededRandom(seed, seed),
      logger: silentLogger,
      journal,
      secrets,
      choices: new Choices(new MemorySettings({ ...plainSettings, peers: true })),
      replica: { setup: () => peerSetup(true) },
      enrolment: { clientId: name },
      events,
    };
    const peers = new StationPeers(parts);
    events.emit('selection_changed', selection, { event: true, place: true });
    peers.begin();
    const receive = (...keys: readonly string[]) => {
      peers.receiveKeys(EVENT, keys);
      peers.apply();
    };
    const admit = (ticket: number) => {
      const { shown } = draft(ticket);
      journal.append(draft(ticket));
      events.emit('outcome', { ...shown, number: ticket, repeated: false });
    };
    const knows = (ticket: number) =>
      peers.reported.admissionOf(numbered('ticket', ticket), 'none', []) !== null;
    const restart = () => {
      const again = new StationEmitter();
      const ports = portsOn(files.openPeerStore());
      new StationPeers({ ...parts, ports, events: again }).begin();
      again.emit('selection_changed', selection, { event: true, place: true });
    };
    const forgotten = () => files.forgottenPeerAdmissions();
    return { peers, store, forgotten, secrets, receive, admit, knows, restart };
  };
  const [one, two] = [open('one', 1), open('two', 2)];
  one.receive(monday);
  two.receive(monday);
  await time.advance(1_000);
  one.admit(1);
  await time.advance(1_000);
  expect(two.knows(1)).toBe(true);
  const loseNetwork = () => {
    begins = new Promise(() => undefined);
  };
  return { time, one, two, loseNetwork };
}

it('a station keeps admissions across a change of day, even while only one of two has the new key', async () => {
  const { time, one, two } = await openPair();
  one.receive(tuesday, monday);
  await time.advance(20_000);
  expect(two.knows(1)).toBe(true);
  one.admit(2);
  two.admit(3);
  await time.advance(1_000);
  expect([two.knows(2), one.knows(3)]).toEqual([true, true]);
  two.receive(tuesday, monday);
  await time.advance(20_000);
  expect([1, 2].every(two.knows)).toBe(true);
  expect(one.knows(3)).toBe(true);
  expect([one, two].map(({ peers }) => peers.state().near.length)).toEqual([1, 1]);
  expect([one, two].map(({ peers }) => peers.state().refused)).toEqual([0, 0]);
});

it('a station knows received admissions even before its network has started again', async () => {
  const { time, one, two, loseNetwork } = await openPair();
  loseNetwork();
  two.receive(tuesday, monday);
  await time.advance(1_000);
  expect(two.peers.state().running).toBe(false);
  expect(two.knows(1)).toBe(true);
  expect(one.knows(1)).toBe(true);
});

it('a station reconnects with stations that have the key after a revocation, with earlier admissions', async () => {
  const { time, one, two } = await openPair();
  two.receive(afterwards);
  await time.advance(20_000);
  expect(two.knows(1)).toBe(false);
  expect(two.peers.state().near).toEqual([]);
  one.receive(afterwards);
  await time.advance(20_000);
  expect(two.knows(1)).toBe(true);
});

it('a station deletes admissions under an old key in pages that leave room for scans, and continues after a restart', async () => {
  const { time, two } = await openPair();
  const series = seriesOf('0'.repeat(26), openVenueKey(monday).id);
  const many = Array.from({ length: 2_000 }, (_, index) => index + 1);
  const at = time.deviceNow();
  const admissions = many.map((sequence) => ({
    sequence,
    h: `h${sequence}`,
    at,
    place: null,
    ends: null,
  }));
  two.store.put(series, admissions, many.length);
  two.receive(tuesday);
  await time.advance(10);
  expect(two.store.count).toBe(0);
  expect(two.forgotten()).toBeGreaterThan(1_900);
  await time.advance(300);
  const forgotten = two.forgotten();
  expect(forgotten).toBeGreaterThan(1_000);
  expect(forgotten).toBeLessThan(2_000);
  await two.peers.close();
  await time.advance(60_000);
  expect(two.forgotten()).toBe(forgotten);
  two.restart();
  await time.advance(60_000);
  expect(two.forgotten()).toBe(0);
});

it('a revoked station keeps neither keys nor received admissions', async () => {
  const { time, two } = await openPair();
  await two.peers.forget();
  await time.advance(1_000);
  expect(two.store.count).toBe(0);
  expect(two.peers.state()).toMatchObject({ running: false, known: 0 });
  const kept = await two.secrets.read('venue-keys');
  expect(JSON.stringify(kept)).not.toContain(monday);
});
