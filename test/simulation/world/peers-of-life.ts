import type {
  PeerLink,
  PeerLinkEvents,
  PeerListening,
  PeerNetwork,
} from '../../../src-main/ports/peers.ts';
import type { Lifetime } from './guard.ts';

/** The local network of one run of a station: after a crash its connections break and nothing reaches it. */
export function peersOfLife(network: PeerNetwork, life: Pick<Lifetime, 'isOver'>) {
  const links = new Set<PeerLink>();
  let listening: PeerListening | null = null;

  function take(link: PeerLink, connected: (link: PeerLink) => PeerLinkEvents): PeerLinkEvents {
    if (life.isOver) {
      link.close();
      return { frame: () => undefined, closed: () => undefined };
    }
    links.add(link);
    const events = connected(link);
    return {
      frame: (text) => {
        if (!life.isOver) events.frame(text);
      },
      closed: (isProtocolError) => {
        links.delete(link);
        if (!life.isOver) events.closed(isProtocolError);
      },
    };
  }

  const own: PeerNetwork = {
    given: network.given,
    listen: async (keys, events) => {
      listening = await network.listen(keys, {
        accepted: (link) => take(link, (taken) => events.accepted(taken)),
        rejected: (reason) => events.rejected(reason),
        isKnown: (host) => events.isKnown(host),
        found: (address) => events.found(address),
        lost: (address) => events.lost(address),
      });
      return listening;
    },
    dial: (address, { keys, opened, failed }) =>
      network.dial(address, {
        keys,
        opened: (link) => take(link, opened),
        failed: () => {
          if (!life.isOver) failed();
        },
      }),
  };
  const end = () => {
    void listening?.close();
    for (const link of links) link.close();
  };
  return { network: own, end };
}
