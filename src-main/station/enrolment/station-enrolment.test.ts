import { describe, expect, it } from 'vitest';
import { ManualTime } from '../../../test/support/station/manual-time.ts';
import {
  MemorySecrets,
  MemorySettings,
  plainSettings,
} from '../../../test/support/station/memory-settings.ts';
import { draft } from '../../../test/support/station/records.ts';
import { numbered } from '../../../test/support/station/rows.ts';
import { seededRandom } from '../../../test/support/station/seeded-random.ts';
import { ModelServer, remoteTo } from '../../../test/support/station/model-server.ts';
import { StoreFiles } from '../../../test/support/station/store-files.ts';
import { keysFingerprint } from '../../../shared/sealing/trusted-keys.ts';
import { openHttpRemote } from '../../adapters/remote/http-remote.ts';
import { silentLogger } from '../../adapters/system/system-ports.ts';
import type { OpenRemote, RemoteAddress } from '../../ports/remote.ts';
import { SerialQueue } from '../../core/serial-queue.ts';
import { Choices } from '../state/choices.ts';
import { StationEnrolment } from './station-enrolment.ts';
import { StationEmitter } from '../state/station-events.ts';
import { RaisedWarnings } from '../state/raised-warnings.ts';

async function enrolment(serverUrl: string | null = null, openRemote?: OpenRemote) {
  const time = new ManualTime();
  const files = new StoreFiles();
  const replica = files.openReplica();
  const secrets = new MemorySecrets();
  await secrets.write('client_secret', 'secret');
  const settings = new MemorySettings({
    ...plainSettings,
    server_url: serverUrl,
    client_id: 'cli',
  });
  const events = new StationEmitter();
  const parts = {
    openRemote: openRemote ?? ((address: RemoteAddress) => openHttpRemote(address, time)),
    secrets,
    choices: new Choices(settings),
    replica,
    journal: files.openJournal(),
    timers: time,
    random: seededRandom(1),
    warnings: new RaisedWarnings(events, silentLogger),
    events,
    keys: null,
    logger: silentLogger,
    turns: new SerialQueue(),
  };
  return {
    enrolment: new StationEnrolment(parts),
    warnings: parts.warnings,
    replica,
    secrets,
    settings,
    journal: parts.journal,
    identity: new ModelServer(time).identity,
  };
}

describe('the stored enrolment of a station', () => {
  it.each(['nonsense', 'http://[', 'file:///etc/passwd', 'http://a:99999'])(
    'starts without the address %s, which is invalid',
    async (address) => {
      const { enrolment: enrolled } = await enrolment(address);
      await enrolled.begin(null);
      expect(enrolled.serverUrl).toBeNull();
      const credentials = { server_url: address, client_id: 'cli', client_secret: 'secret' };
      expect(await enrolled.connect(credentials)).toMatchObject({ code: 'command.invalid' });
      await enrolled.close();
    },
  );

  it.each([
    ['http://tickets.example', true],
    ['http://192.168.1.4:8080/v1', true],
    ['http://127.0.0.1.example', true],
    ['https://tickets.example', false],
    ['http://127.0.0.1:3000', false],
    ['http://localhost:3000/v1', false],
    ['http://[::1]:3000', false],
  ])('warns of the address %s if its connection is not encrypted: %s', async (url, warned) => {
    const { enrolment: enrolled, warnings } = await enrolment(null);
    await enrolled.begin({ server_url: url, client_id: 'cli', client_secret: 'secret' });
    const codes = warnings.list().map(({ code }) => code);
    expect(codes.includes('plain_http')).toBe(warned);
    await enrolled.close();
  });

  it('consists of the server and the client id there', async () => {
    const { enrolment: enrolled } = await enrolment('http://gatehouse.example/v1');
    expect(enrolled.clientId).toBeNull();
    await enrolled.begin(null);
    expect([enrolled.serverUrl, enrolled.clientId]).toEqual(['http://gatehouse.example/v1', 'cli']);
    await enrolled.close();
  });

  it('walks every list again after new grants, even if the store failed at the first attempt', async () => {
    const { enrolment: enrolled, replica, identity } = await enrolment();
    await enrolled.acceptIdentity(identity);
    const walks = { begun: 0 };
    replica.rewalk = async () => {
      walks.begun += 1;
      if (walks.begun === 1) throw new Error('disk full');
    };
    const wider = { ...identity, scopes: [...identity.scopes, 'contacts:read'] };
    await expect(enrolled.acceptIdentity(wider)).rejects.toThrow('disk full');
    await enrolled.acceptIdentity(wider);
    expect(walks.begun).toBe(2);
    expect(replica.identity()).toEqual(wider);
  });
});

