import { once } from 'node:events';
import { createServer } from 'node:net';

/** From 32,768 on, systems assign ports to outgoing connections and to programs that ask for any port. */
const FIRST = 20_000;
const BEHIND_LAST = 32_000;
const ATTEMPTS = 50;

/** A local port that is free, and that the system assigns to no other program before it is used. */
export async function freePort(): Promise<number> {
  for (let left = ATTEMPTS; left > 0; left -= 1) {
    const port = FIRST + Math.floor(Math.random() * (BEHIND_LAST - FIRST));
    if (await isFree(port)) return port;
  }
  throw new Error(`expected a free port in ${ATTEMPTS} attempts`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
