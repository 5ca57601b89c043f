/** Loaded with `node --import` into the stand-in of a utility process: `process.parentPort` over the channel of the fork. */
import { EventEmitter } from 'node:events';

const send = process.send?.bind(process);
const port = new EventEmitter();
const early: unknown[] = [];

process.on('message', (data) => {
  if (port.listenerCount('message') > 0) port.emit('message', { data, ports: [] });
  else early.push(data);
});
port.on('newListener', (event) => {
  if (event !== 'message') return;
  setImmediate(() => {
    for (const data of early.splice(0)) port.emit('message', { data, ports: [] });
  });
});
// Electron ends its utility processes when it ends.
process.on('disconnect', () => process.exit(1));

// Messages and the exit reach the app through different channels: a message posted just before an exit may never arrive.
const outgoing: unknown[] = [];
const flush = () => {
  for (const message of outgoing.splice(0)) send?.(message, undefined, undefined, () => undefined);
};

Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, {
    postMessage: (message: unknown) => {
      outgoing.push(structuredClone(message));
      setTimeout(flush, 2);
    },
  }),
});
Object.defineProperty(process, 'send', { value: undefined });
