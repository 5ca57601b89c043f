import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNetworkAccess } from './network-access.ts';

let data: string;
let isOpen: boolean;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-door-'));
  isOpen = false;
});
afterEach(() => rm(data, { recursive: true }));

/** A server that may accept requests from the network. */
const server = {
  openNetwork: ({ port }: { readonly port: number }) => {
    if (isOpen) return Promise.reject(new Error('It is open already.'));
    isOpen = true;
    return Promise.resolve({ port });
  },
  closeNetwork: () => {
    isOpen = false;
    return Promise.resolve();
  },
  reachedAt: () => Promise.resolve(),
};

it('network access is closed when asked to, even in the middle of opening', async () => {
  const door = createNetworkAccess(data, server);
  // Creating the certificate takes a while.
  const opening = door.open({ port: 8788, certificate: 'if_first' });
  await door.close();
  await opening;
  expect(isOpen).toBe(false);
});

it('network access ends in the last requested state, however fast requests come', async () => {
  const door = createNetworkAccess(data, server);
  const wish = { port: 8788, certificate: 'if_first' } as const;
  await Promise.all([door.open(wish), door.close(), door.open(wish), door.open(wish)]);
  expect(isOpen).toBe(true);
  await Promise.all([door.open(wish), door.close()]);
  expect(isOpen).toBe(false);
});
