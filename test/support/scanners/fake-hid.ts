import { EventEmitter } from 'node:events';
import type { Device } from 'node-hid';
import type { HidLibrary } from '../../../src-main/adapters/scanners/usb-scanners.ts';

/** A scanner as node-hid lists it. */
export function listedScanner(path: string, change: Partial<Device> = {}): Device {
  return {
    path,
    vendorId: 0x05e0,
    productId: 0x2100,
    manufacturer: 'Zebra',
    product: 'DS8178',
    release: 1,
    interface: 0,
    usagePage: 0x8c,
    usage: 0x02,
    ...change,
  };
}

/** An opened scanner: emits what the test specifies, and records what it is sent. */
export class FakeScanner extends EventEmitter {
  readonly written: number[][] = [];
  readonly features: number[][] = [];
  isClosed = false;

  async write(report: number[] | Buffer): Promise<number> {
    this.written.push([...report]);
    return report.length;
  }

  async sendFeatureReport(report: number[] | Buffer): Promise<number> {
    this.features.push([...report]);
    return report.length;
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

/** A fake node-hid with the devices that a test plugs in. */
export function fakeHid() {
  const plugged = new Map<string, Device>();
  const refusals = new Map<string, Error>();
  const opened = new Map<string, FakeScanner>();
  const counts = { listed: 0, opened: 0 };
  const library: HidLibrary = {
    HIDAsync: {
      open: async (path) => {
        counts.opened += 1;
        const refusal = refusals.get(path);
        if (refusal !== undefined) throw refusal;
        const scanner = new FakeScanner();
        opened.set(path, scanner);
        return scanner;
      },
    },
    devicesAsync: async () => {
      counts.listed += 1;
      return [...plugged.values()];
    },
  };
  return { library, plugged, refusals, opened, counts };
}
