import { createSocket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { lanPeerNetwork } from '../../src-main/adapters/peers/lan-peer-network.ts';
import { ownPrivateAddresses } from '../../src-main/adapters/peers/private-address.ts';
import { silentLogger } from '../../src-main/adapters/system/system-ports.ts';
import { until } from '../support/station/run-station.ts';
import { withReason } from '../support/has-tool.ts';

const MDNS = '224.0.0.251';
const options = { port: 0, given: [], discovers: true, logger: silentLogger };
const EVENTS = {
  accepted: () => ({ frame: () => undefined, closed: () => undefined }),
  rejected: () => undefined,
};

/** Whether what this machine sends to the group comes back to it. Containers and some test machines let nothing through. */
async function worksMulticast(): Promise<boolean> {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  if (!addresses.some(({ internal, family }) => !internal && family === 'IPv4')) return false;
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const heard = Promise.withResolvers<boolean>();
  const limit = setTimeout(() => heard.resolve(false), 1_000);
  socket.on('error', () => heard.resolve(false));
  socket.on('message', () => heard.resolve(true));
  socket.bind(() => {
    try {
      socket.addMembership(MDNS);
      socket.setMulticastLoopback(true);
      socket.send('hello', socket.address().port, MDNS);
    } catch {
      heard.resolve(false);
    }
  });
  const works = await heard.promise;
  clearTimeout(limit);
  socket.close();
  return works;
}

const canBeFound = (await worksMulticast()) && ownPrivateAddresses().length > 1;

it.skipIf(!canBeFound)(
  withReason(
    'finds a station on the network by mDNS, and notices that it leaves',
    canBeFound ? null : 'multicast does not work here, or there is no private address',
  ),
  async () => {
    const found = new Set<string>();
    const first = await lanPeerNetwork(options).listen([], {
      ...EVENTS,
      found: (address) => found.add(address),
      lost: (address) => found.delete(address),
      isKnown: () => false,
    });
    const second = await lanPeerNetwork(options).listen([], {
      ...EVENTS,
      found: () => undefined,
      lost: () => undefined,
      isKnown: () => false,
    });
    await until('the other is found', () => second.addresses().some((one) => found.has(one)));
    for (const address of found) expect(first.addresses()).not.toContain(address);
    await second.close();
    await until('the other has left', () => !second.addresses().some((one) => found.has(one)));
    await first.close();
  },
);
