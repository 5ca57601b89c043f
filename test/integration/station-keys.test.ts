import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sealingKey, signingKey, type KeyPair } from '../../shared/contract/okp-key.ts';
import { signRevocation } from '../../shared/sealing/revocation-statement.ts';
import { keysFingerprint, signSetupKeys } from '../../shared/sealing/trusted-keys.ts';
import { sign, signedTicket, testKey } from '../support/signed-codes.ts';
import {
  runStation,
  temporaryDirectory,
  until,
  type RunningStation,
} from '../support/station/run-station.ts';
import { EVENT, eventRow, numbered, setupBody, ticketRow } from '../support/station/rows.ts';
import { ScriptedServer } from '../support/station/scripted-server.ts';
import { setupEvery } from '../support/station/poll-intervals.ts';

const organiser = { statements: makePair('ed25519'), sealing: makePair('x25519') };
const stranger = { statements: makePair('ed25519'), sealing: makePair('x25519') };
const codeKey = testKey('own1');
const forged = testKey('bad1');
const venueKey = Buffer.alloc(32, 1).toString('base64url');
const peers = { keys: [venueKey], addresses: [] };
const IDENTITY = /GET .*integration\/me$/;
const SETUP = /GET .*setup$/;
const credentials = { client_id: 'cli', client_secret: 'secret' };

let server: ScriptedServer;
let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
let door: RunningStation;

beforeEach(async () => {
  server = new ScriptedServer();
  server.events = [eventRow()];
  server.tickets.push(ticketRow(1), ticketRow(2));
  server.organiserKeys = publicKeys(organiser.statements, organiser.sealing);
  server.setup = await setupWith([codeKey.key], peers, organiser.statements);
  await server.start();
  directory = await temporaryDirectory();
  door = await runStation({ dataDir: directory.path, intervals: setupEvery(100) });
  expect(await connect()).toEqual({ ok: true });
  await door.send({ kind: 'select_event', event: EVENT });
  await until('the door is ready', () => door.state().phase.kind === 'ready');
  await until('the setup is here', () => door.state().sync.fresh_at.setup !== null);
});

afterEach(async () => {
  await door[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
  await server.stop();
});

it('sends nothing to a server that speaks with other keys, and is not wiped in their name', async () => {
  await door.send({ kind: 'set_mode', mode: 'offline' });
  expect(await door.scan(numbered('ticket', 1))).toMatchObject({ kind: 'admitted' });
  const others = publicKeys(stranger.statements, stranger.sealing);
  const change = (body: unknown) => withKeys(body, others);
  server.misbehave(IDENTITY, { kind: 'rewrite', change }, 1_000);
  await door.send({ kind: 'set_mode', mode: 'automatic' });
  await until('it is refused', () => offlineReason() === 'keys_changed');
  expect(server.uploads.size).toBe(0);

  // The path also answers for the token, in the stranger's name.
  const revocation = await signRevocation(
    { client_id: 'cli', revoked_at: '2026-11-22T12:00:00.000000Z' },
    stranger.statements,
  );
  const body = { error: 'invalid_client', revocation };
  server.token = 'another';
  server.misbehave('/oauth/token', { kind: 'status', status: 401, body }, 1_000);
  await until('it is heard', () => offlineReason() === 'unauthorized');
  server.behave();
  await until('the scan arrives', () => server.uploads.size === 1);
  expect(door.state().phase.kind).toBe('ready');
});

it('believes no keys in a setup that the organiser did not sign', async () => {
  const setup = { ...server.setup, code_keys: [codeKey.key, forged.key] };
  const before = server.requests.length;
  const fresh = door.state().sync.fresh_at.setup;
  server.misbehave(SETUP, { kind: 'rewrite', change: () => ({ data: setup }) }, 1_000);
  await until('it was sent', () => server.requests.slice(before).filter(isSetup).length > 1);
  expect(await door.scan(await sign(signedTicket(5), forged))).toMatchObject({
    kind: 'unknown_ticket',
  });
  expect(await door.scan(await sign(signedTicket(6), codeKey))).toMatchObject({ kind: 'admitted' });
  server.behave();
  await until('the setup is read again', () => door.state().sync.fresh_at.setup !== fresh);
});

it('connects with other keys only by an enrolment code that names them', async () => {
  const others = publicKeys(stranger.statements, stranger.sealing);
  const names = (pair: typeof organiser) =>
    keysFingerprint({ statements: pair.statements.x, sealing: pair.sealing.x });
  expect(await connect(await names(stranger))).toMatchObject({ code: 'connect.keys_changed' });
  server.organiserKeys = others;
  server.setup = await setupWith([forged.key], peers, stranger.statements);
  expect(await connect()).toMatchObject({ code: 'connect.keys_changed' });
  expect(await connect(await names(organiser))).toMatchObject({ code: 'connect.keys_changed' });
  expect(await connect(await names(stranger))).toEqual({ ok: true });
  await until('the door is live', () => door.state().sync.connection.kind === 'live');
  const fresh = door.state().sync.fresh_at.setup;
  await until('the setup is read again', () => door.state().sync.fresh_at.setup !== fresh);
  const token = await sign(signedTicket(5), forged);
  expect(await door.scan(token)).toMatchObject({ kind: 'admitted' });
});

function connect(keys?: string) {
  return door.send({
    kind: 'connect',
    server_url: server.url,
    ...credentials,
    ...(keys === undefined ? {} : { keys }),
  });
}

function offlineReason() {
  const { connection } = door.state().sync;
  return connection.kind === 'offline' ? connection.reason : null;
}

function isSetup({ path }: { readonly path: string }) {
  return path.endsWith('/setup');
}

function withKeys(body: unknown, organiser_keys: unknown) {
  if (typeof body !== 'object' || body === null || !('data' in body)) return body;
  return { data: { ...Object(body.data), organiser_keys } };
}

async function setupWith(code_keys: readonly unknown[], sent: typeof peers, key: KeyPair) {
  const keys = { event: EVENT, code_keys, venue_keys: sent.keys };
  return setupBody({ code_keys, peers: sent, keys_signature: await signSetupKeys(keys, key) });
}

function publicKeys(statements: KeyPair, sealing: KeyPair) {
  return { statements: signingKey(statements.x), sealing: sealingKey(sealing.x) };
}

function makePair(kind: 'ed25519' | 'x25519'): KeyPair {
  const { privateKey } =
    kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' });
  return { x, d };
}
