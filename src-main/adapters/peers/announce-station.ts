import { randomBytes } from 'node:crypto';
import { Bonjour, type Service } from 'bonjour-service';
import type { Logger } from '../../ports/logger.ts';
import { isLoopback, isPrivateAddress, writePeerAddress } from './private-address.ts';

export interface Announcement {
  readonly close: () => void;
}

const TYPE = 'gatehouse';

/** Tells the network by mDNS (`_gatehouse._tcp`) that a station listens on `port`, and of the others that do. */
export function announceStation(
  port: number,
  {
    found,
    lost,
  }: { readonly found: (address: string) => void; readonly lost: (address: string) => void },
  logger: Logger,
): Announcement {
  // Where multicast does not work, stations are found by what the server knows, or are named.
  const bonjour = new Bonjour({}, (error: unknown) => {
    logger.warn({ error: String(error) }, 'stations nearby cannot be looked for by mDNS');
  });
  // Says nothing about the venue or the station.
  const name = `station-${randomBytes(6).toString('hex')}`;
  const service = bonjour.publish({ name, type: TYPE, port, host: `${name}.local`, probe: false });
  service.on('error', (error: unknown) => {
    logger.warn({ error: String(error) }, 'this station cannot be announced by mDNS');
  });
  const others = (seen: Service) => (seen.name === name ? [] : addressesOf(seen));
  const browser = bonjour.find({ type: TYPE });
  browser.on('up', (seen: Service) => others(seen).forEach(found));
  browser.on('down', (seen: Service) => others(seen).forEach(lost));
  return {
    close: () => {
      browser.stop();
      bonjour.unpublishAll(() => bonjour.destroy());
    },
  };
}

/** The address of another station never leads to this machine. Whoever announces such an address wants it to knock at other programs here. */
export function addressesOf({
  addresses = [],
  port,
}: Pick<Service, 'addresses' | 'port'>): readonly string[] {
  return addresses
    .filter((host) => isPrivateAddress(host) && !isLoopback(host))
    .map((host) => writePeerAddress({ host, port }));
}
