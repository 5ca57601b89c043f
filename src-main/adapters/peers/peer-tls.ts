// Why: docs/decisions/0018-peers.md
import { constants } from 'node:crypto';
import { connect, type TlsOptions, type TLSSocket } from 'node:tls';
import { MAX_FRAME_BYTES } from '../../core/peers/peer-message.ts';
import type { PeerDial, PeerLink, PeerLinkEvents, VenueKey } from '../../ports/peers.ts';
import { peerNetworkOf, readPeerAddress } from './private-address.ts';

/** How long either end waits for the other's part of the handshake. */
const HANDSHAKE_MS = 5_000;
/** The one suite with a pre-shared key, forward secrecy and an AEAD that both Node's OpenSSL and Electron's BoringSSL have. */
const SUITE = {
  ciphers: 'ECDHE-PSK-CHACHA20-POLY1305',
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.2',
} as const;

/** The listening end offers the ids of its keys, and the dialing end chooses one that it has too. */
export function listeningTls(keys: readonly VenueKey[]): TlsOptions {
  return {
    ...SUITE,
    // A resumed session would outlive the key.
    secureOptions: constants.SSL_OP_NO_TICKET,
    handshakeTimeout: HANDSHAKE_MS,
    noDelay: true,
    pskIdentityHint: keys.map(({ id }) => id).join(' '),
    pskCallback: (_, id) => keys.find((key) => key.id === id)?.psk() ?? null,
  };
}

export function dialPeer(address: string, { keys, opened, failed }: PeerDial): void {
  const to = readPeerAddress(address);
  if (to === null) {
    setImmediate(failed);
    return;
  }
  const socket = connect({
    ...SUITE,
    ...to,
    // There are no certificates: whoever has no key fails the handshake.
    checkServerIdentity: () => undefined,
    pskCallback: (hint) => {
      const offered = hint?.split(' ') ?? [];
      const key = keys.find(({ id }) => offered.includes(id));
      return key === undefined ? null : { identity: key.id, psk: key.psk() };
    },
  }).setNoDelay();
  const timeout = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
  const closed = () => {
    clearTimeout(timeout);
    failed();
  };
  socket.on('error', () => undefined);
  socket.once('close', closed);
  socket.once('secureConnect', () => {
    clearTimeout(timeout);
    socket.off('close', closed);
    attachPeer(socket, { address, dialed: true, opened });
  });
}

/** Each line is a frame. */
export function attachPeer(
  socket: TLSSocket,
  {
    address,
    dialed,
    opened,
  }: {
    readonly address: string;
    readonly dialed: boolean;
    readonly opened: (link: PeerLink) => PeerLinkEvents;
  },
): void {
  let isProtocolError = false;
  let begun = '';
  const events = opened({
    address,
    network: peerNetworkOf(readPeerAddress(address)?.host ?? address),
    dialed,
    get buffered() {
      return socket.writableLength;
    },
    send: (frame) => {
      if (socket.writable) socket.write(`${frame}\n`);
    },
    close: () => socket.destroy(),
  });
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n');
    lines[0] = begun + (lines[0] ?? '');
    begun = lines.pop() ?? '';
    isProtocolError ||= [...lines, begun].some(({ length }) => length > MAX_FRAME_BYTES);
    if (isProtocolError) socket.destroy();
    else for (const line of lines) events.frame(line);
  });
  socket.on('error', (error) => {
    isProtocolError ||= isTlsError(error);
    // Node keeps an established connection open after an error of TLS.
    socket.destroy();
  });
  socket.on('close', () => events.closed(isProtocolError));
}

/** The other end has no key, or somebody has changed what it sent. */
export function isTlsError(error: Error): boolean {
  return 'code' in error && String(error.code).startsWith('ERR_SSL_');
}
