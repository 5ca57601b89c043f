import { expect, it } from 'vitest';
import { words } from '../i18n/en/words.ts';
import type { KeptSession } from '../transport/session-vault.ts';
import { createConsole } from './console.ts';

const refusal = (status: number, code: string) =>
  Response.json({ code, message: `Refused: ${code}.` }, { status });

/** A console that answers so, one after the other, and the names of what it was asked for. */
async function openConsole(replies: readonly Response[]) {
  let kept: KeptSession | null = null;
  const asked: string[] = [];
  const next = [Response.json({ data: { token: 'one' } }), ...replies];
  const console = createConsole({
    base: 'https://example.org/console/',
    nonce: 'first',
    vault: {
      read: async () => kept,
      write: async (session) => {
        kept = session;
      },
    },
    fetch: async (url) => {
      asked.push(new Request(url).url.split('/').at(-1) ?? '');
      return next.shift() ?? refusal(500, 'server.failed');
    },
    isOffline: () => false,
    preferences: { theme: 'system', locale: 'en', organiser: null },
    words,
  });
  await console.call('sign-in.begin', { email: 'ann@example.org', password: 'seven quiet herons' });
  return { console, asked };
}

it.each([
  ['the session ends', refusal(401, 'session.required')],
  ['somebody signs out', Response.json({ data: null })],
])(
  'what waits for a second factor is given up when %s, and not done for whoever signs in next',
  async (_what, reply) => {
    const { console, asked } = await openConsole([
      refusal(403, 'session.second_factor_stale'),
      reply,
    ]);
    const refund = console.run('order.refund', { order: 'ord_1' }).catch((error: unknown) => error);
    await expect.poll(() => console.store.getState().factorAsked).not.toBeNull();
    if (reply.ok) await console.signOut();
    else await console.call('sign-in.code', { code: '000000' }).catch(() => undefined);
    expect(console.store.getState()).toMatchObject({ account: null, factorAsked: null });
    expect(await refund).toMatchObject({ code: 'session.second_factor_stale' });
    expect(asked.filter((name) => name === 'order.refund')).toHaveLength(1);
  },
);
