import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtProgram } from '../../test/support/station/programs.ts';
import { forkChild, type ChildHandle } from '../processes/child-handle.ts';
import { startEmbeddedServer, type EmbeddedServer } from './embedded-server.ts';

const module = fileURLToPath(builtProgram('server-process'));
const patience = { timeout: 60_000 };
let data: string;
let server: EmbeddedServer | null;
let children: ChildHandle[];
let said: string[];

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-server-'));
  server = null;
  children = [];
  said = [];
});
afterEach(async () => {
  await server?.stop();
  await rm(data, { recursive: true });
});

function start(port: number, patienceMs?: number): Promise<EmbeddedServer> {
  return startEmbeddedServer({
    data,
    port,
    demo: null,
    log: (sentence) => said.push(sentence),
    spawn: () => {
      const child = forkChild(module);
      children.push(child);
      return child;
    },
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
}

const isUp = async (authUrl: string) =>
  (await fetch(`${authUrl}/healthz`).catch(() => null))?.status === 200;

/** Another program listening on a port. */
async function occupyPort() {
  const other = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  other.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = other.address();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return { port: address.port, free: () => other.close() };
}

describe('the embedded server', () => {
  it('accepts requests on loopback, and none after it was stopped', async () => {
    server = await start(0);
    expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/v1`);
    expect(await isUp(server.authUrl)).toBe(true);
    await server.stop();
    expect(await isUp(server.authUrl)).toBe(false);
  });

  it('restarts at the same address after it was killed', { tags: ['long'] }, async () => {
    server = await start(0);
    const { authUrl } = server;
    for (let kill = 1; kill <= 2; kill += 1) {
      children.at(-1)?.kill();
      await expect.poll(() => children.length, patience).toBe(kill + 1);
      await expect.poll(() => isUp(authUrl), patience).toBe(true);
    }
    expect(said.join('\n')).toMatch(/The server ended; starting it again/);
  });

  it(
    'waits for its port while a predecessor is about to release it',
    { tags: ['long'] },
    async () => {
      const other = await occupyPort();
      const starting = start(other.port, 60_000);
      await expect.poll(() => children.length, patience).toBeGreaterThan(1);
      other.free();
      server = await starting;
      expect(server.port).toBe(other.port);
    },
  );

  it('reports that another program uses its port, and stays where its clients expect it', async () => {
    const other = await occupyPort();
    await expect(start(other.port, 0)).rejects.toMatchObject({
      code: 'port_taken',
      message: expect.stringContaining(String(other.port)),
    });
    other.free();
  });

  it('reports that it cannot start at all', { tags: ['long'] }, async () => {
    await rm(data, { recursive: true });
    data = join(data, '\0');
    await expect(start(0)).rejects.toMatchObject({ code: 'server_failed' });
    data = await mkdtemp(join(tmpdir(), 'gatehouse-server-'));
  });

  it('says what to do with a database of a version that was never released', async () => {
    const file = new BetterSqlite(join(data, 'server.db'));
    file.exec('create table organisers (id integer); pragma user_version = 20');
    file.close();
    await expect(start(0)).rejects.toMatchObject({
      code: 'server_failed',
      message: expect.stringMatching(/^The server did not start: This .+ never released.+\.$/),
    });
  });

  it('ends when its host is killed', { tags: ['long'] }, async () => {
    const code = `
      const { startEmbeddedServer } = await import(${JSON.stringify(new URL('./embedded-server.ts', import.meta.url).href)});
      const { forkChild } = await import(${JSON.stringify(new URL('../processes/child-handle.ts', import.meta.url).href)});
      const server = await startEmbeddedServer({
        data: ${JSON.stringify(data)}, port: 0, demo: null, log: () => {}, spawn: () => forkChild(${JSON.stringify(module)}),
      });
      process.stdout.write(server.authUrl);
    `;
    const host = spawn(process.execPath, ['--input-type=module', '--eval', code]);
    const { promise, resolve } = Promise.withResolvers<string>();
    host.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    const authUrl = await promise;
    expect(await isUp(authUrl)).toBe(true);
    host.kill('SIGKILL');
    await expect.poll(() => isUp(authUrl), patience).toBe(false);
  });
});
