// One WebSocket message, the floor of how soon a station knows of a scan: answers each with the time of its arrival. Usage: node echo-message.ts URL.
import { WebSocket } from 'ws';
import { nowMs } from '../webhook-receivers.ts';

const socket = new WebSocket(process.argv[2] ?? '');
socket.on('open', () => process.stdout.write(`${JSON.stringify({ ready: true })}\n`));
socket.on('message', () => {
  const atMs = [nowMs()];
  process.stdout.write(`${JSON.stringify({ atMs })}\n`);
});
process.once('SIGTERM', () => socket.terminate());
