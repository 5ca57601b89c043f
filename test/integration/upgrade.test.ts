import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyWebhook } from '../../src-server/webhooks/verify-webhook.ts';
import { ReadyDemo } from '../support/e2e/demo.ts';
import { nextJson } from '../support/e2e/wait-for-line.ts';
import { packProject } from '../support/installed-package.ts';
import { lineReader } from '../support/line-reader.ts';
import { passIn, visitPage } from '../support/page-visitor.ts';
import { openReceiver } from '../support/webhooks/receiver.ts';

// A newer package installed over the former with `npm install --global`, around data that a server and a door have made. The newer one is the present one with
// the next version's number and one more step of the schema, because no two versions of Gatehouse differ in their schema yet.

const run = promisify(execFile);
const NEXT = '999.0.0';
const STEP = '() => "create table seats (label text); insert into seats values (\'A1\')"';

const Started = Type.Object({
  url: Type.String(),
  server: Type.Object({ base_url: Type.String(), auth_url: Type.String() }),
  demo: ReadyDemo,
});
type Started = Static<typeof Started>;
const Subscribed = Type.Object({ data: Type.Object({ secret: Type.String() }) });
const Token = Type.Object({ access_token: Type.String() });
const Outcome = Type.Object({
  kind: Type.Literal('outcome'),
  outcome: Type.Object({ reason: Type.String() }),
});

let folder: string;
let child: ChildProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-upgrade-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

const data = () => join(folder, 'data');
const program = () => join(folder, 'prefix', 'bin', 'gatehouse');

/** Over whatever is installed there. */
async function install(tarball: string): Promise<void> {
  const words = ['install', '--global', '--prefix', join(folder, 'prefix'), tarball];
  await run('npm', [...words, '--no-audit', '--no-fund'], { cwd: folder });
}

/** The package with the next version's number, which its bundles hold too, and one more step of the schema. */
async function packNext(tarball: string): Promise<string> {
  const next = join(folder, 'next');
  await mkdir(next);
  await run('tar', ['-xzf', tarball, '-C', next]);
  const root = join(next, 'package');
  const chunks = join(root, 'out/main/chunks');
  const bundles = (await readdir(chunks)).map((name) => join(chunks, name));
  const manifests = ['package.json', 'npm-shrinkwrap.json'].map((name) => join(root, name));
  for (const file of [...manifests, ...bundles.filter((name) => name.endsWith('.js'))]) {
    const text = await readFile(file, 'utf8');
    const raised = text
      .replace(/("version": |\tversion: |VERSION = )"[\d.]+"/, `$1"${NEXT}"`)
      .replace('migrations = [baseline]', `migrations = [baseline, ${STEP}]`);
    if (raised !== text) await writeFile(file, raised);
  }
  const packed = join(folder, `gatehouse-${NEXT}.tgz`);
  await run('tar', ['-czf', packed, '-C', next, 'package']);
  return packed;
}

async function gatehouse(...words: string[]): Promise<string> {
  const env = { ...process.env, GATEHOUSE_DATA: data() };
  return (await run(program(), words, { env, maxBuffer: 2 ** 26 })).stdout;
}

