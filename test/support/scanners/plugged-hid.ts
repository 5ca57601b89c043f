import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Device } from 'node-hid';
import { FakeScanner } from './fake-hid.ts';

/**
 * Replaces node-hid in the scanner process (`register-hid.ts`), with devices that a test plugs in over a socket. Phases: connects → `plug`, `unplug`
 * and `report` from the test → `written` and `opened` to it.
 */
const socket = connect(Number(process.env['PLUGGED_HID_PORT']), '127.0.0.1');
const plugged = new Map<string, Device>();
const opened = new Map<string, FakeScanner>();

socket.on('error', () => undefined);
createInterface({ input: socket }).on('line', (line) => {
  const { kind, path, device, report } = JSON.parse(line);
  if (kind === 'plug') plugged.set(path, device);
  if (kind === 'report') opened.get(path)?.emit('data', Buffer.from(report));
  if (kind === 'unplug') {
    plugged.delete(path);
    opened.get(path)?.emit('error', new Error('could not read from HID device'));
  }
  if (kind === 'crash') process.kill(process.pid, 'SIGSEGV');
});

function tell(message: object): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

class RecordingScanner extends FakeScanner {
  readonly #path: string;

  constructor(path: string) {
    super();
    this.#path = path;
  }

  override async write(report: number[]): Promise<number> {
    tell({ kind: 'written', path: this.#path, report: [...report] });
    return report.length;
  }
}

export const HIDAsync = {
  open: async (path: string) => {
    const scanner = new RecordingScanner(path);
    opened.set(path, scanner);
    tell({ kind: 'opened', path });
    return scanner;
  },
};

export async function devicesAsync(): Promise<Device[]> {
  return [...plugged.values()];
}
