import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, routeTable } from '../../shared/resources/route-table.ts';
import { codeBlocks, readSite } from '../support/docs-page.ts';
import { missingRequests, missingTool, withReason } from '../support/has-tool.ts';
import { makeClient, startTestServer, type TestServer } from '../support/test-server.ts';

const run = promisify(execFile);
const Made = Type.Object({ reference: Type.String() });

let host: TestServer;
beforeAll(async () => {
  host = await startTestServer({ demo: 40, tokenTtlSeconds: 3_600 });
});
afterAll(() => host[Symbol.asyncDispose]());

/** The loop of the page in one of its languages. */
async function loopOf(language: string): Promise<string> {
  const page = await (await fetch(`${host.authUrl}/docs/sync`)).text();
  const [, sample = ''] = page.split(`data-language="${language}"`);
  return codeBlocks(sample)[0] ?? '';
}

/**
 * The server behind a proxy that fails every page but a list's first, until it is mended. The list is quiet: whoever sends the `ETag`
 * that a page had gets a 304, as it does once its watermark has caught up.
 */
async function failingAfterFirstPage() {
  let isMended = false;
  const etags = new Map<string, string>();
  const proxy = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '';
      if (!isMended && path.includes('cursor=')) return response.writeHead(500).end();
      const { authorization = '', 'if-none-match': known } = request.headers;
      const answer = await fetch(new URL(path, host.authUrl), { headers: { authorization } });
      const etag = etags.get(path) ?? answer.headers.get('etag') ?? '';
      if (answer.ok && known === etag) return response.writeHead(304, { etag }).end();
      if (answer.ok) etags.set(path, etag);
      response.writeHead(answer.status, { etag });
      return response.end((await answer.text()).replaceAll(host.authUrl, url));
    })();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    baseUrl: `${url}/v1`,
    mend: () => (isMended = true),
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

