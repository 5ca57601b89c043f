import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { missingPostgres, withReason } from '../support/has-tool.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { testConfig } from '../support/test-config.ts';
import { runCommand } from '../support/v1/gatehouse.ts';
import { createServer } from '../../src-server/server.ts';

let postgres: TestPostgres;
let folder: string;
let url: string;

beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-cli-'));
  url = await postgres.createDatabase();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (line: string) => runCommand(join(folder, 'data'), line);

const missing = missingPostgres();
describe.skipIf(missing !== null)(
  withReason('The command line with PostgreSQL', missing),
  { tags: ['long'] },
  () => {
    it('brings a new database to the newest schema, and reports its version', async () => {
      const { code, out } = await run(`migrate --database ${url}`);
      expect(code).toBe(0);
      expect(out).toMatch(/^The schema is version \d+\.\n$/);
      expect((await run(`migrate --json --database ${url}`)).out).toMatch(/^\{"schema":\d+\}\n$/);
    });

    it('refuses a database of a version that was never released, and leaves it as it is', async () => {
      await run(`organiser create --name Aurora --database ${url}`);
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('update schema_version set version = 20');
      const here = `sqlite:${join(folder, 'data')}`;
      await run('organiser create --name Here');
      for (const line of [
        `migrate --database ${url}`,
        `organiser create --name Other --database ${url}`,
        `serve --port 0 --database ${url}`,
        `copy --from ${url} --to ${here}`,
        `copy --from ${here} --to ${url}`,
      ]) {
        const { code, out, err } = await run(line);
        expect(err).toMatch(/^This database was made by .+ never released.+\.\n$/);
        expect([code, out]).toEqual([1, '']);
      }
      const { rows } = await client.query(
        'select display_name, version from organisers, schema_version',
      );
      expect(rows).toEqual([{ display_name: 'Aurora', version: '20' }]);
      await client.end();
    });

    it('works on the database that --database names', async () => {
      expect((await run(`organiser create --name Aurora --database ${url}`)).code).toBe(0);
      const listed = await run(`event list --database ${url}`);
      expect(listed.code).toBe(0);
      const here = await run('event list');
      expect(here.err).toContain('There is no database in');
    });

    it('copies a whole database to PostgreSQL and back, and can be used there', async () => {
      const made = await run('organiser create --name Aurora --json');
      const { reference } = JSON.parse(made.out);
      const from = join(folder, 'data');
      const there = await run(`copy --from sqlite:${from} --to ${url}`);
      expect(there.err).toBe('');
      expect(there.out).toMatch(/^organisers +1$/m);
      expect(there.out).toMatch(
        /^Copied: .+server\.db and 127\.0\.0\.1:\d+\/test_\d+ hold the same \d+ rows now\. .+\.\n$/m,
      );
      const event = `--organiser ${reference} --name Gala --timezone UTC --currency EUR`;
      for (const slug of ['gala', 'ball', 'fair']) {
        expect((await run(`event create ${event} --slug ${slug} --database ${url}`)).err).toBe('');
      }
      expect((await run(`event list --database ${url}`)).err).toBe('');
      const back = await run(`copy --json --from ${url} --to sqlite:${join(folder, 'back')}`);
      const { copied } = JSON.parse(back.out);
      expect(copied).toContainEqual({ table: 'events', rows: 3 });
    });

    it.each([
      ['from', 'sqlite'],
      ['to', 'sqlite'],
      ['from', 'postgres'],
      ['to', 'postgres'],
    ])(
      'refuses to copy %s a database on %s that a server uses, and copies once it has ended',
      async (end, engine) => {
        const here = join(folder, 'data');
        const [used, other] =
          engine === 'sqlite' ? [`sqlite:${here}`, url] : [url, `sqlite:${here}`];
        const places = end === 'from' ? { from: used, to: other } : { from: other, to: used };
        const at = (place: string) => (place === url ? ` --database ${url}` : '');
        expect((await run(`organiser create --name Aurora${at(places.from)}`)).err).toBe('');
        const databaseUrl = engine === 'sqlite' ? null : url;
        const server = await createServer(testConfig(here, { databaseUrl }));
        const copy = `copy --from ${places.from} --to ${places.to}`;
        const refused = await run(copy);
        await server.close();
        expect(refused).toMatchObject({ code: 1, out: '' });
        expect(refused.err).toMatch(/^A program is using .+\. Stop the server.+\.\n$/);
        const copied = await run(copy);
        expect(copied.err).toBe('');
        expect(copied.out).toContain('hold the same');
      },
    );

    it.each([
      ['copy --from here --to there', /^--from: expected sqlite:DIR or postgres:/],
      ['copy --from sqlite:/nowhere/at/all --to sqlite:x', /^There is no database in /],
      ['copy --from sqlite:x --to sqlite:x', /./],
      ['event list --database mysql://x', /^Expected --database to be postgres:/],
      [
        'event list --database postgres://u:secret#1@h/x',
        /^Expected --database to be .*encoded\.$/m,
      ],
      ['copy --from sqlite:x --to postgres://u:secret/1@h/x', /^--to: expected .*encoded\.$/m],
      [
        'event list --database postgres://u:secret@127.0.0.1:9/x',
        /^The database cannot be reached/,
      ],
    ])('answers %s with a sentence, without the password', async (line, sentence) => {
      const { code, err } = await run(line);
      expect(code).not.toBe(0);
      expect(err).toMatch(sentence);
      expect(err).not.toContain('secret');
      expect(err.trim().split('\n')).toHaveLength(1);
    });
  },
);
