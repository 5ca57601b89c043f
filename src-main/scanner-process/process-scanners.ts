import { assertNever } from '../../shared/assert-never.ts';
import {
  noDevices,
  serialDefaults,
  type DeviceScanners,
  type SerialChoice,
} from '../../shared/station/scanners.ts';
import type { DeviceRead, ScannerEvents, Scanners } from '../ports/scanners.ts';
import type { ScannerLine } from './scanner-line.ts';
import { parseScannersToStation, type ScannersToStation } from './scanner-messages.ts';

/** How many ids are remembered to drop duplicate reads. More than the process ever keeps. */
const REMEMBERED = 1_000;

const starting: DeviceScanners = {
  usb: { ...noDevices.usb, status: 'starting' },
  serial: noDevices.serial,
};

/** The station's side of the scanner process. `openLine` is called when the station opens its scanners. */
export function processScanners(openLine: () => ScannerLine): Scanners {
  let line: ScannerLine | null = null;
  let serial: SerialChoice = { port: null, settings: serialDefaults };
  let events: ScannerEvents | null = null;
  const taking = new Map<string, Promise<void>>();

  const receive = (message: ScannersToStation) => {
    switch (message.kind) {
      case 'hello':
        line?.post({ kind: 'start', serial });
        return;
      case 'devices':
        events?.changed(message.devices);
        return;
      case 'read':
        void take(message.read);
        return;
      case 'lost':
        events?.changed(starting);
        return;
      default:
        assertNever(message);
    }
  };
  const take = async (read: DeviceRead) => {
    if (events === null) return;
    const work = taking.get(read.id) ?? events.read(read);
    taking.set(read.id, work);
    const [oldest] = taking.keys();
    if (taking.size > REMEMBERED && oldest !== undefined) taking.delete(oldest);
    await work;
    // A closing station may not have recorded it: the next one receives it again, and knows what is in its journal.
    if (events !== null) line?.post({ kind: 'taken', id: read.id });
  };

  return {
    open: (given, chosen) => {
      events = given;
      serial = chosen;
      events.changed(starting);
      line = openLine();
      line.onMessage((raw) => {
        const message = parseScannersToStation(raw);
        if (message !== null) receive(message);
      });
      // A running process has already sent `hello`.
      line.post({ kind: 'start', serial });
    },
    chooseSerial: (chosen) => {
      serial = chosen;
      line?.post({ kind: 'choose_serial', serial });
    },
    look: () => line?.post({ kind: 'look' }),
    beep: (device, good) => line?.post({ kind: 'beep', device, good }),
    close: async () => {
      events = null;
      await line?.stop();
    },
  };
}
