import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../src-server/open-database.ts';
import type { Database } from '../../src-server/database/database.ts';
import type { DemoCredentials } from '../../src-server/demo/demo-credentials.ts';
import { seedDemo } from '../../src-server/demo/seed-demo.ts';
import { rememberServerAddress } from '../../src-server/domain/access/server-address.ts';
import { acceptCode } from '../../src-server/domain/members/authenticator.ts';
import { findLink } from '../../src-server/domain/members/account-links.ts';
import { findAccountOf } from '../../src-server/domain/members/members.ts';
import {
  endPasswordThread,
  verifyPassword,
} from '../../src-server/domain/members/password-hash.ts';
import { runCommand } from '../support/test-server.ts';

let dataDir: string;
let database: Database;
let demo: DemoCredentials;

async function seed(): Promise<DemoCredentials> {
  const seeded = await seedDemo(database, { dataDir, tickets: 20 });
  if (seeded === null) throw new Error('expected demo data');
  return seeded;
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'gatehouse-member-'));
  database = await openDatabase({ dataDir });
  demo = await seed();
});
afterAll(async () => {
  await database.close();
  await endPasswordThread();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (...words: string[]) => runCommand({ GATEHOUSE_DATA: dataDir }, ['member', ...words]);
const invite = (email: string) =>
  run('invite', '--organiser', demo.organiser, '--email', email, '--role', 'box_office');

async function accountOf(email: string) {
  const account = await database.read((tx) => findAccountOf(tx, email));
  if (account === null) throw new Error(`expected an account of ${email}`);
  return account;
}

describe('gatehouse member', () => {
  it('prints a link that no log has', async () => {
    const early = await invite('ola@example.org');
    expect([early.code, early.err]).toEqual([
      1,
      'The server has not run on this data yet, so its address is not known: start it once.\n',
    ]);
    const url = 'http://127.0.0.1:8787/v1';
    await rememberServerAddress(database, { url, certificate: null });
    const invited = await invite('ola@example.org');
    const [link = '', token = ''] =
      /^http:\/\/localhost:8787\/console\/join#(.+)$/m.exec(invited.out) ?? [];
    expect(await database.read((tx) => findLink(tx, token))).toMatchObject({
      purpose: 'invitation',
    });
    const log = await runCommand({ GATEHOUSE_DATA: dataDir }, ['audit', 'list', '--json']);
    expect(log.out).toContain('member.invite');
    expect(log.out).not.toMatch(/ola@|join/);
    expect(log.out).not.toContain(link);
    expect((await invite('OLA@example.org')).code).toBe(1);
    const listed = await run('list', '--organiser', demo.organiser);
    expect(listed.out).toMatch(/ola@example.org +box_office +invited +no/);
    expect(listed.out).toMatch(/owner@lumen-hall.example +owner +active +yes/);
  });

  it('prints a code of the demo, which works, and the next one once it was used', async () => {
    const account = await accountOf(demo.owner.email);
    expect(await verifyPassword(account.password_hash, demo.owner.password)).toBe(true);
    for (let round = 0; round < 2; round += 1) {
      const { out } = await run('code', demo.owner.email);
      expect(out).toMatch(/^\d{6}\n$/);
      expect(await database.write((tx) => acceptCode(tx, account, out))).toBe(true);
    }
    expect(await run('code', 'ola@example.org')).toMatchObject({ code: 1, out: '' });
  });

  it('prints no code of other data', async () => {
    const file = join(dataDir, 'demo.json');
    const kept = readFileSync(file, 'utf8');
    rmSync(file);
    const { code, out, err } = await run('code', demo.owner.email);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('has no demo data');
    writeFileSync(file, kept);
  });

  it('changes what a member may do, resets them with a link, and removes them', async () => {
    const { out } = await run('list', '--organiser', demo.organiser, '--json');
    const { data: members }: { data: readonly { reference: string; email: string }[] } =
      JSON.parse(out);
    expect(members.map(({ email }) => email)).toEqual([demo.owner.email, 'ola@example.org']);
    const [owner = '', ola = ''] = members.map(({ reference }) => reference);
    expect((await run('role', ola, 'viewer')).code).toBe(0);
    expect((await run('list', '--organiser', demo.organiser)).out).toMatch(
      /ola@example.org +viewer +invited +no/,
    );
    const reset = await run('reset', ola);
    const [, token = ''] = /^http:\/\/localhost:8787\/console\/join#(.+)$/m.exec(reset.out) ?? [];
    expect(await database.read((tx) => findLink(tx, token))).toMatchObject({
      account_id: (await accountOf('ola@example.org')).id,
    });
    const refused = [await run('role', owner, 'manager'), await run('remove', owner)];
    for (const { code, err } of refused)
      expect([code, err]).toEqual([1, expect.stringContaining('has no other owner')]);
    expect((await run('remove', ola)).code).toBe(0);
    expect((await run('list', '--organiser', demo.organiser)).out).not.toContain('ola@');
  });
});

it('a demo of an earlier version gets an owner, and keeps it', async () => {
  const file = join(dataDir, 'demo.json');
  const { owner: _owner, ...older } = demo;
  writeFileSync(file, JSON.stringify(older));
  await database.write(async (tx) => {
    await tx.db.deleteFrom('account_links').execute();
    await tx.db.deleteFrom('members').execute();
    await tx.db.deleteFrom('accounts').execute();
  });
  const { owner } = await seed();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...older, owner });
  expect((await seed()).owner).toEqual(owner);
  expect(await accountOf(owner.email)).toMatchObject({ email: owner.email });
});