/** A door with its own server. */
async function startDoor(): Promise<Started> {
  const words = ['start', '--host=browser', '--no-open', '--json', '--data', data()];
  const started = spawn(program(), words, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = started;
  return Value.Parse(Started, await nextJson(lineReader(started.stdout)));
}

async function stopDoor(): Promise<void> {
  if (child === null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  child = null;
}

/** What the door says of codes, one after another, over the connection that its screen has. */
async function scan(url: string, ...codes: readonly string[]): Promise<readonly string[]> {
  const { socket, outcome } = await visitPage(url, { pass: passIn(url) });
  expect(outcome).toBe('entered');
  const reasons: string[] = [];
  for (const code of codes) {
    const said = Promise.withResolvers<string>();
    socket.on('message', (message: Buffer) => {
      const heard: unknown = JSON.parse(message.toString());
      if (Value.Check(Outcome, heard)) said.resolve(heard.outcome.reason);
    });
    const command = { kind: 'scan', code, symbology: null, source: 'keyboard' };
    socket.send(JSON.stringify({ id: randomUUID(), command }));
    reasons.push(await said.promise);
  }
  socket.terminate();
  return reasons;
}

async function tokenOf({ server, demo }: Started): Promise<string> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', ...demo.integrator });
  const response = await fetch(`${server.auth_url}/oauth/token`, { method: 'POST', body });
  return Value.Parse(Token, await response.json()).access_token;
}

const call = (token: string, { server }: Started, path: string, body?: object) =>
  fetch(`${server.base_url}/integration${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });

/** Everything that an operator and a door would miss. */
async function readAll(organiser: string) {
  const of = ['--organiser', organiser, '--json'];
  const event = ['--event', 'winter-gala', '--json'];
  return {
    members: await gatehouse('member', 'list', ...of),
    subscriptions: await gatehouse('webhook', 'list', ...of),
    clients: await gatehouse('client', 'list', ...of),
    audit: await gatehouse('audit', 'list', ...of),
    orders: await gatehouse('export', 'orders', ...event),
    tickets: await gatehouse('export', 'tickets', ...event),
    scans: await gatehouse('export', 'scans', ...event),
    journal: await gatehouse('journal', 'verify', '--data', data(), '--json'),
  };
}

function readServerFile(query: string): unknown {
  const database = new Database(join(data(), 'server.db'), { readonly: true });
  try {
    return database.prepare(query).pluck().get();
  } finally {
    database.close();
  }
}

it(
  'a newer package over the former one finds all data of a server and a door, and both go on',
  { tags: ['long'] },
  async () => {
    const { tarball } = await packProject(folder);
    const next = await packNext(tarball);
    await using receiver = {
      ...(await openReceiver()),
      [Symbol.asyncDispose]: () => receiver.close(),
    };
    await install(tarball);
    const former = await gatehouse('--version');

    const before = await startDoor();
    const { organiser, door } = before.demo;
    const [free, , elsewhere] = door.codes;
    const token = await tokenOf(before);
    const subscription = { url: receiver.url, events: ['ticket.scanned'] };
    const subscribed = await call(token, before, '/webhooks', subscription);
    const { secret } = Value.Parse(Subscribed, await subscribed.json()).data;
    const nora = ['--email', 'nora@example.org', '--role', 'manager'];
    await gatehouse('member', 'invite', '--organiser', organiser, ...nora);
    expect(await scan(before.url, free?.code ?? '')).toEqual(['scanning.allowed']);
    await receiver.received(1);
    await stopDoor();
    const kept = await readAll(organiser);
    expect(kept.members).toContain('nora@example.org');
    expect(kept.scans.trim().split('\n').length).toBeGreaterThan(1);
    expect(JSON.parse(kept.journal)).toMatchObject({ kind: 'whole', rows: 1 });
    const schema = Number(readServerFile('pragma user_version'));

    await install(next);
    expect(await gatehouse('--version')).toBe(former.replace(/\S+/, NEXT));
    expect(await readAll(organiser)).toEqual(kept);
    expect(readServerFile('pragma user_version')).toBe(schema + 1);
    expect(readServerFile('select label from seats')).toBe('A1');

    const after = await startDoor();
    expect(await scan(after.url, free?.code ?? '', elsewhere?.code ?? '')).toEqual([
      'scanning.already_scanned',
      'scanning.wrong_entry_point',
    ]);
    expect((await call(token, after, '/events')).status).toBe(200);
    const requests = await receiver.received(3);
    for (const { headers, body } of requests) {
      const header = String(headers['x-service-signature']);
      const nowSeconds = Math.floor(Date.now() / 1_000);
      expect(verifyWebhook({ secret, header, body, nowSeconds })).toMatchObject({
        kind: 'genuine',
      });
    }
    await stopDoor();
    const journal = await gatehouse('journal', 'verify', '--data', data(), '--json');
    expect(JSON.parse(journal)).toMatchObject({ kind: 'whole', rows: 3 });

    await install(tarball);
    await expect(gatehouse('organiser', 'list')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^This database was written by a newer version .+\n$/),
    });
  },
);
