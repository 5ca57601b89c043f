import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { formatInstant } from '../../../shared/instant.ts';
import { EVENT, scanRow, timeAt } from '../../../test/support/station/rows.ts';
import type { RemoteChange, Remote } from '../../ports/remote.ts';
import { deviceClock } from '../system/device-clock.ts';
import { readChangeStream } from './change-stream.ts';
import { openHttpRemote } from './http-remote.ts';

const nothing = () => undefined;

describe('a response that is read as it arrives', () => {
  let server: Server | null = null;
  let remote: Remote | null = null;

  afterEach(async () => {
    await remote?.close();
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  });

  /** A server that gives tokens, and this answer to anything else. */
  const behind = async (answer: RequestListener): Promise<Remote> => {
    server = createServer((request, response) => {
      if (request.url !== '/oauth/token') return answer(request, response);
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ access_token: 'token', expires_in: 3_600 }));
    });
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : null;
    remote = openHttpRemote(
      { server_url: `http://127.0.0.1:${port}`, client_id: 'cli', client_secret: 'secret' },
      deviceClock,
    );
    return remote;
  };
  const snapshotOf = async (answer: RequestListener) => {
    const pieces: Uint8Array[] = [];
    const result = await (
      await behind(answer)
    ).readSnapshot(EVENT, null, async (bytes) => {
      pieces.push(bytes);
      return true;
    });
    return { result, text: Buffer.concat(pieces).toString() };
  };
  const ndjson = { 'content-type': 'application/x-ndjson; charset=utf-8' };
  const lines = `${'{"kind":"row"}\n'.repeat(20_000)}{"kind":"end"}\n`;

  it.each([
    ['zstd', zstdCompressSync(lines)],
    ['gzip', gzipSync(lines)],
    ['identity', Buffer.from(lines)],
  ])('is unpacked whole from %s', async (coding, body) => {
    const { result, text } = await snapshotOf((_request, response) => {
      response.writeHead(200, { ...ndjson, 'content-encoding': coding }).end(body);
    });
    expect(result).toMatchObject({ kind: 'ok', metadata: { requests: 1 } });
    expect(text).toBe(lines);
  });

  it('yields what arrived before it broke off, and reports that it did', async () => {
    const body = zstdCompressSync(
      Buffer.from(Array.from({ length: 400_000 }, (_, index) => (index * 7919) % 251)),
    );
    const { result, text } = await snapshotOf((_request, response) => {
      response.writeHead(200, { ...ndjson, 'content-encoding': 'zstd' });
      response.write(body.subarray(0, body.length - 10), () =>
        setTimeout(() => response.destroy(), 50),
      );
    });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'unreachable' } });
    expect(text.length).toBeGreaterThan(100_000);
  });

  it.each(['zstd', 'gzip'])('says so when it cannot be unpacked from %s', async (coding) => {
    const pack = coding === 'zstd' ? zstdCompressSync : gzipSync;
    const body = Buffer.concat([pack(lines), Buffer.alloc(400_000, 7)]);
    body.fill(0xff, 40, 60);
    const { result } = await snapshotOf((_request, response) => {
      response.writeHead(200, { ...ndjson, 'content-encoding': coding });
      const writing = setInterval(() => response.write(body), 2);
      response.on('close', () => clearInterval(writing));
    });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'invalid_response' } });
  });

  it("is not read if it is somebody else's page", async () => {
    const { result, text } = await snapshotOf((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome');
    });
    expect(result).toMatchObject({ kind: 'failed', failure: { code: 'not_the_server' } });
    expect(text).toBe('');
  });

  it('is read no further than its consumer wants', async () => {
    const subject = await behind((_request, response) => {
      response.writeHead(200, ndjson);
      const writing = setInterval(() => response.write(lines), 5);
      response.on('close', () => clearInterval(writing));
    });
    let taken = 0;
    const result = await subject.readSnapshot(EVENT, null, async () => {
      taken += 1;
      return taken < 3;
    });
    expect(taken).toBe(3);
    expect(result).toMatchObject({ failure: { code: 'invalid_response' } });
  });

  it('ends when it is aborted', async () => {
    const subject = await behind((_request, response) => {
      response.writeHead(200, ndjson).write('{}\n');
    });
    const reading = subject.readSnapshot(EVENT, null, async () => {
      subject.abort();
      return true;
    });
    expect(await reading).toMatchObject({ failure: { code: 'aborted' } });
  });

  it('reports changes as they arrive, unreadable rows as lists to poll, and ignores unknown kinds', async () => {
    const events = [
      'retry: 2000\nid: 5\n\n',
      `event: scan\ndata: ${JSON.stringify({ reference: 'scn_1', updated_at: timeAt(1), scan: scanRow(1) })}\n\n`,
      `event: scan\ndata: ${JSON.stringify({ reference: 'scn_2', updated_at: timeAt(1), scan: { odd: true } })}\n\n`,
      `: still here\n\nevent: weather\ndata: {}\n\n`,
      'event: heartbeat\ndata: {"server_time":"2026-11-20T19:00:00.000000Z"}\n\n',
      'event: heartbeat\ndata: {"server_time":"soon"}\n\n',
      'event: ticket\ndata: not json\n\n',
      `id: déjà\nevent: ticket\ndata: ${JSON.stringify({ reference: null, updated_at: timeAt(1) })}\n\n`,
      `id: 9\nevent: session\ndata: ${JSON.stringify({ reference: null, updated_at: timeAt(1) })}\n\n`,
    ];
    let last: string | undefined;
    const subject = await behind((request, response) => {
      last = String(request.headers['last-event-id']);
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.end(events.join(''));
    });
    const changes: [RemoteChange, string | null][] = [];
    const received: string[] = [];
    const heartbeats: string[] = [];
    const result = await subject.followChanges(EVENT, '4', {
      opened: ({ clock, requests }) =>
        received.push(clock === null ? 'no clock' : `opened with ${requests}`),
      changed: (change, position) => changes.push([change, position]),
      heartbeat: (at) => heartbeats.push(formatInstant(at)),
      received: () => void received.push('received'),
    });
    expect(result.kind).toBe('ok');
    expect(last).toBe('4');
    expect(heartbeats).toEqual(['2026-11-20T19:00:00.000000Z']);
    expect(received.slice(0, 2)).toEqual(['opened with 1', 'received']);
    expect(changes.map(([{ kind, scan }, at]) => [kind, scan?.reference ?? null, at])).toEqual([
      ['scan', scanRow(1).reference, null],
      ['scan', null, null],
      ['ticket', null, null],
      ['ticket', null, null],
      ['session', null, '9'],
    ]);
  });

  it('is read no further while its scans are being written', async () => {
    let pulled = 0;
    const scan = `event: scan\ndata: ${JSON.stringify({ reference: 'scn_1', updated_at: timeAt(1), scan: scanRow(1) })}\n\n`;
    async function* flood() {
      for (; pulled < 50; pulled += 1) yield Buffer.from(scan.repeat(100));
    }
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const received = () => {
      arrive();
      return written;
    };
    const quiet = { opened: nothing, changed: nothing, heartbeat: nothing };
    const reading = readChangeStream(flood(), EVENT, { ...quiet, received });
    await arrived;
    await new Promise(setImmediate);
    expect(pulled).toBe(0);
    write();
    expect(await reading).toBeNull();
    expect(pulled).toBe(50);
  });

  it('is given up if an event has no end', async () => {
    const subject = await behind((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: ');
      const writing = setInterval(() => response.write('x'.repeat(65_536)), 2);
      response.on('close', () => clearInterval(writing));
    });
    const quiet = { opened: nothing, changed: nothing, heartbeat: nothing, received: nothing };
    expect(await subject.followChanges(EVENT, null, quiet)).toMatchObject({
      failure: { code: 'invalid_response' },
    });
  });
});
