import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createScriptedStation } from '../../../test/support/scripted-station.ts';
import { createPagePasses } from '../../page/page-passes.ts';
import { openStationSocket } from './station-socket.ts';

it('keeps few sockets of strangers open, also of hundreds that come at the same moment', async () => {
  const passes = createPagePasses({ secret: 'A'.repeat(43), run: 'first' });
  const station = createScriptedStation();
  const socket = openStationSocket({ station, passes, onLaunched: () => undefined });
  const strangers = Array.from({ length: 300 }, () => {
    const stream = new Duplex({
      read: () => undefined,
      write: (_chunk, _encoding, done) => done(),
    });
    const request = new IncomingMessage(new Socket());
    request.method = 'GET';
    request.url = '/station';
    request.headers = {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'A'.repeat(22) + '==',
    };
    socket.accept(request, stream, { head: Buffer.alloc(0), origin: 'http://127.0.0.1:1' });
    return stream;
  });
  await nextTurn();
  expect(strangers.filter(({ destroyed }) => !destroyed)).toHaveLength(32);
  socket.close();
  for (const stream of strangers) stream.destroy();
});
