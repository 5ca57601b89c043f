import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { operations, routeTable } from '../../shared/resources/route-table.ts';
import type { RouteContract } from '../../shared/resources/route-contract.ts';
import { ENROLMENT_SCOPE } from '../../shared/contract/scopes.ts';
import { exampleCall } from '../../src-server/examples/calls.ts';
import { errorStatuses } from '../../src-server/docs/responses.ts';
import {
  curlSample,
  javascriptSample,
  pythonSample,
  sampleCall,
} from '../../src-server/docs/samples.ts';
import { codeBlocks, readSite } from '../support/docs-page.ts';
import { freePort } from '../support/free-port.ts';
import { missingRequests, missingTool, withReason } from '../support/has-tool.ts';
import { lineReader, type LineReader } from '../support/line-reader.ts';
import { makeClient, makeOrganiser, startTestServer } from '../support/test-server.ts';

const missing = missingTool('bash', 'curl');
const noRequests = missingRequests();
const source = new URL('../../docs/quickstart.md', import.meta.url);

it.skipIf(missing !== null)(
  withReason(
    'the quickstart leads to a verified webhook when its blocks are pasted one after another',
    missing,
  ),
  async () => {
    await using host = await startTestServer({ demo: 40, webhookAllow: ['127.0.0.0/8'] });
    const { client_id = '', client_secret = '' } = host.demo?.integrator ?? {};
    const port = await freePort();
    const page = await (await fetch(`${host.authUrl}/docs/quickstart`)).text();
    const blocks = codeBlocks(page).map((block) =>
      block
        .replace('gci_…', client_id)
        .replace('gcs_…', client_secret)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`),
    );
    await using shell = await startShell({ PORT: String(port) });

    const [address = '', token = '', events = '', ticket = '', ...rest] = blocks;
    const [receiver = '', subscribe = '', checkIn = '', cleanUp = ''] = rest;
    expect(rest).toHaveLength(4);
    shell.paste(address);
    shell.paste(token);
    const bearer = await shell.out.next();
    expect(bearer).toMatch(/^gat_/);
    shell.paste(`${events}\necho`);
    expect(JSON.parse(await shell.out.next()).data.total).toBeGreaterThan(0);
    shell.paste(ticket);
    const reference = await shell.out.next();
    expect(reference).toMatch(/^tkt_/);
    shell.paste(receiver);
    shell.paste(subscribe);
    expect(await shell.out.next()).toMatch(/^whsec_/);
    expect(await shell.out.next()).toBe('Waiting for deliveries');
    shell.paste(`${checkIn}\necho`);
    const lines = [await shell.out.next(), await shell.out.next()].toSorted();
    expect(lines[0]).toBe(`Verified: ticket.scanned ${reference} allowed`);
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ allowed: true });
    shell.paste(`${checkIn}\necho`);
    expect(await shell.out.next()).toBe(lines[1]);

    // While the secret is being changed, both sign: the receiver still has the earlier one.
    const webhooks = `${host.baseUrl}/integration/webhooks`;
    const headers = { authorization: `Bearer ${bearer}` };
    const { data } = await (await fetch(webhooks, { headers })).json();
    const own = `${webhooks}/${data.data[0].reference}`;
    await fetch(`${own}/rotate-secret`, { method: 'POST', headers });
    await fetch(`${own}/test`, { method: 'POST', headers });
    expect(await shell.out.next()).toMatch(/^Verified: ticket\.scanned tkt_/);
    shell.paste(cleanUp);
  },
);

it('the quickstart on the page is the one in the repository, at the address of the server', async () => {
  await using host = await startTestServer();
  const page = await (await fetch(`${host.authUrl}/docs/quickstart`)).text();
  const written = (await readFile(source, 'utf8')).replaceAll(
    'http://127.0.0.1:8787',
    host.authUrl,
  );
  const blocks = [...written.matchAll(/```sh\n(.*?)\n```/gs)].map(([, block]) => block);
  expect(codeBlocks(page)).toEqual(blocks);
});

it.skipIf(missing !== null)(
  withReason(
    'the sample of every operation, in each language, is answered as the reference says',
    missing ?? noRequests,
  ),
  { tags: ['long'] },
  async () => {
    await using host = await startTestServer();
    const client = await makeClient(host, await makeOrganiser(host));
    await using shell = await startShell({
      BASE_URL: host.baseUrl,
      AUTH_URL: host.authUrl,
      ACCESS_TOKEN: client.token,
    });
    const page = codeBlocks([...(await readSite(host.authUrl)).values()].join(''));
    shell.paste("cat > run.mjs <<'END'\nimport { readFileSync } from 'node:fs';");
    shell.paste('const Async = (async () => {}).constructor;');
    shell.paste("for (const line of readFileSync('samples', 'utf8').trim().split('\\n'))");
    shell.paste('  await new Async(JSON.parse(line))();\nEND');
    for (const name of operations) {
      const route: RouteContract = routeTable[name];
      const call = sampleCall(route, exampleCall(name, host.baseUrl));
      const told = [...Object.keys(route.responses).map(Number), ...errorStatuses(route)];
      // The token is that of a client, which no client's scopes let complete an enrolment.
      const refused = route.scopes.includes(ENROLMENT_SCOPE) ? [] : [403];
      const failures = [400, 401, ...refused, 429, 500, 503];
      const answered = told.filter((status) => !failures.includes(status));

      const curl = curlSample(call);
      expect(page).toContain(curl);
      shell.paste(`${curl} -sS -o answer -w '%{http_code}\\n'`);
      expect(answered, `curl, ${name}`).toContain(Number(await shell.out.next()));

      const javascript = javascriptSample(call);
      expect(page).toContain(javascript);
      const line = JSON.stringify(`${javascript}\nconsole.log(response.status)`);
      shell.paste(`cat > samples <<'END'\n${line}\nEND`);
      shell.paste("node run.mjs | grep -E '^[0-9]{3}$' | tail -n 1");
      expect(answered, `JavaScript, ${name}`).toContain(Number(await shell.out.next()));

      const python = pythonSample(call);
      expect(page).toContain(python);
      // A stream has no end: its answer is shown without reading it.
      if (noRequests !== null || call.isStream) continue;
      shell.paste(`cat > sample.py <<'END'\n${python}\nEND`);
      shell.paste("python3 sample.py | grep -oE '^[0-9]{3}' | tail -n 1");
      expect(answered, `Python, ${name}`).toContain(Number(await shell.out.next()));
    }
  },
);

/** A bash of its own in an empty folder, with the Node of these tests and none of its user's settings. */
async function startShell(
  environment: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { readonly out: LineReader; readonly paste: (text: string) => void }> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-shell-'));
  const child = spawn('bash', ['--norc', '--noprofile'], {
    cwd: folder,
    env: {
      ...environment,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  });
  const out = lineReader(child.stdout);
  child.stdin.write('set -m\n');
  return {
    out,
    paste: (text) => void child.stdin.write(`${text}\n`),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end('kill $(jobs -p) 2>/dev/null; exit\n');
      await once(child, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
