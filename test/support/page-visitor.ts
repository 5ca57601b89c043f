import { WebSocket } from 'ws';
import { parseLaunch, type PagePass } from '../../shared/station/page-handshake.ts';
import { startHandshake } from '../../src-renderer/station/transport/station-handshake.ts';
import {
  createPassStore,
  type SealedPass,
} from '../../src-renderer/station/transport/page-pass.ts';

export interface Visit {
  /** `refused` by the handshake, or the HTTP status with which the socket was refused. */
  readonly outcome: 'entered' | 'refused' | number;
  /** Given to a page that came with a launch address. */
  readonly session: PagePass | null;
  readonly socket: WebSocket;
  /** Everything after the handshake. */
  readonly received: unknown[];
}

export interface VisitOptions {
  readonly pass: PagePass;
  /** By default the headers that a page of this address sends. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  /** The page's own origin. */
  readonly origin?: string;
}

/** The pass of a launch address. */
export function passIn(url: string): PagePass {
  const pass = parseLaunch(new URL(url).hash);
  if (pass === null) throw new Error('expected a launch address');
  return pass;
}

/** Connects to the station at `address` with the page's own code, over a real socket. */
export async function visitPage(address: string, options: VisitOptions): Promise<Visit> {
  const { host, origin: own } = new URL(address);
  const { pass, headers = { Origin: own }, path = '/station', origin = own } = options;
  const entry = startHandshake(await sealed(pass), origin);
  const socket = new WebSocket(`ws://${host}${path}`, { headers });
  const received: unknown[] = [];
  const ended = Promise.withResolvers<Pick<Visit, 'outcome' | 'session'>>();
  let entered = false;
  let turn = Promise.resolve();

  const receive = async (frame: unknown) => {
    if (entered) {
      received.push(frame);
      return;
    }
    const heard = await entry.receive(frame);
    if (heard.kind === 'answer') socket.send(JSON.stringify(heard.message));
    else if (heard.kind === 'refused') ended.resolve({ outcome: 'refused', session: null });
    else {
      entered = true;
      ended.resolve({ outcome: 'entered', session: heard.session });
    }
  };
  socket.on('open', () => socket.send(JSON.stringify(entry.hello)));
  socket.on('message', (data: Buffer) => {
    const frame: unknown = JSON.parse(data.toString());
    turn = turn.then(() => receive(frame));
  });
  socket.on('unexpected-response', (_request, response) =>
    ended.resolve({ outcome: response.statusCode ?? 0, session: null }),
  );
  socket.on('error', () => undefined);
  socket.on('close', () => ended.resolve({ outcome: 'refused', session: null }));
  return { ...(await ended.promise), socket, received };
}

async function sealed(pass: PagePass): Promise<SealedPass> {
  const vault = { read: async () => null, write: async () => undefined };
  const store = createPassStore(vault, () => '');
  await store.keep(pass);
  const kept = await store.current();
  if (kept === null) throw new Error('expected the pass that was kept');
  return kept;
}
