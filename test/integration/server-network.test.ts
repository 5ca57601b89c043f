import { createServer, type Server } from 'node:net';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  EnrolmentChoice,
  JoiningStation,
  ServerNetwork,
} from '../../shared/station/server.ts';
import { readEnrolmentCode } from '../../shared/ticket-code/enrolment-code.ts';
import { readHostSettings } from '../../src-main/startup/host-settings.ts';
import type { ChildHandle } from '../../src-main/processes/child-handle.ts';
import { networkHosts } from '../../src-main/own-server/network-hosts.ts';
import { takeUsualPorts } from '../support/take-usual-ports.ts';
import { runHost, spawnServer, type RunningHost } from '../support/station/run-host.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { NO_NETWORK, withReason } from '../support/has-tool.ts';

// The server that a host runs, opened for the other computers of the local network.

const own = {
  kind: 'own',
  organiser: 'Nordlys',
  event: 'Åpningsfest',
  entry_points: ['North Gate', 'South Gate'],
  timezone: 'Europe/Oslo',
} as const;
/** A machine without a local network has nothing to be reached at. */
const [here] = networkHosts();

let folders: Awaited<ReturnType<typeof temporaryDirectory>>[];
let open: AsyncDisposableStack;
beforeEach(async () => {
  folders = [await temporaryDirectory(), await temporaryDirectory()];
  open = new AsyncDisposableStack();
  open.defer(await takeUsualPorts());
});
afterEach(async () => {
  await open.disposeAsync();
  for (const folder of folders) await folder[Symbol.asyncDispose]();
});

const data = () => folders[0]?.path ?? '';

async function startHost(
  args: readonly string[] = ['--no-demo'],
  spawn: () => ChildHandle = spawnServer,
): Promise<RunningHost> {
  const host = await runHost(data(), { args, spawn });
  open.defer(host.stop);
  return host;
}

async function network(host: RunningHost): Promise<ServerNetwork> {
  const server = await host.server();
  if (server.kind !== 'here') throw new Error('expected a server here');
  return server.network;
}

async function opened(host: RunningHost): Promise<Extract<ServerNetwork, { kind: 'open' }>> {
  let last = await network(host);
  await expect
    .poll(async () => (last = await network(host)).kind, { timeout: 20_000 })
    .toBe('open');
  if (last.kind !== 'open') throw new Error('expected it to be open');
  return last;
}

async function choices(host: RunningHost): Promise<readonly EnrolmentChoice[]> {
  const answer = await host.ask({ kind: 'read_enrolment_choices' });
  if (!answer.ok || !('enrolment_choices' in answer)) throw new Error('expected choices');
  return answer.enrolment_choices;
}

async function enrol(host: RunningHost): Promise<JoiningStation> {
  const [choice] = await choices(host);
  const answer = await host.ask({
    kind: 'enrol_station',
    host: here ?? '',
    name: 'South Gate',
    organiser: choice?.organiser ?? '',
    event: choice?.event ?? null,
    location: choice?.entry_points[1]?.reference ?? null,
  });
  if (!answer.ok || !('joining' in answer)) throw new Error(JSON.stringify(answer));
  return answer.joining;
}

/** A station on another computer, which reads the code off the screen. */
async function joinWith(code: string): Promise<RunningStation> {
  const station = await runStation({ dataDir: folders[1]?.path ?? '' });
  open.defer(() => station[Symbol.asyncDispose]());
  const enrolment = readEnrolmentCode(code);
  if (enrolment === null) throw new Error('expected an enrolment code');
  expect(await station.send({ kind: 'connect', ...enrolment })).toEqual({ ok: true });
  await until('the station is live', () => connection(station) === 'live');
  return station;
}

function connection(station: RunningStation): string {
  const { connection: now } = station.state().sync;
  return now.kind === 'offline' ? now.reason : now.kind;
}

async function occupy(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, resolve));
  open.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return server;
}

