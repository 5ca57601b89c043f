import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Device } from 'node-hid';
import { listedScanner } from './fake-hid.ts';

/** Plugs USB scanners in and out of a scanner process that runs with `environment`, even after it has restarted. */
export interface UsbPort extends AsyncDisposable {
  readonly environment: Readonly<Record<string, string>>;
  readonly plug: (path: string, device?: Partial<Device>) => void;
  readonly unplug: (path: string) => void;
  readonly report: (path: string, report: readonly number[]) => void;
  /** Crashes the driver and with it the whole process. */
  readonly crash: () => void;
  /** The path of each device that was opened, in order. */
  readonly opened: string[];
  /** The reports that were sent to scanners. */
  readonly written: { readonly path: string; readonly report: readonly number[] }[];
}

export async function openUsbPort(): Promise<UsbPort> {
  const plugged = new Map<string, Device>();
  const sockets = new Set<Socket>();
  const opened: string[] = [];
  const written: { readonly path: string; readonly report: readonly number[] }[] = [];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    createInterface({ input: socket }).on('line', (line) => {
      const message = JSON.parse(line);
      if (message.kind === 'opened') opened.push(message.path);
      else written.push({ path: message.path, report: message.report });
    });
    for (const [path, device] of plugged) tell({ kind: 'plug', path, device });
  });
  const tell = (message: object) => {
    for (const socket of sockets) socket.write(`${JSON.stringify(message)}\n`);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('expected a TCP port');
  return {
    environment: {
      PLUGGED_HID_PORT: String(address.port),
      NODE_OPTIONS: `--import ${new URL('./register-hid.ts', import.meta.url).href}`,
    },
    plug: (path, change) => {
      const device = listedScanner(path, change);
      plugged.set(path, device);
      tell({ kind: 'plug', path, device });
    },
    unplug: (path) => {
      plugged.delete(path);
      tell({ kind: 'unplug', path });
    },
    report: (path, report) => tell({ kind: 'report', path, report }),
    crash: () => tell({ kind: 'crash' }),
    opened,
    written,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
