import { connect } from 'node:net';

/** Sends raw bytes and returns the raw answer, for requests that no well-behaved client would send. */
export function sendRaw(baseUrl: string, request: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), hostname, () => socket.write(request));
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  return promise;
}