describe('the sync loop on the page', () => {
  for (const [language, program, name, missing] of [
    ['curl', 'bash', 'loop.sh', missingTool('bash', 'curl', 'jq', 'sed')],
    ['javascript', process.execPath, 'loop.mjs', null],
    ['python', 'python3', 'loop.py', missingRequests()],
  ] as const) {
    const title = `reads everything, then what changed and was replaced, in ${language}`;
    it.skipIf(missing !== null)(withReason(title, missing), async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-sync-'));
      try {
        await writeFile(join(folder, name), await loopOf(language));
        const { client_id: CLIENT_ID = '', client_secret: CLIENT_SECRET = '' } =
          host.demo?.integrator ?? {};
        const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
        const env = {
          AUTH_URL: host.authUrl,
          BASE_URL: host.baseUrl,
          CLIENT_ID,
          CLIENT_SECRET,
          PATH,
        };
        const sync = async () => {
          const event = { ...env, EVENT: 'winter-gala' };
          const { stdout } = await run(program, [name], { cwd: folder, env: event });
          return stdout.trim();
        };
        const count = /^(\d+) tickets$/;
        const first = Number(count.exec(await sync())?.[1]);
        expect(first).toBeGreaterThan(10);
        expect(await sync()).toMatch(/^(?:\d+ tickets|Nothing changed)$/);
        const { reference: old } = await host.database.read((tx) =>
          tx.db
            .selectFrom('tickets as t')
            .innerJoin('events as e', 'e.id', 't.event_id')
            .select('t.reference')
            .where('e.slug', '=', 'winter-gala')
            .where('t.status', '=', 'valid')
            .where('t.deleted_at', 'is', null)
            .executeTakeFirstOrThrow(),
        );
        const issued = await host.make(Made, `ticket transfer ${old} --email bob@example.org`);
        expect(await sync()).toBe(`${first} tickets`);
        const kept = await readFile(
          join(folder, language === 'curl' ? 'rows' : 'copy.json'),
          'utf8',
        );
        expect(kept).toContain(`"${issued.reference}"`);
        expect(kept).not.toContain(`"${old}"`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });

    const again = `reads everything after a run that ended early, in ${language}`;
    it.skipIf(missing !== null)(withReason(again, missing), async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-sync-'));
      await using server = await failingAfterFirstPage();
      try {
        const loop = (await loopOf(language)).replace('per_page=100', 'per_page=10');
        await writeFile(join(folder, name), loop);
        const { client_id: CLIENT_ID = '', client_secret: CLIENT_SECRET = '' } =
          host.demo?.integrator ?? {};
        const env = {
          AUTH_URL: host.authUrl,
          BASE_URL: server.baseUrl,
          CLIENT_ID,
          CLIENT_SECRET,
          EVENT: 'winter-gala',
          PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        };
        const sync = () => run(program, [name], { cwd: folder, env });
        await expect(sync()).rejects.toThrow();
        server.mend();
        const { stdout } = await sync();
        expect(Number(/^(\d+) tickets$/.exec(stdout.trim())?.[1])).toBeGreaterThan(10);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
});

const Async = Object.getPrototypeOf(async () => undefined).constructor;

/** Runs what a reader pastes into Node.js, and returns the status of its answer. */
async function pasted(
  { baseUrl, authUrl, demo }: TestServer,
  sample: string,
  token: string,
): Promise<number> {
  const statuses: number[] = [];
  const fetchOnce = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    statuses.push(answer.status);
    // A stream has no end.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream') !== true) return answer;
    await answer.body?.cancel();
    return new Response('');
  };
  const { client_id: CLIENT_ID, client_secret: CLIENT_SECRET } = demo?.integrator ?? {};
  const variables = { BASE_URL: baseUrl, AUTH_URL: authUrl, ACCESS_TOKEN: token };
  const env = { ...variables, CLIENT_ID, CLIENT_SECRET };
  const log = { log: () => undefined };
  const files = { writeFile: async () => undefined };
  // A function that is made of a text has no imports here.
  const runnable = sample.replace("await import('node:fs/promises')", 'files');
  const names = ['process', 'fetch', 'console', 'files'];
  await new Async(...names, runnable)({ env }, fetchOnce, log, files);
  return statuses[0] ?? 0;
}

/** Names a webhook subscription or a conflict, of which demo data has none. */
const isOfNothing = (sample: string) => /\/(?:whk|cfl)_/.test(sample);

it('the sample of every operation works as it is on a server with demo data', async () => {
  await using own = await startTestServer({ demo: 40, webhookAllow: ['127.0.0.0/8'] });
  const { token } = await makeClient(own, own.demo?.organiser ?? '');
  const site = [...(await readSite(own.authUrl)).values()].join('');
  const answers: (readonly [string, number])[] = [];
  for (const name of ['issueToken', ...operations]) {
    const [, section = ''] = site.split(`aria-labelledby="${name}"`);
    const [, sample = ''] = section.split('data-language="javascript"');
    const [text = ''] = codeBlocks(sample);
    if (!isOfNothing(text)) answers.push([name, await pasted(own, text, token)]);
  }
  expect(answers.filter(([, status]) => status >= 400)).toEqual([
    // With the token of a code alone.
    ['completeEnrolment', 403],
    // No mail server is set.
    ['sendOrder', 422],
  ]);
});

describe('the collection for Postman', () => {
  it('has every operation once, as a request that the server knows', async () => {
    const answer = await fetch(`${host.authUrl}/docs/gatehouse.postman_collection.json`);
    const { info, item, variable } = await answer.json();
    expect(info.schema).toBe(
      'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    );
    const values = new Map<string, string>(
      variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
    );
    expect(values.get('base_url')).toBe(host.baseUrl);
    const [token, ...folders] = item;
    expect(token.request.url.raw).toBe('{{auth_url}}/oauth/token');
    const requests = folders.flatMap((folder: { item: unknown[] }) => folder.item);
    expect(requests.map(({ name }: { name: string }) => name).toSorted()).toEqual(
      operations.map((name) => routeTable[name].summary).toSorted(),
    );
    for (const { name, request } of requests) {
      const { url, method, header, body } = request;
      const own = new Map<string, string>(
        url.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
      );
      const address = url.raw
        .replaceAll(/:(\w+)(?=\/|$)/g, (_: string, key: string) => own.get(key) ?? '')
        .replace('{{base_url}}', host.baseUrl);
      expect(address, name).not.toMatch(/[{}]/);
      const headers = header.map(({ key, value }: { key: string; value: string }) => [key, value]);
      const response = await fetch(address, { method, headers, body: body?.raw ?? null });
      // Known, and refused only because nobody has signed in.
      expect([name, (await response.json()).code]).toEqual([name, 'auth.token_missing']);
    }
  });
});
