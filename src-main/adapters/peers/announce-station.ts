import { randomBytes } from 'node:crypto';
import { Bonjour, type Service } from 'bonjour-service';
import { isPeerAddress } from '../../../shared/contract/peer-address.ts';
import type { Logger } from '../../ports/system.ts';
import { writePeerAddress } from './private-address.ts';

export interface Announcement {
  readonly close: () => void;
}

const TYPE = 'gatehouse';

/** Announces by mDNS (`_gatehouse._tcp`) that a station listens on `port`, and discovers others. */
export function announceStation(
  port: number,
  {
    found,
    lost,
  }: { readonly found: (address: string) => void; readonly lost: (address: string) => void },
  logger: Logger,
): Announcement {
  // If multicast does not work, stations are found by addresses from the server or the user.
  const bonjour = new Bonjour({}, (error: unknown) => {
    logger.warn({ error: String(error) }, 'stations nearby cannot be looked for by mDNS');
  });
  // Reveals nothing about the venue or the station.
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

export function addressesOf({
  addresses = [],
  port,
}: Pick<Service, 'addresses' | 'port'>): readonly string[] {
  return addresses.map((host) => writePeerAddress({ host, port })).filter(isPeerAddress);
}
