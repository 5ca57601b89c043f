import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { signRevocation } from '../../../shared/sealing/revocation-statement.ts';
import { MemorySettings, plainSettings } from '../../../test/support/station/memory-settings.ts';
import { draft } from '../../../test/support/station/records.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import type { Journal } from '../../ports/journal.ts';
import type { StationSettings } from '../../../shared/station/settings.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { Choices } from '../state/choices.ts';
import { StationRevocation } from './revocation.ts';
import { StationEmitter } from '../state/station-events.ts';

const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
const CLIENT = 'gci_1';
const SEALED = '/station/journal.sealed-1';
const revoked_at = '2026-11-22T10:00:00.000000Z';

class FullDisk extends MemorySettings {
  refuses: (settings: StationSettings) => boolean = () => false;

  override write(settings: StationSettings): void {
    if (this.refuses(settings)) throw new Error('no space left on device');
    super.write(settings);
  }
}

let settings: FullDisk;
let files: StoreFiles;
let journal: Journal;
let choices: Choices;
let log: string[];
let events: StationEmitter;
let turns: SerialQueue;
let leave: () => Promise<void>;
let sealedAs: string | null;
beforeEach(() => {
  settings = new FullDisk({ ...plainSettings, client_id: CLIENT });
  files = new StoreFiles();
  journal = files.openJournal();
  for (const number of [1, 2, 3]) journal.append(draft(number));
  choices = new Choices(settings);
  log = [];
  events = new StationEmitter();
  events.on('replica_rebuilt', () => log.push('emptied'));
  turns = new SerialQueue();
  sealedAs = SEALED;
  leave = async () => undefined;
});

function revocation(): StationRevocation {
  const belonging = { client_id: CLIENT, statements: x, sealing: x, organiser: 'org_1' };
  return new StationRevocation({
    choices,
    journal,
    replica: files.openReplica(),
    keys: { own: { x, d }, belonging, earlier: [], trusts: () => true, remember: () => undefined },
    files: {
      sealJournal: async () => {
        log.push(`sealed ${files.journalRows().length}`);
        return sealedAs;
      },
      removeReplicaCopies: () => undefined,
    },
    logger: silentLogger,
    enrolment: { clientId: CLIENT },
    events,
    turns,
    leave: () => leave(),
  });
}

const statement = () => signRevocation({ client_id: CLIENT, revoked_at }, { x, d });

it('a revoked station seals unsent rows before anybody can connect the station again', async () => {
  const given = revocation();
  leave = async () => {
    void turns.run(async () => log.push('connected'));
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  await turns.idle();
  expect(log).toEqual(['sealed 3', 'emptied', 'connected']);
  expect(given.revoked).toMatchObject({ unsent: 3, sealed_as: SEALED, is_done: true });
});

it('a revoked station empties no journal that it has not sealed', async () => {
  revocation();
  leave = async () => void choices.change({ revoked: null });
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  expect(files.journalRows()).toHaveLength(3);
});

it('a revoked station seals rows again that were written after its file', async () => {
  const revoked = { client_id: CLIENT, revoked_at, unsent: 2, sealed_as: SEALED, is_done: false };
  choices.change({ revoked: { ...revoked, sealed_until: draft(2).request_id } });
  await revocation().resume();
  expect(log).toEqual(['sealed 3', 'emptied']);
  expect(files.journalRows()).toHaveLength(0);
});

it('a revoked station deletes nothing until the revocation can be recorded, and then accepts it again', async () => {
  const given = revocation();
  settings.refuses = () => true;
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  expect(log).toEqual([]);
  expect(files.journalRows()).toHaveLength(3);
  expect(given.revoked).toBeNull();
  settings.refuses = () => false;
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  expect(log).toEqual(['sealed 3', 'emptied']);
  expect(given.revoked).toMatchObject({ is_done: true });
});

it('a revoked station keeps its journal as long as the path of the sealed file cannot be recorded', async () => {
  settings.refuses = ({ revoked }) => (revoked?.sealed_as ?? null) !== null;
  const given = revocation();
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  expect(files.journalRows()).toHaveLength(3);
  expect(given.revoked).toMatchObject({ is_done: false });
});

it('a revoked station empties a journal without rows to send', async () => {
  sealedAs = null;
  const given = revocation();
  events.emit('revocation_claimed', await statement());
  await turns.idle();
  expect(log).toEqual(['sealed 3', 'emptied']);
  expect(files.journalRows()).toHaveLength(0);
  expect(given.revoked).toMatchObject({ sealed_as: null, is_done: true });
});
