import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { readEnrolmentCode, type Enrolment } from '../../shared/ticket-code/enrolment-code.ts';
import { runCommandLine } from '../../src-server/cli/run-command-line.ts';
import { createServer, type GatehouseServer, type ServerTls } from '../../src-server/server.ts';
import { testConfig } from '../support/test-config.ts';
import { createMovableClock, type MovableClock } from '../support/test-server.ts';
import { certificates } from '../support/station/certificates.ts';
import { furnishEvent, type FurnishedEvent } from '../support/station/furnish-event.ts';
import { runStation, until, type RunningStation } from '../support/station/run-station.ts';

// `gatehouse station enrol`, and what its code does at a station: with a server of this organiser, and with whoever stands in its place.

let folder: string;
let data: string;
let venue: FurnishedEvent;
let server: GatehouseServer | null;
let door: RunningStation | null;
let stranger: Server | null;
let clock: MovableClock;

beforeAll(() => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } });
});
beforeEach(async () => {
  columns = undefined;
  started = {};
  clock = createMovableClock();
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-enrol-'));
  data = join(folder, 'data');
  server = null;
  door = null;
  stranger = null;
  await serve(null);
  venue = await furnishEvent({ dataDir: data }, { tickets: 3, clients: [] });
});
afterEach(async () => {
  await door?.[Symbol.asyncDispose]();
  await server?.close();
  await closeStranger();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(tls: ServerTls | null, port = 0): Promise<void> {
  await server?.close();
  server = await createServer(testConfig(data, { port, tls, clock }));
}

/** The width of the terminal; undefined where the output is none. */
let columns: number | undefined;

/** How npm says that it runs the program; empty where it does not. */
let started: Readonly<Record<string, string>>;

async function run(line: string, ...more: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine([...line.split(' '), ...more], {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    flushed: () => Promise.resolve(),
    columns,
    environment: { GATEHOUSE_DATA: data, ...started },
    stopRequested: () => Promise.resolve(),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

async function enrol(more: string): Promise<{ readonly code: string; readonly says: Enrolment }> {
  const ran = await run(
    `station enrol --organiser ${venue.organiser} --name North --json ${more}`.trim(),
  );
  expect(ran).toMatchObject({ code: 0, err: '' });
  const { enrolment_code: code } = JSON.parse(ran.out);
  const says = readEnrolmentCode(code);
  if (says === null) throw new Error(`expected an enrolment code, got ${code}`);
  return { code, says };
}

async function stationCount(): Promise<number> {
  const { out } = await run(`station list --organiser ${venue.organiser} --json`);
  return JSON.parse(out).data.length;
}

/** What a scanner sees of half blocks, black on white, in a terminal. */
async function readTerminal(text: string): Promise<string | undefined> {
  const lines = text.split('\n').filter((line) => line.startsWith('\u001b[30;107m'));
  const rows = lines.map((line) => line.replaceAll(/[^ ▀▄█]/g, ''));
  const scale = 6;
  const width = (rows[0]?.length ?? 0) * scale;
  const height = rows.length * 2 * scale;
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const character = rows[Math.floor(y / (2 * scale))]?.[Math.floor(x / scale)];
      const isUpper = Math.floor(y / scale) % 2 === 0;
      const isDark = character === '█' || character === (isUpper ? '▀' : '▄');
      if (isDark) pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  const image = { data: pixels, width, height, colorSpace: 'srgb' } as const;
  return (await readBarcodes(image, { formats: ['QRCode'] }))[0]?.text;
}

const inThreeDays = (from: number) => Math.abs(from - Date.now() - 3 * 86_400_000) < 60_000;

describe('an enrolment code', () => {
  it('contains the server that last ran, the secret, and the only granted event', async () => {
    const { says } = await enrol(`--events ${venue.event}`);
    expect(says).toMatchObject({
      server_url: server?.baseUrl,
      certificate: null,
      event: venue.event,
      location: null,
    });
    expect(says.client_secret).toMatch(/^ges_/);
    expect((await enrol('')).says).toMatchObject({ event: null });
  });

  it('selects the entry point, and its event with it', async () => {
    const { says } = await enrol(`--location ${venue.south}`);
    expect(says).toMatchObject({ event: venue.event, location: venue.south });
  });

  it('is printed as a QR code that scanners read, and written as one', async () => {
    columns = 200;
    const png = join(folder, 'north.png');
    const ran = await run(
      `station enrol --organiser ${venue.organiser} --name North --server https://gate.example.org --qr`,
      png,
    );
    expect(ran.code).toBe(0);
    const code = /gatehouse:\/\/\S+/.exec(ran.out)?.[0];
    expect(readEnrolmentCode(code ?? '')).toMatchObject({
      server_url: 'https://gate.example.org/v1',
    });
    expect(await readTerminal(ran.out)).toBe(code);
    const [read] = await readBarcodes(new Blob([readFileSync(png)]), { formats: ['QRCode'] });
    expect(read?.text).toBe(code);
    expect(statSync(png).mode & 0o777).toBe(0o600);
    const svg = join(folder, 'north.svg');
    await run(`station enrol --organiser ${venue.organiser} --name North --json --qr`, svg);
    expect(readFileSync(svg, 'utf8')).toContain('<svg');
  });

  it('says so if nothing answers at its address any more', async () => {
    const line = `station enrol --organiser ${venue.organiser} --name North`;
    expect((await run(line)).out).not.toContain('Nothing answers');
    await server?.close();
    server = null;
    expect((await run(line)).out).toContain('Nothing answers at http://127.0.0.1:');
  });

  it('says until when it works, by the clocks of its event', async () => {
    const line = `station enrol --organiser ${venue.organiser} --name North --days 3`;
    const { out } = await run(`${line} --events ${venue.event}`);
    const [, until = '', zone] =
      /connects one station, once, until (\S+) \((\S+)\); until then, show/.exec(out) ?? [];
    expect(zone).toBe('Europe/Oslo');
    expect(inThreeDays(Date.parse(until))).toBe(true);
    const json = JSON.parse((await run(`${line} --json`)).out);
    expect(inThreeDays(Date.parse(json.expires_at))).toBe(true);
    for (const days of ['0', '91', '1.5', 'x']) {
      const ran = await run(`station enrol --organiser ${venue.organiser} --name N --days ${days}`);
      expect([days, ran.code]).toEqual([days, 2]);
    }
  });

  it('is text alone where no scanner could read it: in a file, and in a narrow terminal', async () => {
    const line = `station enrol --organiser ${venue.organiser} --name North`;
    const piped = await run(line);
    expect(piped.out).toContain('gatehouse://enrol?');
    expect(piped.out).not.toContain('\u001b');
    columns = 40;
    const narrow = await run(line);
    expect(narrow.out).toMatch(/too narrow for the QR code: it needs \d+ columns. --qr FILE/);
    expect(narrow.out).not.toContain('\u001b');
  });

  it('has a client and a secret beside it for those who type: with the next command', async () => {
    const line = `station create --organiser ${venue.organiser} --name North --events ${venue.event}`;
    const { out } = await run(line);
    const [, secret = '', url = '', id = ''] =
      /^ {2}GATEHOUSE_CLIENT_SECRET=(\S+) gatehouse start --server=(\S+) --client-id=(\S+)$/m.exec(
        out,
      ) ?? [];
    expect(url).toBe(server?.baseUrl);
    const token = await fetch(new URL('/oauth/token', url), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: id,
        client_secret: secret,
      }),
    });
    expect(await token.json()).toMatchObject({ scope: 'events:read scanner:sync scans:write' });
    started = { npm_lifecycle_event: 'gatehouse', npm_package_name: 'gatehouse' };
    expect((await run(`${line} --data ${data}`)).out).toMatch(
      /^ {2}GATEHOUSE_CLIENT_SECRET=\S+ npm run -s gatehouse -- start --server=\S+ --client-id=\S+$/m,
    );
  });

  it('is not created, nor a client, if it could not be used or stored', async () => {
    const command = `station enrol --organiser ${venue.organiser} --name North`;
    const there = join(folder, 'there.png');
    writeFileSync(there, '');
    const refused: readonly [string, number, RegExp][] = [
      [`${command} --location loc_01kyvbnvq0g7m3x9r2c5t8w4ez`, 1, /no entry point/],
      [`${command} --events evt_01kyvbnvq0g7m3x9r2c5t8w4ez`, 1, /no event/],
      [`${command} --server gate.example.org`, 2, /--server/],
      [`${command} --certificate ${there}`, 2, /https/],
      [`${command} --server https://gate.example.org --certificate ${there}`, 2, /PEM/],
      [`${command} --qr ${there}`, 1, /exists already/],
      [`${command} --qr ${join(folder, 'away', 'north.png')}`, 1, /no folder/],
      [`${command} --qr ${join(folder, 'north.jpg')}`, 2, /\.png or \.svg/],
    ];
    for (const [line, code, says] of refused) {
      const ran = await run(line);
      expect([line, ran.code, ran.out]).toEqual([line, code, '']);
      expect(ran.err).toMatch(says);
    }
    expect(await stationCount()).toBe(0);
    expect(existsSync(join(folder, 'north.jpg'))).toBe(false);
  });

  it('of an entry point needs an event that the station may see', async () => {
    const other = await run(
      `event create --organiser ${venue.organiser} --slug other --timezone UTC --currency EUR --json --name Other`,
    );
    const { reference } = JSON.parse(other.out);
    const ran = await run(
      `station enrol --organiser ${venue.organiser} --name North --events ${reference} --location ${venue.north}`,
    );
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toMatch(/no entry point of the events/);
    expect(await stationCount()).toBe(0);
  });

  it('seeks the name of an entry point only among the events that the station may see', async () => {
    const event = `event create --organiser ${venue.organiser} --slug other --timezone UTC --currency EUR`;
    const other = JSON.parse((await run(`${event} --json --name Other`)).out).reference;
    const { name } = JSON.parse((await run(`location show ${venue.north} --json`)).out);
    const line = `station enrol --organiser ${venue.organiser} --name North --events other --location`;
    const none = `There is no entry point ${name}; there are none.`;
    expect(await run(line, name)).toEqual({ code: 1, out: '', err: none });
    const made = await run('location create --event other --json --name', name);
    const enrolled = JSON.parse((await run(line, name, '--json')).out);
    const location = JSON.parse(made.out).reference;
    expect(enrolled).toMatchObject({ event: other, location });
  });

  it("contains the server's address even if none has run yet", async () => {
    await server?.close();
    server = null;
    data = join(folder, 'new');
    const made = await run('organiser create --json --name', 'Nordlys');
    const command = `station enrol --organiser ${JSON.parse(made.out).reference} --name North`;
    expect(await run(command)).toMatchObject({ code: 2, err: expect.stringMatching(/--server/) });
    expect(await run(`${command} --server https://gate.example.org/v1`)).toMatchObject({ code: 0 });
  });
});

const connect = ({ server_url, client_id, client_secret, ...chosen }: Enrolment) =>
  door?.send({ kind: 'connect', server_url, client_id, client_secret, ...chosen });

const openDoor = async () => {
  door = await runStation({ dataDir: join(folder, 'door') });
  return door;
};

const offlineReason = () => {
  const connection = door?.state().sync.connection;
  return connection?.kind === 'offline' ? connection.reason : null;
};

describe('a station that connects with the code', () => {
  it('works at the event and the entry point that the organiser chose', async () => {
    const { says } = await enrol(`--location ${venue.south}`);
    const opened = await openDoor();
    expect(await connect(says)).toEqual({ ok: true });
    await until('the door is ready', () => opened.state().phase.kind === 'ready');
    expect(opened.state()).toMatchObject({
      event: { reference: venue.event },
      entry_point: { reference: venue.south },
    });
    expect((await opened.scan(venue.tickets[0] ?? '')).reason).toBe('scanning.allowed');
  });

  it('uses it up: another station, or this one without its data, is told so', async () => {
    const { says } = await enrol(`--location ${venue.south}`);
    const opened = await openDoor();
    expect(await connect(says)).toEqual({ ok: true });
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
    await using another = await runStation({ dataDir: join(folder, 'another') });
    const { server_url, client_id, client_secret } = says;
    const found = { kind: 'connect', server_url, client_id, client_secret } as const;
    expect(await another.send(found)).toMatchObject({ code: 'connect.code_ended' });
    // Whoever stands in the server's place is sent nothing in place of the code.
    const elsewhere = { ...says, server_url: server_url.replace('127.0.0.1', 'localhost') };
    expect(await connect(elsewhere)).toMatchObject({ code: 'connect.code_ended' });
    expect(opened.state().sync.connection.kind).toBe('live');
    await door?.[Symbol.asyncDispose]();
    const restarted = await openDoor();
    await until('the door is live', () => restarted.state().sync.connection.kind === 'live');
  });

  it('may read it twice at once', async () => {
    const { says } = await enrol('');
    const opened = await openDoor();
    expect(await Promise.all([connect(says), connect(says)])).toEqual([{ ok: true }, { ok: true }]);
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
  });

  it('leaves the code as it is where it may not enter, and is told once its days are over', async () => {
    const { says } = await enrol('--days 1');
    const { says: late } = await enrol('--days 1');
    const opened = await openDoor();
    const other = { ...says, keys: 'A'.repeat(43) };
    expect(await connect(other)).toMatchObject({ code: 'connect.keys_changed' });
    clock.advance(86_340_000);
    expect(await connect(says)).toEqual({ ok: true });
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
    clock.advance(60_000);
    await using another = await runStation({ dataDir: join(folder, 'another') });
    const { server_url, client_id, client_secret } = late;
    const found = { kind: 'connect', server_url, client_id, client_secret } as const;
    expect(await another.send(found)).toMatchObject({ code: 'connect.code_ended' });
  });

  it('keeps a later choice when the same client is connected again', async () => {
    const { says } = await enrol(`--location ${venue.south}`);
    const opened = await openDoor();
    await connect(says);
    await until('the door is ready', () => opened.state().phase.kind === 'ready');
    await opened.send({ kind: 'select_entry_point', location: venue.north });
    await connect(says);
    expect(opened.state().entry_point?.reference).toBe(venue.north);
  });
});

const portOf = () => Number(new URL(server?.authUrl ?? '').port);

/** Another program at the server's port. */
async function standIn(port: number, other: Server): Promise<void> {
  await server?.close();
  server = null;
  stranger = other;
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
}

async function enrolPinned(): Promise<{ readonly says: Enrolment; readonly port: number }> {
  await serve(certificates.own);
  const { says } = await enrol(`--events ${venue.event}`);
  expect(says.certificate).toMatch(/^[\w-]{43}$/);
  return { says, port: portOf() };
}

describe('a server with a self-signed certificate', () => {
  it('is trusted by the code alone: lists, stream and uploads', async () => {
    const { says } = await enrolPinned();
    const opened = await openDoor();
    expect(await connect(says)).toEqual({ ok: true });
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
    await until('the door is ready', () => opened.state().phase.kind === 'ready');
    await opened.scan(venue.tickets[0] ?? '');
    await until('it is sent', () => opened.state().sync.queued === 0);
    expect(await connect({ ...says, certificate: null })).toMatchObject({
      code: 'connect.certificate_not_trusted',
    });
  });

  it('is still trusted after a restart of the station, and when its secret is typed in again', async () => {
    const { says } = await enrolPinned();
    await openDoor();
    await connect(says);
    await door?.[Symbol.asyncDispose]();
    const opened = await openDoor();
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
    const { server_url, client_id, client_secret } = says;
    const typed = { kind: 'connect', server_url, client_id, client_secret } as const;
    expect(await opened.send(typed)).toEqual({ ok: true });
  });

  it('counts as another one with another certificate, and nothing is sent to it', async () => {
    const { says, port } = await enrolPinned();
    const opened = await openDoor();
    await connect(says);
    await until('the door is ready', () => opened.state().phase.kind === 'ready');
    const heard: string[] = [];
    await standIn(
      port,
      createHttpsServer(certificates.another, ({ url = '' }, response) => {
        heard.push(url);
        response.end();
      }),
    );
    await until('the screens are told', () => offlineReason() === 'certificate_changed');
    expect((await opened.scan(venue.tickets[1] ?? '')).reason).toBe('scanning.allowed');
    expect(await connect(says)).toMatchObject({ code: 'connect.certificate_changed' });
    await opened.send({ kind: 'sync_now' });
    expect(heard).toEqual([]);
    await closeStranger();
    await serve(certificates.own, port);
    await until('the door is live', () => opened.state().sync.connection.kind === 'live');
    await until('it is sent', () => opened.state().sync.queued === 0);
  });

  it('is not reached through an interceptor, whoever trusts it', async () => {
    const { says, port } = await enrolPinned();
    await openDoor();
    const heard: string[] = [];
    const proxy = createHttpsServer(certificates.another, (incoming, response) => {
      heard.push(incoming.url ?? '');
      incoming.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    await standIn(port, proxy);
    expect(await connect(says)).toMatchObject({ code: 'connect.certificate_changed' });
    expect(heard).toEqual([]);
  });

  it("is trusted by a device whose clock is before the certificate's validity, with the code alone", async () => {
    await serve(certificates.ofTomorrow);
    const { says } = await enrol(`--events ${venue.event}`);
    const opened = await openDoor();
    expect(await connect({ ...says, certificate: null })).toMatchObject({
      code: 'connect.certificate_not_trusted',
    });
    expect(await connect(says)).toEqual({ ok: true });
    await until('the door is ready', () => opened.state().phase.kind === 'ready');
    expect((await opened.scan(venue.tickets[0] ?? '')).reason).toBe('scanning.allowed');
  });

  it('is not trusted once its certificate has expired', async () => {
    await serve(certificates.expired);
    const { says } = await enrol('');
    await openDoor();
    expect(await connect(says)).toMatchObject({ code: 'connect.certificate_not_trusted' });
  });

  it('is not confused with a plain HTTP server at its port', async () => {
    const { says, port } = await enrolPinned();
    await openDoor();
    await standIn(
      port,
      createHttpServer((_request, response) => response.end()),
    );
    expect(await connect(says)).toMatchObject({ code: 'connect.not_a_server' });
  });
});

async function closeStranger(): Promise<void> {
  const other = stranger;
  stranger = null;
  if (other === null) return;
  other.closeAllConnections();
  await new Promise((resolve) => other.close(resolve));
}
