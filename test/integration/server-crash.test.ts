import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { ScanVerdict } from '../../shared/resources/scans.ts';
import { readBody } from '../support/read-body.ts';
import { seededRandom } from '../support/station/seeded-random.ts';
import { testSeed } from '../support/test-seed.ts';
import { makeDoor, startTestServer, ticketsOf, type TestServer } from '../support/test-server.ts';
import { walkChanges } from '../support/walk-list.ts';

const ROUNDS = 1;
/** Rounds in `npm run test:long`. */
const LONG_ROUNDS = 5;
const TICKETS = 400;
const SETTLED_WITHIN_MS = 10_000;
const script = fileURLToPath(new URL('../support/serve-for-crash.ts', import.meta.url));

async function startProcess({ data, databaseUrl }: TestServer) {
  const words = [script, data, ...(databaseUrl === null ? [] : [databaseUrl])];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new TypeError('expected a pipe');
  const gone = once(child, 'exit').then(() => {
    throw new Error('the server ended before it took requests');
  });
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [url] = await Promise.race([line, gone]);
  return { child, url: String(url) };
}

/** Scans until the server is gone; gives the references of the verdicts that arrived. */
async function scanUntilGone(
  url: string,
  {
    token,
    pick,
    answered,
  }: { readonly token: string; readonly pick: () => string; readonly answered: () => void },
) {
  const acknowledged: string[] = [];
  const door = async () => {
    for (;;) {
      const ticket = pick();
      const response = await fetch(`${url}/v1/integration/scans`, {
        method: 'POST',
        body: JSON.stringify({ ticket }),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
      });
      acknowledged.push((await readBody(response, ScanVerdict)).scan.reference);
      answered();
    }
  };
  await Promise.allSettled(Array.from({ length: 8 }, door));
  return acknowledged;
}

it('what was acknowledged before a SIGKILL is there after it, and the rest wholly or not at all', async () =>
  killAgainAndAgain(ROUNDS));
it('what was acknowledged before any of several SIGKILLs is there', { tags: ['long'] }, async () =>
  killAgainAndAgain(LONG_ROUNDS),
);

async function killAgainAndAgain(rounds: number): Promise<void> {
  const acknowledged: string[] = [];
  await using prepared = await startTestServer();
  const { event, client } = await makeDoor(prepared, TICKETS);
  const tickets = await ticketsOf(prepared, event);
  const random = seededRandom(testSeed());
  const pick = () => tickets[Math.floor(random.fraction() * tickets.length)] ?? '';
  await prepared.server.close();
  for (let round = 0; round < rounds; round += 1) {
    const { child, url } = await startProcess(prepared);
    const first = Promise.withResolvers<void>();
    const { token } = client;
    const scanning = scanUntilGone(url, { token, pick, answered: first.resolve });
    await first.promise;
    await sleep(350 * random.fraction());
    child.kill('SIGKILL');
    await once(child, 'exit');
    acknowledged.push(...(await scanning));
  }
  const { child, url } = await startProcess(prepared);
  const path = `${url}/v1/integration/events/${event}/scans?updated_since=1970-01-01T00:00:00Z&per_page=100`;
  const readAnswers = () =>
    prepared.database.read((tx) => tx.db.selectFrom('idempotency_keys').select('body').execute());
  // PostgreSQL may still finish what the killed server had sent: until then its rows are not in the list.
  const end = performance.now() + SETTLED_WITHIN_MS;
  let { rows } = await walkChanges(client, path);
  let answers = await readAnswers();
  while (answers.length !== rows.length && performance.now() < end) {
    ({ rows } = await walkChanges(client, path));
    answers = await readAnswers();
  }
  const stored = new Set(rows.map((row) => row.reference));
  expect(stored.size).toBe(rows.length);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(acknowledged.filter((reference) => !stored.has(reference))).toEqual([]);
  const admissions = await prepared.database.read((tx) =>
    tx.db.selectFrom('entry_scans').select('ticket_id').where('result', '=', 'allowed').execute(),
  );
  // A key is there exactly when its scan is.
  expect(answers).toHaveLength(rows.length);
  for (const { body } of answers) {
    const [reference = ''] = /scn_\w{26}/.exec(body) ?? [];
    expect(stored).toContain(reference);
  }
  expect(new Set(admissions.map((row) => row.ticket_id)).size).toBe(admissions.length);
  child.kill('SIGKILL');
  await once(child, 'exit');
}
