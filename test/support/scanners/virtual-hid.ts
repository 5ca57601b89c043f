import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * A USB scanner that the Linux kernel emulates: a program that writes to `/dev/uhid` creates a HID device with an ordinary hidraw node. The events
 * are `struct uhid_event` of `linux/uhid.h`: packed, in the byte order of the machine, which is little
 * endian wherever Node runs.
 */
export interface VirtualHid extends AsyncDisposable {
  /** Its hidraw node, or why none can be opened. */
  readonly node: string | { readonly missing: string };
  readonly report: (bytes: readonly number[]) => void;
  /** Feature reports that the host has sent, with their report id. */
  readonly features: readonly (readonly number[])[];
}

export interface HidIdentity {
  readonly name: string;
  readonly uniq: string;
  readonly vendor: number;
  readonly product: number;
  readonly descriptor: readonly number[];
}

const DEVICE = '/dev/uhid';
const DESTROY = 1;
const CREATE2 = 11;
const INPUT2 = 12;
const SET_REPORT = 13;
const SET_REPORT_REPLY = 14;
const BUS_USB = 3;

const NAME_BYTES = 128;
const PHYS_BYTES = 64;
const UNIQ_BYTES = 64;
const DATA_BYTES = 4096;
/** The largest event body is that of a device with its descriptor. */
const CREATE_BYTES = NAME_BYTES + PHYS_BYTES + UNIQ_BYTES + 2 + 2 + 4 * 4 + DATA_BYTES;
/** The body is a union with a 64-bit member, so its length is rounded up to a multiple of eight. */
export const EVENT_BYTES = 4 + Math.ceil(CREATE_BYTES / 8) * 8;

const APPEARS_WITHIN_MS = 5_000;
const LOOK_MS = 20;

export function createEvent({ name, uniq, vendor, product, descriptor }: HidIdentity): Buffer {
  const event = eventOf(CREATE2);
  event.write(name, 4, NAME_BYTES - 1, 'utf8');
  event.write(uniq, 4 + NAME_BYTES + PHYS_BYTES, UNIQ_BYTES - 1, 'utf8');
  let at = 4 + NAME_BYTES + PHYS_BYTES + UNIQ_BYTES;
  at = event.writeUInt16LE(descriptor.length, at);
  at = event.writeUInt16LE(BUS_USB, at);
  at = event.writeUInt32LE(vendor, at);
  at = event.writeUInt32LE(product, at);
  // Version and country stay zero.
  event.set(descriptor, at + 8);
  return event;
}

export function inputEvent(report: readonly number[]): Buffer {
  const event = eventOf(INPUT2);
  event.writeUInt16LE(report.length, 4);
  event.set(report, 6);
  return event;
}

export function destroyEvent(): Buffer {
  return eventOf(DESTROY);
}

/** Acknowledges a report: until then the kernel blocks its sender. */
export function takenEvent(request: number): Buffer {
  const event = eventOf(SET_REPORT_REPLY);
  event.writeUInt32LE(request, 4);
  return event;
}

/** A report that the host sends, and the number of its acknowledgement; null for any other event. */
export function sentReport(
  event: Buffer,
): { readonly id: number; readonly data: readonly number[] } | null {
  if (event.readUInt32LE(0) !== SET_REPORT) return null;
  const size = event.readUInt16LE(10);
  return { id: event.readUInt32LE(4), data: [...event.subarray(12, 12 + size)] };
}

/** Why no virtual device can be created on this machine; null if one can. */
export function whyNoVirtualHid(): string | null {
  try {
    accessSync(DEVICE, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return `${DEVICE} cannot be opened here: the system reports ${code}`;
  }
}

export async function plugVirtualHid(
  device: Pick<HidIdentity, 'vendor' | 'product' | 'descriptor'>,
): Promise<VirtualHid> {
  const uniq = randomUUID();
  const file = openSync(DEVICE, constants.O_RDWR | constants.O_NONBLOCK);
  const features: (readonly number[])[] = [];
  const listening = setInterval(() => {
    for (let event = nextEvent(file); event !== null; event = nextEvent(file)) {
      const sent = sentReport(event);
      if (sent === null) continue;
      features.push(sent.data);
      writeSync(file, takenEvent(sent.id));
    }
  }, LOOK_MS);
  writeSync(file, createEvent({ ...device, name: 'Gatehouse test scanner', uniq }));
  return {
    node: await nodeOf(uniq),
    features,
    report: (bytes) => void writeSync(file, inputEvent(bytes)),
    [Symbol.asyncDispose]: async () => {
      clearInterval(listening);
      writeSync(file, destroyEvent());
      closeSync(file);
    },
  };
}

function eventOf(type: number): Buffer {
  const event = Buffer.alloc(EVENT_BYTES);
  event.writeUInt32LE(type, 0);
  return event;
}

/** Null if there is none at the moment. */
function nextEvent(file: number): Buffer | null {
  const event = Buffer.alloc(EVENT_BYTES);
  try {
    return readSync(file, event) > 0 ? event : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return null;
    throw error;
  }
}

async function nodeOf(uniq: string): Promise<VirtualHid['node']> {
  const end = performance.now() + APPEARS_WITHIN_MS;
  let missing = 'no hidraw node appears for a device that was made through it';
  while (performance.now() < end) {
    const name = hidrawNames().find((one) => ueventOf(one).includes(`HID_UNIQ=${uniq}`));
    const node = `/dev/${name}`;
    if (name !== undefined) {
      try {
        accessSync(node, constants.R_OK | constants.W_OK);
        return node;
      } catch (error) {
        missing = `its hidraw node cannot be opened: ${String(error)}`;
      }
    }
    await delay(LOOK_MS);
  }
  return { missing };
}

function hidrawNames(): readonly string[] {
  try {
    return readdirSync('/sys/class/hidraw');
  } catch {
    return [];
  }
}

/** Empty if the device has disappeared meanwhile. */
function ueventOf(name: string): string {
  try {
    return readFileSync(`/sys/class/hidraw/${name}/device/uevent`, 'utf8');
  } catch {
    return '';
  }
}
