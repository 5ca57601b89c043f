import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { afterEach, expect, it, vi } from 'vitest';
import { serialDefaults, type SerialScanner } from '../../../shared/station/scanners.ts';
import { missingTool, withReason } from '../../../test/support/has-tool.ts';
import { openPseudoTerminal } from '../../../test/support/scanners/pseudo-terminal.ts';
import { numbered } from '../../../test/support/station/rows.ts';
import { SerialScannerReader, type SerialLibrary } from './serial-scanner.ts';

function reader(load: () => Promise<SerialLibrary> = () => import('serialport')) {
  const codes: string[] = [];
  const states: SerialScanner[] = [];
  const serial = new SerialScannerReader({
    load,
    onCode: (_, { text, symbology }) => codes.push(`${symbology} ${text}`),
    onChange: (state) => states.push(state),
  });
  return { serial, codes, state: () => states.at(-1) };
}

const at = (port: string | null) => ({ port, settings: serialDefaults });
const missing = missingTool('python3');

afterEach(() => void vi.useRealTimers());

const soon = { timeout: 20_000, interval: 10 };

it.skipIf(missing !== null)(
  withReason('a scanner at a serial port is read, with any line ending and with none', missing),
  async () => {
    await using terminal = await openPseudoTerminal();
    const { serial, codes, state } = reader();
    serial.choose(at(terminal.path));
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    const [one, two, three, four] = [1, 2, 3, 4].map((place) => numbered('ticket', place));
    terminal.send(one?.slice(0, 9) ?? '');
    terminal.send(one?.slice(9) ?? '');
    await vi.waitFor(() => expect(codes).toHaveLength(1), soon);
    terminal.send(`]Q1${two}\r\n`);
    terminal.send(`${three}\r${four}\n`);
    await vi.waitFor(() => expect(codes).toHaveLength(4), soon);
    expect(codes).toEqual([`null ${one}`, `]Q1 ${two}`, `null ${three}`, `null ${four}`]);
    await serial.close();
  },
);

it.skipIf(missing !== null)(
  withReason('an unplugged port is missing, and another one can be chosen', missing),
  async () => {
    const first = await openPseudoTerminal();
    await using second = await openPseudoTerminal();
    const { serial, codes, state } = reader();
    serial.choose(at(first.path));
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    await first.unplug();
    await vi.waitFor(() => expect(state()?.status).not.toBe('ready'), soon);
    serial.choose(at(second.path));
    await vi.waitFor(() => expect(state()?.status).toBe('ready'), soon);
    second.send('tkt_here\r');
    await vi.waitFor(() => expect(codes).toEqual(['null tkt_here']), soon);
    serial.choose(at(null));
    expect(state()).toMatchObject({ status: 'off', problem: null });
    await serial.close();
  },
);

it.runIf(process.platform === 'linux')(
  'ports are offered by a name that stays when they are plugged in again',
  async () => {
    const port = { manufacturer: 'Honeywell', locationId: undefined, serialNumber: undefined };
    const ids = { vendorId: '0c2e', productId: '0b6a' };
    const listed = [
      { ...port, ...ids, path: '/dev/ttyACM0', pnpId: 'usb-Honeywell_Scanner_1-if00' },
      { ...port, ...ids, path: '/dev/ttyUSB0', pnpId: 'usb-CH340_Serial-if00-port0' },
      { ...port, ...ids, path: '/dev/ttyUSB1', pnpId: 'usb-CH340_Serial-if00-port0' },
      { ...port, ...ids, path: '/dev/ttyS0', pnpId: undefined },
    ];
    class Listing extends SerialPort {
      static override list = async () => listed;
    }
    const { serial, state } = reader(async () => ({ SerialPort: Listing }));
    await serial.look();
    expect(state()?.ports.map(({ path }) => path)).toEqual([
      '/dev/serial/by-id/usb-Honeywell_Scanner_1-if00',
      '/dev/ttyUSB0',
      '/dev/ttyUSB1',
      '/dev/ttyS0',
    ]);
    await serial.close();
  },
);

it.each([
  ['gone', rmSync],
  [
    'gone and back at once',
    (path: string) => {
      writeFileSync(`${path}-new`, '');
      renameSync(`${path}-new`, path);
    },
  ],
])('a port that is %s is missing, even if the library does not notice', async (_, replug) => {
  const path = join(tmpdir(), `gatehouse-port-${randomUUID()}`);
  writeFileSync(path, '');
  class NeverNotices extends SerialPort {
    override get isOpen() {
      return true;
    }
    override open(opened?: (error: null) => void) {
      opened?.(null);
    }
    override close() {}
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
  const { serial, state } = reader(() => Promise.resolve({ SerialPort: NeverNotices }));
  serial.choose(at(path));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(state()?.status).toBe('ready');
  replug(path);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(state()?.status).toBe('missing');
  writeFileSync(path, '');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(state()?.status).toBe('ready');
  await serial.close();
  rmSync(path);
});

it('a missing port is reported and retried', async () => {
  const { serial, state } = reader();
  serial.choose(at('/dev/ttyGatehouseNotThere'));
  await vi.waitFor(() => expect(state()?.status).toBe('missing'), soon);
  await serial.close();
});

it('a machine without the library has no serial scanner and keeps working', async () => {
  const { serial, state } = reader(() => Promise.reject(new Error("Cannot find package 'x'")));
  serial.choose(at('/dev/ttyS0'));
  await vi.waitFor(() => expect(state()?.status).toBe('no_library'));
  await serial.look();
  expect(state()).toMatchObject({ status: 'no_library', ports: [] });
  await serial.close();
});
