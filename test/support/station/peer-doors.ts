import { createHash } from 'node:crypto';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { ScanOutcome } from '../../../shared/station/outcomes.ts';
import type { StationState } from '../../../shared/station/state.ts';
import { addMicros } from '../../../shared/instant.ts';
import { openVenueKey } from '../../../src-main/adapters/peers/venue-key.ts';
import { silentLogger } from '../../../src-main/adapters/system/system-ports.ts';
import type { Journal } from '../../../src-main/ports/journal.ts';
import type { PeerStore } from '../../../src-main/ports/peers.ts';
import type { SetupRecord } from '../../../shared/station/records.ts';
import { createStation, type Station } from '../../../src-main/station/station.ts';
import { ManualTime } from './manual-time.ts';
import { MemoryPeerNetwork } from './memory-peer-network.ts';
import { MemorySecrets, MemorySettings, plainSettings } from './memory-settings.ts';
import { freeTicket } from './records.ts';
import { EVENT, NORTH_GATE, numbered, SOUTH_GATE } from './rows.ts';
import { seededRandom } from './seeded-random.ts';
import { StoreFiles } from './store-files.ts';

/** A venue key for these tests. */
export function venueKey(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

export interface PeerDoor {
  readonly name: string;
  readonly journal: Journal;
  readonly store: PeerStore;
  readonly secrets: MemorySecrets;
  scan(ticket: number): Promise<ScanOutcome>;
  /** Scans the ticket on the way out. */
  letOut(ticket: number): Promise<ScanOutcome>;
  undo(scan: string): Promise<void>;
  state(): StationState;
  /** Closes the station; `start` opens it again on its files. */
  stop(): Promise<void>;
  /** Ends the station without notifying the others. */
  crash(): Promise<void>;
  start(): Promise<void>;
  /** Copies its data folder. The returned function restores the copy; call it only while the station is not running. */
  copy(what: Parameters<StoreFiles['copy']>[0]): () => void;
}

export interface PeerDoorOptions {
  /** Newest first. */
  readonly keys?: readonly string[];
  readonly tickets?: number;
  /** How far its corrected time is ahead, in milliseconds. */
  readonly aheadMs?: number;
  readonly isOn?: boolean;
  readonly isAllowed?: boolean;
}

/** Doors on one network in memory, without a server, on one clock. */
export class PeerVenue {
  readonly time = new ManualTime();
  readonly network = new MemoryPeerNetwork(this.time);
  readonly doors = new Map<string, PeerDoor>();

  /** Opens a door that has the addresses of the earlier ones. */
  async open(name: string, options: PeerDoorOptions = {}): Promise<PeerDoor> {
    const { keys = [venueKey('today')], tickets = 8, isOn = true, isAllowed = true } = options;
    const index = this.doors.size + 1;
    const files = new StoreFiles();
    const before = files.openReplica();
    for (let number = 1; number <= tickets; number += 1) {
      const [type] = ticketTypes.slice(Number(mayReturn(number)));
      await before.writeTicket({ ...freeTicket(number), ticket_type: type ?? null });
    }
    await before.writeSetup(peerSetup(isAllowed));
    await before.close();
    const secrets = new MemorySecrets();
    await secrets.write('venue-keys', JSON.stringify({ event: EVENT, keys }));
    const network = this.network.host(
      name,
      [...this.doors.keys()].map((other) => `${other}:1`),
    );
    const settings = new MemorySettings({
      ...plainSettings,
      organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
      event: EVENT,
      entry_point: (index % 2 === 1 ? NORTH_GATE : SOUTH_GATE).reference,
      peers: isOn,
    });
    let station: Station | null = null;
    const openStores = () => ({
      replica: files.openReplica(),
      journal: files.openJournal(),
      store: files.openPeerStore(),
    });
    let stores = openStores();
    let runs = 0;
    let requests = 0;
    const outcomes: ScanOutcome[] = [];
    const start = async () => {
      runs += 1;
      if (runs > 1) stores = openStores();
      const { replica: tickets, journal, store } = stores;
      station = await createStation({
        clock: {
          deviceNow: () => addMicros(this.time.deviceNow(), (options.aheadMs ?? 0) * 1_000),
          monotonicMs: () => this.time.monotonicMs(),
        },
        timers: this.time,
        random: seededRandom(index, index * 100 + runs),
        replica: tickets,
        journal,
        openRemote: () => {
          throw new Error('expected no server');
        },
        settings,
        secrets,
        logger: silentLogger,
        peers: { network, store, openKey: openVenueKey },
      });
      station.subscribe((message) => {
        if (message.kind === 'outcome') outcomes.push(message.outcome);
      });
      await this.time.advance(0);
    };
    await start();
    const running = () => {
      if (station === null) throw new Error(`expected ${name} to run`);
      return station;
    };
    const send = async (command: StationCommand) => {
      requests += 1;
      const { result } = await running().handle({ id: `${name}-${requests}`, command });
      if (!result.ok) throw new Error(`expected ${name} to ${command.kind}: ${result.code}`);
    };
    const scan = async (ticket: number) => {
      const code = numbered('ticket', ticket);
      await send({ kind: 'scan', code, symbology: null, source: 'keyboard' });
      const last = outcomes.at(-1);
      if (last === undefined) throw new Error('expected an outcome');
      return last;
    };
    const door: PeerDoor = {
      name,
      get journal() {
        return stores.journal;
      },
      get store() {
        return stores.store;
      },
      secrets,
      scan,
      letOut: async (ticket) => {
        await send({ kind: 'set_direction', direction: 'out' });
        const outcome = await scan(ticket);
        await send({ kind: 'set_direction', direction: 'in' });
        return outcome;
      },
      undo: (reference) => send({ kind: 'undo', scan: reference }),
      state: () => {
        const welcome = running().welcome();
        if (welcome.kind !== 'welcome') throw new Error('expected a welcome');
        return welcome.state;
      },
      crash: async () => {
        this.network.crash(name);
        await door.stop();
      },
      stop: async () => {
        await station?.[Symbol.asyncDispose]();
        station = null;
      },
      start,
      copy: (what) => files.copy(what),
    };
    this.doors.set(name, door);
    return door;
  }

  async close(): Promise<void> {
    for (const door of this.doors.values()) await door.stop();
  }
}

/** Guests with these tickets may go out and come in again. */
export function mayReturn(ticket: number): boolean {
  return ticket % 2 === 0;
}

const ticketTypes = [
  { reference: numbered('ticketType', 1), name: 'Standard', re_entry: 'none' as const },
  { reference: numbered('ticketType', 2), name: 'Come and go', re_entry: 'allowed' as const },
];

/** The setup of an event whose stations may, or may not, exchange admissions. */
export function peerSetup(isAllowed: boolean): SetupRecord {
  return {
    event: {
      reference: EVENT,
      name: 'Winter Gala',
      status: 'published',
      starts_at: null,
      ends_at: null,
      timezone: 'UTC',
      deleted_at: null,
    },
    sessions: [],
    locations: [NORTH_GATE, SOUTH_GATE],
    ticket_types: ticketTypes,
    code_keys: [],
    source: 'scanner',
    etag: null,
    peers: isAllowed ? [] : null,
  };
}
