import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ConsoleContext } from '../../../src-server/console/console-context.ts';
import { runEntry } from '../../../src-server/console/run-entry.ts';
import { roles, type Role } from '../../../src-server/database/schema.ts';
import type { Database } from '../../../src-server/database/database.ts';
import {
  changeRole,
  inviteMember,
  removeMember,
} from '../../../src-server/domain/members/members.ts';
import { beginSession, endSession } from '../../../src-server/domain/members/sessions.ts';
import type { Operation, View } from '../../../src-server/operations/definition/operation.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import { furnishOrganiser } from '../../support/furnish-organiser.ts';
import { validInput } from '../../support/operation-inputs.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

// What ends between the moment a request was admitted and its own transaction: a session that is revoked, a member who is removed or is less.

const entries = [...operationTable.values()].filter(({ role }) => role !== 'operator');

let server: TestServer;
let own: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  own = await furnishOrganiser(server.database, 'Own');
  await invite('owner', 'stays@example.org');
});
afterAll(() => server[Symbol.asyncDispose]());

const invite = (role: Role, email: string) =>
  server.database.write(async (tx) => {
    const { member } = await inviteMember(tx, { organiser: own['organiser'] ?? '', email, role });
    return member;
  });

interface Working {
  readonly role: Role;
  readonly member: string;
  readonly session: ConsoleContext['session'];
}

/** Somebody whose session has shown both factors. */
async function work(role: Role, email: string): Promise<Working> {
  const { reference, account_id } = await invite(role, email);
  const session = await server.database.write(async (tx) => {
    const begun = await beginSession(tx, {
      account_id,
      key_thumbprint: Buffer.alloc(32),
      address: '127.0.0.1',
      agent: 'test',
      isVerified: true,
    });
    return begun.session;
  });
  return { role, member: reference, session };
}

const endings: readonly [string, (working: Working) => Promise<unknown>, string][] = [
  [
    'a session that is revoked',
    ({ session }) => server.database.write((tx) => endSession(tx, session?.id ?? 0)),
    'session.required',
  ],
  [
    'a member who is removed',
    // With the account, which is of no other organiser, its sessions end.
    ({ member }) => server.database.write((tx) => removeMember(tx, member)),
    'session.required',
  ],
  [
    'a member who is less from then on',
    ({ role, member }) => {
      const less = roles[roles.indexOf(role) + 1];
      if (less === undefined) throw new Error('expected a role above the least');
      return server.database.write((tx) => changeRole(tx, member, less));
    },
    'role.insufficient',
  ],
];

/** Runs `end` before the transaction that does it: the last read of a view, the write of an operation. */
function endingIn(database: Database, kind: 'operation' | 'view', end: () => Promise<unknown>) {
  let reads = 0;
  let ended: Promise<unknown> | null = null;
  const before = (isLast: boolean) => (isLast ? (ended ??= end()) : Promise.resolve());
  const read: Database['read'] = async (callback) => {
    reads += 1;
    await before(kind === 'view' && reads === 2);
    return database.read(callback);
  };
  const write: Database['write'] = async (callback, options) => {
    await before(kind === 'operation');
    return database.write(callback, options);
  };
  const wrapped = new Proxy(database, {
    get: (target, name) => {
      if (name === 'read') return read;
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database: wrapped, hasEnded: () => ended !== null };
}

const never = () => {
  throw new Error('expected nothing to follow');
};

/** What it came to, and whether it came as far as its transaction. */
async function attempt(
  entry: Operation | View,
  working: Working,
  end: () => Promise<unknown>,
): Promise<string> {
  const { database, hasEnded } = endingIn(server.database, entry.kind, end);
  const context: ConsoleContext = {
    database,
    services: {
      database,
      mail: { from: 'x@example.org', mailer: { send: never, close: never } },
      webhookHeaderPrefix: 'X',
      later: never,
      wakeWebhooks: never,
    },
    key: Buffer.alloc(32),
    session: working.session,
    thumbprint: Buffer.alloc(32),
    origin: server.authUrl,
    address: '127.0.0.1',
    agent: 'test',
    idempotencyKey: null,
    organiser: null,
  };
  const outcome = await runEntry(context, entry, validInput(entry, own)).then(
    () => 'done',
    (error: Error & { readonly code?: string }) => error.code ?? error.message,
  );
  return hasEnded() ? outcome : `${outcome}, before its transaction`;
}

const count = () =>
  server.database.read(
    async (tx) => (await tx.db.selectFrom('audit_log').select('id').execute()).length,
  );

it.each(endings)('%s does nothing more, whatever was begun', async (what, end, code) => {
  const isRole = code === 'role.insufficient';
  const before = await count();
  const wrong: string[] = [];
  // Nobody has a role less than a viewer's.
  for (const entry of entries.filter(({ role }) => !isRole || role !== 'viewer')) {
    const { role } = entry;
    if (role === 'operator') continue;
    const email = `${entry.name}.${what.length}@example.org`;
    const working = await work(role, email);
    const outcome = await attempt(entry, working, () => end(working));
    if (outcome !== code) wrong.push(`${entry.name}: ${outcome}`);
  }
  expect(wrong).toEqual([]);
  expect(await count()).toBe(before);
});
