import { isLoopbackHost } from '../../../shared/loopback-host.ts';

/** The API beside a console that is opened at this address; null where only its own computer reaches it. */
export function stationServer(base: string): string | null {
  const server = new URL('../v1', base);
  return isOwnComputer(server) ? null : server.href;
}

/** Whether no other device reaches a server there. */
export function isOwnComputer({ hostname }: URL): boolean {
  return isLoopbackHost(hostname.replaceAll(/[[\]]/g, ''));
}
