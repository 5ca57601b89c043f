import type { Socket } from 'node:net';

const CONTINUE = 'HTTP/1.1 100 ';
/** Fewer bytes may be the end of a body. */
const SHORTEST = 'HTTP/'.length;
const HEAD_END = '\r\n\r\n';
/** A head longer than this is no interim response. */
const MAX_HEAD = 4_096;

/**
 * Drops `100 Continue` from what a socket reads. No request here asks for it, but some gateways send it before every response to a POST
 * (RFC 9110 §15.2: a client ignores it), and undici ends the connection instead.
 */
export function skipContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held: Buffer | null = null;
  const next = (): unknown => {
    for (;;) {
      const piece: unknown = read();
      if (!(piece instanceof Buffer)) return piece;
      const bytes = held === null ? piece : Buffer.concat([held, piece]);
      held = null;
      const rest = afterContinue(bytes);
      if (rest === null) held = bytes;
      else if (rest.length > 0) return rest;
    }
  };
  Object.assign(socket, { read: (size?: number) => (size === undefined ? next() : read(size)) });
}

/** What follows the interim responses at the beginning; null until the last of them is whole. */
function afterContinue(bytes: Buffer): Buffer | null {
  let rest = bytes;
  while (beginsContinue(rest)) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return rest.length > MAX_HEAD ? rest : null;
    rest = rest.subarray(end + HEAD_END.length);
  }
  return rest;
}

function beginsContinue(bytes: Buffer): boolean {
  if (bytes.length < SHORTEST) return false;
  return CONTINUE.startsWith(bytes.toString('latin1', 0, CONTINUE.length));
}