describe('connecting', () => {
  const url = 'http://gatehouse.example/v1';
  const entered = (secret: string): RemoteAddress => ({
    server_url: url,
    client_id: 'cli',
    client_secret: secret,
  });

  it('refuses an entry point without its event, and asks and stores nothing', async () => {
    const {
      enrolment: enrolled,
      settings,
      secrets,
    } = await enrolment(null, () => {
      throw new Error('expected no request');
    });
    const before = settings.read();
    const place = { keys: null, event: null, location: numbered('location', 1) };
    expect(await enrolled.connect(entered('secret'), place)).toMatchObject({
      ok: false,
      code: 'connect.location_without_event',
    });
    expect(settings.read()).toEqual(before);
    expect(await secrets.read('client_secret')).toMatchObject({ secret: 'secret' });
    await enrolled.close();
  });

  it('accepts another secret while the server is unreachable, as long as none was ever accepted', async () => {
    const opened: string[] = [];
    const server = new ModelServer(new ManualTime());
    server.trouble = () => 'unreachable';
    const { enrolment: enrolled, secrets } = await enrolment(url, (address) => {
      opened.push(address.client_secret);
      return remoteTo(server);
    });
    secrets.read = async () => ({ kind: 'absent' });
    await enrolled.begin(null);
    expect(await enrolled.connect(entered('tpyed wrong'))).toEqual({ ok: true });
    expect(await enrolled.connect(entered('typed right'))).toEqual({ ok: true });
    expect(opened.at(-1)).toBe('typed right');

    await enrolled.acceptIdentity(server.identity);
    const late = await enrolled.connect(entered('another'));
    expect(late).toMatchObject({ ok: false, code: 'connect.unreachable' });
    await enrolled.close();
  });

  it('takes a secret for the one of a code once, and from nobody else than the code names', async () => {
    const metadata = { requests: 1, clock: null, budget: null };
    const keys = { statements: 'A'.repeat(43), sealing: 'B'.repeat(43) };
    const answers = { completed: 0, keys: { ...keys, sealing: 'C'.repeat(43) } };
    const world = await enrolment(null, () => {
      const identity = {
        ...new ModelServer(new ManualTime()).identity,
        scopes: ['scanner:enrol'],
        organiser_keys: keys,
      };
      return {
        ...remoteTo(new ModelServer(new ManualTime())),
        identify: async () => ({ kind: 'ok', value: identity, metadata }),
        completeEnrolment: async () => {
          answers.completed += 1;
          const own = { ...identity, organiser_keys: answers.keys };
          return { kind: 'ok', value: { identity: own, client_secret: 'its own' }, metadata };
        },
      };
    });
    const { enrolment: enrolled, secrets } = world;
    const details = { keys: await keysFingerprint(keys), event: null, location: null };
    const refused = await enrolled.connect(entered('code'), details);
    expect(refused).toMatchObject({ code: 'connect.keys_changed' });
    expect(await secrets.read('client_secret')).toMatchObject({ secret: 'secret' });
    answers.keys = keys;
    expect(await enrolled.connect(entered('code'), details)).toEqual({ ok: true });
    expect(await secrets.read('client_secret')).toMatchObject({ secret: 'its own' });
    expect(answers.completed).toBe(2);
    await enrolled.close();
  });

  it('ends when the station closes: a later response is ignored, and nothing is written', async () => {
    const open = new Set<symbol>();
    const waiting = Promise.withResolvers<void>();
    const {
      enrolment: enrolled,
      settings,
      identity,
    } = await enrolment(null, () => {
      const id = Symbol('remote');
      open.add(id);
      const remote = remoteTo(new ModelServer(new ManualTime()));
      return {
        ...remote,
        identify: async () => {
          await waiting.promise;
          const metadata = { requests: 1, clock: null, budget: null };
          return { kind: 'ok', value: identity, metadata };
        },
        close: async () => {
          open.delete(id);
          waiting.resolve();
        },
      };
    });
    await enrolled.begin(null);
    const before = settings.read();
    const outcome = enrolled.connect(entered('secret')).catch((error: unknown) => error);
    await enrolled.close();
    expect(await outcome).toMatchObject({ message: 'the station is closed' });
    expect(settings.read()).toEqual(before);
    expect(open.size).toBe(0);
    expect(enrolled.remote).toBeNull();
  });
});

it.each(['waits', 'was set aside'])(
  'does not follow its server to another organiser while a scan for the present one %s',
  async (fate) => {
    const { enrolment: enrolled, journal, identity } = await enrolment();
    expect(await enrolled.acceptIdentity(identity)).toBe('taken');
    const { reference } = identity.organiser;
    journal.append({ ...draft(1), organiser: reference });
    if (fate === 'was set aside') {
      const refusal = { code: 'no', message: 'No.', at: draft(1).scanned_at };
      journal.recordUploads([{ kind: 'attention', reference: draft(1).reference, refusal }]);
    }
    const moved = { ...identity.organiser, reference: numbered('organiser', 77) };
    expect(await enrolled.acceptIdentity({ ...identity, organiser: moved })).toBe('unsent_scans');
    expect(await enrolled.acceptIdentity(identity)).toBe('taken');
    await enrolled.close();
  },
);
