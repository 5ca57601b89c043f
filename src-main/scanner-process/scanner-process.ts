// Why: docs/decisions/0021-scanners.md
/**
 * Reads USB and serial scanners in a separate process: a driver that crashes or blocks takes no door with it. Runs as a child of
 * Node (browser host) or as Electron's utility process.
 */
import { randomUUID } from 'node:crypto';
import { assertNever } from '../../shared/assert-never.ts';
import { noDevices, type DeviceScanners } from '../../shared/station/scanners.ts';
import { SerialScannerReader } from '../adapters/scanners/serial-scanner.ts';
import { UsbScannerReader } from '../adapters/scanners/usb-scanners.ts';
import type { ScannedCode } from '../core/scanners/decode-text.ts';
import type { DeviceRead } from '../ports/scanners.ts';
import { liveAsChild } from '../processes/long-lived.ts';
import { openParentPort } from '../processes/parent-port.ts';
import {
  parseStationToScanners,
  type ScannersToStation,
  type StationToScanners,
} from './scanner-messages.ts';

/** How many reads are kept for a station that is restarting. */
const MOST_WAITING = 200;
const LONGEST_TEXT = 1_000;

liveAsChild();
const port = openParentPort();
const send = (message: ScannersToStation) => port.post(message);
const waiting = new Map<string, DeviceRead>();
let isStarted = false;
let devices: DeviceScanners = {
  usb: { ...noDevices.usb, status: 'starting' },
  serial: noDevices.serial,
};

const usb = new UsbScannerReader({
  load: () => import('node-hid'),
  onCode: (device, code) => read('hid', device, code),
  onChange: (state) => changed({ usb: { ...state, problem: cut(state.problem) } }),
});
const serial = new SerialScannerReader({
  load: () => import('serialport'),
  onCode: (device, code) => read('serial', device, code),
  onChange: (state) => changed({ serial: { ...state, problem: cut(state.problem) } }),
});

port.onStop(() => void stop());
port.onMessage((raw) => {
  const message = parseStationToScanners(raw);
  if (message !== null) receive(message);
});
// The station stops this process with a message: a signal to the whole process group must not drop scans in transit.
process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
// Otherwise Node.js opens a debugger, to any user of the machine.
process.on('SIGUSR1', () => undefined);
send({ kind: 'hello' });

function receive(message: StationToScanners): void {
  switch (message.kind) {
    case 'start':
      serial.choose(message.serial);
      if (isStarted) changed({});
      else look();
      isStarted = true;
      for (const one of waiting.values()) send({ kind: 'read', read: one });
      return;
    case 'choose_serial':
      serial.choose(message.serial);
      return;
    case 'look':
      look();
      return;
    case 'taken':
      waiting.delete(message.id);
      return;
    case 'beep':
      usb.beep(message.device, message.good);
      return;
    default:
      assertNever(message);
  }
}

function look(): void {
  void usb.look();
  void serial.look();
}

function read(source: DeviceRead['source'], device: string, { text, symbology }: ScannedCode) {
  const one: DeviceRead = { id: randomUUID(), source, device, code: text, symbology };
  waiting.set(one.id, one);
  const [oldest] = waiting.keys();
  if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
  send({ kind: 'read', read: one });
}

function changed(part: Partial<DeviceScanners>): void {
  devices = { ...devices, ...part };
  send({
    kind: 'devices',
    devices: {
      usb: { ...devices.usb, devices: [...devices.usb.devices] },
      serial: { ...devices.serial, ports: [...devices.serial.ports] },
    },
  });
}

async function stop(): Promise<void> {
  await Promise.all([usb.close(), serial.close()]);
  process.exit();
}

function cut(problem: string | null): string | null {
  return problem?.slice(0, LONGEST_TEXT) ?? null;
}
