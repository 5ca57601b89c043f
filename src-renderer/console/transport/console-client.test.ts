import { beforeEach, describe, expect, it } from 'vitest';
import { CallError } from './call-error.ts';
import { createConsoleClient } from './console-client.ts';
import type { KeptSession } from './session-vault.ts';

interface Seen {
  readonly key: string | null;
  readonly url: string;
  readonly authorization: string | null;
  readonly organiser: string | null;
  readonly nonce: unknown;
}

type Reply = () => Response;

const answer = (data: unknown, headers: HeadersInit = {}): Reply => {
  return () => Response.json({ data }, { headers });
};
const refusal = (status: number, code: string, headers: HeadersInit = {}): Reply => {
  return () => Response.json({ code, message: `Refused: ${code}.` }, { status, headers });
};

const cut: Reply = () => new Response('{"data":{"ord');

describe('the client of the console', () => {
  let replies: Reply[];
  let seen: Seen[];
  let kept: KeptSession | null;
  let asked: number;
  let signedOut: number;
  let isOffline: boolean;
  let isShown: boolean;
  let organiser: string | null;
  beforeEach(() => {
    replies = [];
    seen = [];
    kept = null;
    asked = 0;
    signedOut = 0;
    isOffline = false;
    isShown = true;
    organiser = null;
  });

  const open = () =>
    createConsoleClient({
      base: 'https://example.org/console/',
      nonce: 'first',
      vault: {
        read: async () => kept,
        write: async (session) => {
          kept = session;
        },
      },
      fetch: async (url, init) => {
        init?.signal?.throwIfAborted();
        const headers = new Headers(init?.headers);
        const [, claims = ''] = (headers.get('dpop') ?? '').split('.');
        const { nonce } = JSON.parse(Buffer.from(claims, 'base64url').toString());
        seen.push({
          url: new Request(url).url,
          authorization: headers.get('authorization'),
          organiser: headers.get('gatehouse-organiser'),
          key: headers.get('idempotency-key'),
          nonce,
        });
        const reply = replies.shift();
        if (reply === undefined) throw new TypeError('fetch failed');
        return reply();
      },
      isOffline: () => isOffline,
      organiser: () => organiser,
      onSignedOut: () => (signedOut += 1),
      showFactor: async () => {
        asked += 1;
        return isShown;
      },
    });

  /** A client that has signed in with this token. */
  const signIn = async (token: string) => {
    const client = open();
    replies = [answer({ token })];
    await client.call('sign-in.begin', {});
    seen = [];
    return client;
  };

  it('signs in, and sends the token from then on', async () => {
    const client = await signIn('one');
    expect(kept?.token).toBe('one');
    replies = [answer([1])];
    expect(await client.call('order.list', {})).toEqual([1]);
    expect(seen).toEqual([
      {
        url: 'https://example.org/console/api/order.list',
        authorization: 'DPoP one',
        organiser: null,
        key: null,
        nonce: 'first',
      },
    ]);
  });

  it('sends once more with the nonce that the server names, and no third time', async () => {
    const client = open();
    const again = refusal(401, 'session.nonce_required', { 'dpop-nonce': 'second' });
    replies = [again, answer('done')];
    expect(await client.call('order.list', {})).toBe('done');
    expect(seen.map(({ nonce }) => nonce)).toEqual(['first', 'second']);
    replies = [again, again, answer('never')];
    await expect(client.call('order.list', {})).rejects.toMatchObject({
      code: 'session.nonce_required',
    });
    expect(replies).toHaveLength(1);
  });

  it('signs out after giving up what is looked at, and before anything else is asked', async () => {
    const client = await signIn('one');
    replies = [answer(null), answer(null)];
    const looked = client.call('order.list', {});
    const left = client.signOut();
    const next = client.call('sign-in.begin', {});
    await expect(looked).rejects.toMatchObject({ code: 'page.unreachable' });
    await left;
    expect(kept?.token).toBeNull();
    await next;
    expect(seen.map(({ url, authorization }) => [url.split('/').at(-1), authorization])).toEqual([
      ['account.sign-out', 'DPoP one'],
      ['sign-in.begin', null],
    ]);
  });

  it('takes the token that another tab has got in the meantime', async () => {
    const client = await signIn('one');
    if (kept !== null) kept = { ...kept, token: 'two' };
    replies = [refusal(401, 'session.required'), answer('done')];
    expect(await client.call('order.list', {})).toBe('done');
    expect(seen.map(({ authorization }) => authorization)).toEqual(['DPoP one', 'DPoP two']);
    expect(signedOut).toBe(0);
  });

  it('forgets a session that has ended', async () => {
    const client = await signIn('one');
    replies = [refusal(401, 'session.required')];
    await expect(client.call('order.list', {})).rejects.toMatchObject({ code: 'session.required' });
    expect(signedOut).toBe(1);
    expect(kept?.token).toBeNull();
    expect(await client.hasSession()).toBe(false);
  });

  it('asks once for a second factor that is too old, and repeats the call', async () => {
    const client = await signIn('one');
    replies = [refusal(403, 'session.second_factor_stale'), answer('done')];
    expect(await client.call('order.refund', {})).toBe('done');
    expect(asked).toBe(1);
    expect(seen).toHaveLength(2);
  });

  it('rejects where it is declined to show it', async () => {
    const client = await signIn('one');
    isShown = false;
    replies = [refusal(403, 'session.second_factor_stale'), answer('never')];
    await expect(client.call('order.refund', {})).rejects.toMatchObject({
      code: 'session.second_factor_stale',
    });
    expect(replies).toHaveLength(1);
  });

  it('says how long to wait, what the server’s clock shows, and what is wrong with which field', async () => {
    const client = open();
    const date = 'Sat, 12 Dec 2026 19:00:05 GMT';
    replies = [refusal(401, 'session.code_wrong', { date })];
    await expect(client.call('sign-in.code', {})).rejects.toMatchObject({
      serverTime: '2026-12-12T19:00:05.000Z',
    });
    replies = [refusal(429, 'session.throttled', { 'retry-after': '30' })];
    await expect(client.call('sign-in.begin', {})).rejects.toSatisfy((error: unknown) => {
      const leftMs = error instanceof CallError ? error.retryAt - Date.now() : 0;
      return leftMs > 0 && leftMs <= 30_000;
    });
    const body = { code: 'request.invalid', message: 'No.', errors: { email: ['is missing'] } };
    replies = [() => Response.json(body, { status: 422 })];
    await expect(client.call('order.place', {})).rejects.toMatchObject({
      errors: { email: ['is missing'] },
    });
  });

  it.each<[string, Reply]>([
    ["a network's sign-in page", () => new Response('<html>Welcome</html>')],
    ["somebody's JSON", () => Response.json({ hello: 'there' })],
    ['nothing of use', () => new Response('[]', { status: 502 })],
  ])('takes %s for a server that does not answer', async (_name, reply) => {
    const client = await signIn('one');
    replies = [reply];
    await expect(client.call('order.list', {})).rejects.toMatchObject({ code: 'page.unreachable' });
    expect(signedOut).toBe(0);
    expect(kept?.token).toBe('one');
  });

  const refund = { order: 'ord_1', amount: 2_500 };
  const keys = () => seen.map(({ key }) => key);

  /** Whatever is said of a later request, the one whose answer was lost may have been done. */
  const untold: readonly [string, Reply][] = [
    ['nothing', cut],
    ['a refusal', refusal(422, 'validation.failed')],
    ['a session that has ended', refusal(401, 'session.required')],
    ['a proof that a proxy has sent twice', refusal(401, 'session.proof_invalid')],
    ['too many requests', refusal(429, 'rate.limited')],
    ['a server that failed', refusal(500, 'server.failed')],
    ['a busy server', refusal(503, 'server.unavailable')],
  ];

  it.each(untold)(
    'keeps the key of a lost answer over %s, until it is done',
    async (_what, reply) => {
      const client = await signIn('one');
      replies = [cut, reply, answer('done'), answer('done')];
      for (let time = 0; time < 2; time += 1)
        await expect(client.run('order.refund', refund)).rejects.toThrow();
      await client.run('order.refund', refund);
      await client.run('order.refund', refund);
      expect(new Set(keys().slice(0, 3)).size).toBe(1);
      expect(new Set(keys()).size).toBe(2);
      expect(keys()).not.toContain(null);
    },
  );

  it('has another key for what was wanted again, of another organiser, or with another input', async () => {
    const client = await signIn('one');
    replies = [cut, refusal(409, 'operation.repeated'), cut, cut, cut];
    const wanted = async (input: object) => {
      await expect(client.run('order.refund', input)).rejects.toThrow();
    };
    for (let time = 0; time < 3; time += 1) await wanted(refund);
    await wanted({ ...refund, amount: 100 });
    organiser = 'org_2';
    await wanted(refund);
    expect(keys()[0]).toBe(keys()[1]);
    expect(new Set(keys()).size).toBe(4);
  });

  it('does once what is pressed twice, and tells both', async () => {
    const client = open();
    replies = [answer({ reference: 'ord_1' }), answer({ reference: 'ord_2' })];
    const order = () => client.run('order.create', { event: 'evt_1' });
    expect(await Promise.all([order(), order()])).toEqual([
      { reference: 'ord_1' },
      { reference: 'ord_1' },
    ]);
    expect(await order()).toEqual({ reference: 'ord_2' });
    expect(seen).toHaveLength(2);
  });

  it('asks of the organiser that was looked at when it was asked', async () => {
    const client = open();
    organiser = 'org_1';
    replies = [answer('orders'), answer('done')];
    const asking = [client.call('order.list', {}), client.run('order.refund', {})];
    organiser = 'org_2';
    await Promise.all(asking);
    expect(seen.map((request) => request.organiser)).toEqual(['org_1', 'org_1']);
  });

  it('tells a device without a network from a server that does not answer', async () => {
    const client = open();
    await expect(client.call('order.list', {})).rejects.toMatchObject({ code: 'page.unreachable' });
    isOffline = true;
    await expect(client.call('order.list', {})).rejects.toMatchObject({ code: 'page.offline' });
  });
});
