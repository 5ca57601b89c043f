import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createNetworkDoor } from './network-door.ts';

let data: string;
let isOpen: boolean;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'gatehouse-door-'));
  isOpen = false;
});
afterEach(() => rm(data, { recursive: true }));

/** A server that takes requests from the network, or does not. */
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

it('is shut after it was told so, also in the middle of opening', async () => {
  const door = createNetworkDoor(data, server);
  // The certificate that it makes takes a while.
  const opening = door.open({ port: 8788, certificate: 'if_first' });
  await door.close();
  await opening;
  expect(isOpen).toBe(false);
});

it('ends as it was last told, however fast', async () => {
  const door = createNetworkDoor(data, server);
  const wish = { port: 8788, certificate: 'if_first' } as const;
  await Promise.all([door.open(wish), door.close(), door.open(wish), door.open(wish)]);
  expect(isOpen).toBe(true);
  await Promise.all([door.open(wish), door.close()]);
  expect(isOpen).toBe(false);
});
