/** Loaded with `node --import` into what stands in for a utility process: `process.parentPort` over the channel of the fork. */
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
// Electron ends its utility processes together with itself.
process.on('disconnect', () => process.exit(1));

// Messages and the end of the process reach the app by different ways: what was posted just before an exit may never arrive.
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
