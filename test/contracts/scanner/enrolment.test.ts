import { Type } from 'typebox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CompletedEnrolment } from '../../../shared/resources/identity.ts';
import { stationScopes } from '../../../shared/contract/scopes.ts';
import { addMicros } from '../../../shared/instant.ts';
import { readEnrolmentCode } from '../../../shared/ticket-code/enrolment-code.ts';
import { completeEnrolment, revokeClient } from '../../../src-server/domain/access/clients.ts';
import {
  enrolStation,
  type EnrolledStation,
} from '../../../src-server/domain/access/enrol-station.ts';
import { readBody, TokenBody } from '../../support/read-body.ts';
import {
  clientWith,
  makeDoor,
  requestToken,
  startTestServer,
  type TestClient,
  type TestServer,
} from '../../support/test-server.ts';

let host: TestServer;
let door: Awaited<ReturnType<typeof makeDoor>>;

beforeAll(async () => {
  host = await startTestServer();
  door = await makeDoor(host, 1);
});
afterAll(() => host[Symbol.asyncDispose]());

interface Enrolled extends EnrolledStation {
  readonly id: string;
  /** The secret that the code holds. */
  readonly secret: string;
}

async function enrol(): Promise<Enrolled> {
  const { organiser } = door;
  const server = { url: host.baseUrl, certificate: null };
  const made = await host.database.write((tx) =>
    enrolStation(tx, { organiser, name: 'North', events: 'all', location: null, server }),
  );
  const secret = readEnrolmentCode(made.code)?.client_secret ?? '';
  return { ...made, id: made.client.client_id, secret };
}

/** The code stops working so many microseconds after the transaction that says so. */
async function endIn({ client }: Enrolled, micros: number): Promise<void> {
  await host.database.write((tx) =>
    tx.db
      .updateTable('clients')
      .set({ enrolment_ends_at: addMicros(tx.now, micros) })
      .where('id', '=', client.id)
      .execute(),
  );
}

async function tokenWith(id: string, secret: string): Promise<TestClient> {
  const answer = await requestToken(host.server, { id, secret });
  const { access_token: token } = await readBody(answer, TokenBody);
  return clientWith(host.server, { id, secret, token });
}

const complete = async (client: TestClient) => {
  const answer = await client.call('/scanner/enrolment', { method: 'POST' });
  return (await readBody(answer, Type.Object({ data: CompletedEnrolment }))).data;
};

const ended = { code: 'enrolment.ended', error: 'invalid_client' };

async function expectEnded({ id, secret }: Enrolled): Promise<void> {
  const refused = await requestToken(host.server, { id, secret });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject(ended);
}

it('gives a token that takes a secret and does nothing else', async () => {
  const { id, secret } = await enrol();
  const holder = await tokenWith(id, secret);
  const me = await (await holder.get('/integration/me')).json();
  expect(me.data.client).toMatchObject({ id, scopes: ['scanner:enrol'] });
  expect(me.data.organiser_keys).toBeDefined();
  for (const path of ['/integration/events', '/scanner/stations', '/integration/webhooks']) {
    expect((await holder.get(path)).status, path).toBe(403);
  }
  const { client, client_secret } = await complete(holder);
  expect(client).toMatchObject({ id, scopes: [...stationScopes] });
  const station = await tokenWith(id, client_secret);
  expect((await station.get('/integration/events')).status).toBe(200);
  // Nor does the secret of a station take another.
  expect((await station.call('/scanner/enrolment', { method: 'POST' })).status).toBe(403);
});

it('works once: from the first token of the new secret on neither code nor its tokens do anything', async () => {
  const enrolled = await enrol();
  const holder = await tokenWith(enrolled.id, enrolled.secret);
  const lost = await complete(holder);
  // The answer was lost on its way: the station reads its code again.
  const { client_secret } = await complete(await tokenWith(enrolled.id, enrolled.secret));
  expect(
    (await requestToken(host.server, { ...enrolled, secret: lost.client_secret })).status,
  ).toBe(401);
  await tokenWith(enrolled.id, client_secret);
  await expectEnded(enrolled);
  const replayed = await holder.call('/scanner/enrolment', { method: 'POST' });
  expect(replayed.status).toBe(401);
  expect(await replayed.json()).toMatchObject({ code: 'enrolment.ended' });
  await tokenWith(enrolled.id, client_secret);
});

it('works until its end, and a station that used it goes on', async () => {
  const station = await enrol();
  const { client_secret } = await complete(await tokenWith(station.id, station.secret));
  const unused = await enrol();
  const holder = await tokenWith(unused.id, unused.secret);
  await endIn(station, 0);
  await endIn(unused, 0);
  await expectEnded(unused);
  expect((await holder.call('/scanner/enrolment', { method: 'POST' })).status).toBe(401);
  await tokenWith(station.id, client_secret);
});

it('ends to the microsecond', async () => {
  const { client } = await enrol();
  await host.database.write(async (tx) => {
    const until = (micros: number) =>
      tx.db
        .updateTable('clients')
        .set({ enrolment_ends_at: addMicros(tx.now, micros) })
        .where('id', '=', client.id)
        .execute();
    await until(1);
    expect((await completeEnrolment(tx, client.id)).client_secret).toMatch(/^gcs_/);
    await until(0);
    await expect(completeEnrolment(tx, client.id)).rejects.toMatchObject({
      code: 'enrolment.ended',
    });
  });
});

it('is worth nothing once its client was revoked', async () => {
  const { id, secret } = await enrol();
  const holder = await tokenWith(id, secret);
  await host.database.write((tx) => revokeClient(tx, id));
  expect((await holder.call('/scanner/enrolment', { method: 'POST' })).status).toBe(401);
  const refused = await requestToken(host.server, { id, secret });
  expect(await refused.json()).toMatchObject({ code: 'oauth.invalid_client' });
});