describe.skipIf(here === undefined)(
  withReason(
    'the server of a host, opened for the network',
    here === undefined ? NO_NETWORK : null,
  ),
  { tags: ['long'] },
  () => {
    it('is joined with a code, left at once when it closes, and found again after a restart', async () => {
      const host = await startHost();
      await host.ask({ kind: 'run_server', content: own });
      expect(await network(host)).toEqual({ kind: 'closed' });
      expect(readdirSync(data())).not.toContain('server-tls.pem');
      expect(await host.ask({ kind: 'open_server', with_demo: false })).toMatchObject({
        ok: true,
        server: { network: { kind: 'open', hosts: networkHosts(), lost_host: null } },
      });
      const { port, expires_at } = await opened(host);
      expect(new Date(expires_at).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 10);
      if (process.platform !== 'win32') {
        expect(statSync(join(data(), 'server-tls.pem')).mode & 0o777).toBe(0o600);
      }

      const joining = await enrol(host);
      expect(joining).toMatchObject({
        name: 'South Gate',
        qr: expect.stringMatching(/^<\?xml|^<svg/),
      });
      const station = await joinWith(joining.code);
      await until('its event is here', () => station.state().phase.kind === 'ready');
      expect(station.state()).toMatchObject({
        client_id: joining.client_id,
        organiser: 'Nordlys',
        event: { name: 'Åpningsfest' },
        entry_point: { name: 'South Gate' },
      });
      expect(station.state().warnings.map(({ code }) => code)).not.toContain('plain_http');

      expect(await host.ask({ kind: 'close_server' })).toMatchObject({
        server: { network: { kind: 'closed' } },
      });
      await until('it is offline', () => connection(station) === 'unreachable');
      expect(station.state().phase.kind).toBe('ready');
      await until('its own stays', () => connection(host.door) === 'live');
      await host.ask({ kind: 'open_server', with_demo: false });
      await until('it is back', () => connection(station) === 'live');
      await host.stop();
      await until('the server is gone', () => connection(station) === 'unreachable');

      const again = await startHost();
      expect(await opened(again)).toEqual({ ...(await opened(again)), port, expires_at });
      await until('it found it again', () => connection(station) === 'live');
    });

    it('informs the command line where stations reach it, and which certificate it has', async () => {
      const host = await startHost();
      await host.ask({ kind: 'run_server', content: own });
      await host.ask({ kind: 'open_server', with_demo: false });
      const { port } = await opened(host);
      const enrolment = readEnrolmentCode((await enrol(host)).code);
      const written = here?.includes(':') === true ? `[${here}]` : here;
      expect(enrolment).toMatchObject({ server_url: `https://${written}:${port}/v1` });
      expect(enrolment?.certificate).toMatch(/^[\w-]{43}$/);
      expect(printedAddress()).toEqual({
        url: enrolment?.server_url,
        certificate: enrolment?.certificate,
      });
      await host.ask({ kind: 'close_server' });
      expect(printedAddress()).toEqual({
        url: expect.stringMatching(/^http:\/\/127/),
        certificate: null,
      });
    });

    it('is open again after its process was killed, and remembers where codes led', async () => {
      const children: ChildHandle[] = [];
      const host = await startHost(['--no-demo'], () => {
        const child = spawnServer();
        children.push(child);
        return child;
      });
      await host.ask({ kind: 'run_server', content: own });
      await host.ask({ kind: 'open_server', with_demo: false });
      const before = await opened(host);
      await enrol(host);
      expect(readHostSettings(data()).network).toMatchObject({ open: true, host: here });
      children.at(-1)?.kill();
      await until('another one runs', () => children.length === 2);
      expect(await opened(host)).toEqual(before);
    });

    it('reports that its port is in use, moves to another one, and returns to its own once it is free', async () => {
      const first = await startHost();
      await first.ask({ kind: 'run_server', content: own });
      await first.ask({ kind: 'open_server', with_demo: false });
      const { port } = await opened(first);
      await first.stop();
      const other = await occupy(port);
      const host = await startHost();
      await expect
        .poll(() => network(host), { timeout: 20_000 })
        .toMatchObject({ kind: 'failed', problem: 'port_taken', port });
      await until('its own station is live', () => connection(host.door) === 'live');
      await host.ask({ kind: 'move_server' });
      const moved = await opened(host);
      expect(moved.port).not.toBe(port);
      expect(readHostSettings(data()).network?.port).toBe(moved.port);
      await host.ask({ kind: 'close_server' });
      const blocker = await occupy(moved.port);
      await host.ask({ kind: 'open_server', with_demo: false });
      expect(await network(host)).toMatchObject({ kind: 'failed', problem: 'port_taken' });
      await new Promise<void>((resolve) => blocker.close(() => resolve()));
      expect((await opened(host)).port).toBe(moved.port);
      other.close();
    });

    it('stays closed without its certificate until another one is requested, which no station trusts', async () => {
      const first = await startHost();
      await first.ask({ kind: 'run_server', content: own });
      await first.ask({ kind: 'open_server', with_demo: false });
      const station = await joinWith((await enrol(first)).code);
      await first.stop();
      for (const name of ['server-tls.pem', 'server-tls.pem.bak']) {
        writeFileSync(join(data(), name), 'half of it');
      }
      const host = await startHost();
      await expect
        .poll(() => network(host), { timeout: 20_000 })
        .toMatchObject({ kind: 'failed', problem: 'certificate_lost' });
      await host.ask({ kind: 'renew_certificate' });
      await opened(host);
      await until('it is refused', () => connection(station) === 'certificate_changed');
      expect(readFileSync(join(data(), 'server-tls.pem.damaged-1'), 'utf8')).toBe('half of it');
    });

    it('is not opened with demo data unless somebody confirms, even if that came later', async () => {
      const host = await startHost([]);
      expect(await host.server()).toMatchObject({ demo: true });
      expect(await host.ask({ kind: 'open_server', with_demo: false })).toMatchObject({
        ok: false,
        code: 'server.demo_closed',
      });
      expect(await network(host)).toEqual({ kind: 'closed' });
      expect(await host.ask({ kind: 'open_server', with_demo: true })).toMatchObject({ ok: true });
      await opened(host);
      await host.ask({ kind: 'close_server' });
      await host.stop();

      const settings = JSON.parse(readFileSync(join(data(), 'host.json'), 'utf8'));
      settings.network = { ...settings.network, open: true, with_demo: false };
      for (const name of ['host.json', 'host.json.bak']) {
        writeFileSync(join(data(), name), JSON.stringify(settings));
      }
      expect(await network(await startHost([]))).toEqual({ kind: 'closed' });
    });

    it('that one page closed stays closed when another page repairs what kept it closed', async () => {
      const host = await startHost();
      await host.ask({ kind: 'run_server', content: own });
      await host.ask({ kind: 'open_server', with_demo: false });
      await opened(host);
      await host.ask({ kind: 'close_server' });
      const certificate = readFileSync(join(data(), 'server-tls.pem'), 'utf8');
      for (const kind of ['move_server', 'renew_certificate'] as const) {
        expect(await host.ask({ kind })).toMatchObject({
          ok: true,
          server: { network: { kind: 'closed' } },
        });
      }
      expect(readHostSettings(data()).network?.open).toBe(false);
      expect(readFileSync(join(data(), 'server-tls.pem'), 'utf8')).toBe(certificate);
    });

    it('keeps the port in its codes, even when it ended before that was stored', async () => {
      const first = await startHost();
      await first.ask({ kind: 'run_server', content: own });
      await first.ask({ kind: 'open_server', with_demo: false });
      await first.stop();
      const settings = JSON.parse(readFileSync(join(data(), 'host.json'), 'utf8'));
      settings.network.port = 0;
      for (const name of ['host.json', 'host.json.bak']) {
        writeFileSync(join(data(), name), JSON.stringify(settings));
      }
      const host = await startHost();
      const { port } = await opened(host);
      await enrol(host);
      expect(readHostSettings(data()).network?.port).toBe(port);
    });

    it('creates no code that leads nowhere, and reports what cannot work', async () => {
      const host = await startHost();
      expect(await host.ask({ kind: 'open_server', with_demo: false })).toMatchObject({ ok: true });
      await host.ask({ kind: 'close_server' });
      await host.ask({ kind: 'run_server', content: own });
      const [choice] = await choices(host);
      expect(choice).toMatchObject({
        name: 'Åpningsfest',
        organiser_name: 'Nordlys',
        entry_points: [{ name: 'North Gate' }, { name: 'South Gate' }],
      });
      const wish = {
        kind: 'enrol_station',
        host: here ?? '',
        name: 'South Gate',
        organiser: choice?.organiser ?? '',
        event: null,
        location: null,
      } as const;
      expect(await host.ask(wish)).toMatchObject({ ok: false, code: 'server.failed' });
      await host.ask({ kind: 'open_server', with_demo: false });
      expect(await host.ask({ ...wish, host: '192.0.2.77' })).toMatchObject({ ok: false });
      expect(await host.ask({ ...wish, organiser: 'org_nobody' })).toMatchObject({ ok: false });
      const { length: clients } = clientsOf(data());
      const twice = await Promise.all([host.ask(wish, 'same'), host.ask(wish, 'same')]);
      expect(twice[1]).toEqual(twice[0]);
      expect(clientsOf(data())).toHaveLength(clients + 1);
    });

    it('leaves no code and no secret in any log', async () => {
      vi.stubEnv('GATEHOUSE_LOG_LEVEL', 'debug');
      open.defer(() => void vi.unstubAllEnvs());
      const host = await startHost();
      await host.ask({ kind: 'run_server', content: own });
      await host.ask({ kind: 'open_server', with_demo: false });
      const { code } = await enrol(host);
      await joinWith(code);
      await host.stop();
      const secret = readEnrolmentCode(code)?.client_secret ?? '';
      expect(secret).toMatch(/^ges_/);
      const logs = readdirSync(join(data(), 'logs'));
      expect(logs).toContain('server.log');
      for (const name of logs) {
        expect(readFileSync(join(data(), 'logs', name), 'utf8')).not.toMatch(/g[ce]s_[\w-]{20}/);
      }
    });
  },
);

/** What `gatehouse station enrol` puts into its codes. */
function printedAddress(): unknown {
  const database = new Database(join(data(), 'server.db'), { readonly: true });
  const row: unknown = database.prepare('select url, certificate from server_address').get();
  database.close();
  return row;
}

function clientsOf(folder: string): readonly unknown[] {
  const database = new Database(join(folder, 'server.db'), { readonly: true });
  const rows = database.prepare('select client_id from clients').all();
  database.close();
  return rows;
}
