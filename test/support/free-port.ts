import { once } from 'node:events';
import { createServer } from 'node:net';

/** From 32,768 on, systems pick ports for connections that go out, and for programs that ask for any. */
const FIRST = 20_000;
const BEHIND_LAST = 32_000;
const ATTEMPTS = 50;

/** A port of this computer that nobody listens on, and that nobody is given by chance until the program that is told of it takes it. */
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
