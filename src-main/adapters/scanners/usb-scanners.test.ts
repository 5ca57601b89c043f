import { beforeEach, expect, it, vi } from 'vitest';
import type { UsbScanners } from '../../../shared/station/scanners.ts';
import { fakeHid, listedScanner } from '../../../test/support/scanners/fake-hid.ts';
import { reports } from '../../../test/support/scanners/hid-reports.ts';
import { UsbScannerReader, type HidLibrary } from './usb-scanners.ts';

const LOOK_MS = 2_000;

beforeEach(() => {
  vi.useFakeTimers();
});

function reader(load: () => Promise<HidLibrary>) {
  const codes: string[] = [];
  const states: UsbScanners[] = [];
  const usb = new UsbScannerReader({
    load,
    onCode: (device, { text, symbology }) => codes.push(`${device} ${symbology} ${text}`),
    onChange: (state) => states.push(state),
  });
  return { usb, codes, state: () => states.at(-1) };
}

function plugged(...paths: readonly string[]) {
  const hid = fakeHid();
  for (const path of paths) hid.plugged.set(path, listedScanner(path));
  return { ...hid, ...reader(async () => hid.library) };
}

it('a machine without the library, or with one that does not fit, has no USB scanners and keeps working', async () => {
  for (const error of [
    Object.assign(new Error("Cannot find package 'node-hid'"), { code: 'ERR_MODULE_NOT_FOUND' }),
    Object.assign(new Error('libudev.so.1: cannot open shared object file'), {
      code: 'ERR_DLOPEN_FAILED',
    }),
    new Error('No native build was found for runtime=node abi=137 platform=sunos arch=x64'),
  ]) {
    const { usb, state } = reader(() => Promise.reject(error));
    await usb.look();
    expect(state()).toEqual({ status: 'no_library', problem: error.message, devices: [] });
    await usb.close();
  }
});

it('only bar code scanners are opened, whoever made them', async () => {
  const { usb, plugged: devices, opened, state } = plugged('a');
  devices.set('keyboard', listedScanner('keyboard', { usagePage: 1, usage: 6 }));
  devices.set('badge', listedScanner('badge', { usage: 1 }));
  await usb.look();
  expect([...opened.keys()]).toEqual(['a']);
  expect(state()).toEqual({
    status: 'ready',
    problem: null,
    devices: [{ name: 'Zebra DS8178', status: 'ready', problem: null, beeps: false }],
  });
  await usb.close();
  expect(opened.get('a')?.isClosed).toBe(true);
});

it('two scanners read at the same time without mixing their codes', async () => {
  const { usb, opened, codes } = plugged('a', 'b');
  await usb.look();
  opened.get('a')?.emit('data', Buffer.from(reports.zebraQrFirst));
  opened.get('b')?.emit('data', Buffer.from(reports.zebraUpc));
  opened.get('a')?.emit('data', Buffer.from(reports.zebraQrLast));
  expect(codes).toHaveLength(2);
  expect(codes[0]).toBe('b ]X0 306030209223');
  expect(codes[1]).toMatch(/^a ]Q1 Lorem .* laborum\.$/);
  await usb.close();
});

it('a code whose last report never arrives is complete after a quarter of a second', async () => {
  const { usb, opened, codes } = plugged('a');
  await usb.look();
  opened.get('a')?.emit('data', Buffer.from(reports.zebraQrFirst));
  await vi.advanceTimersByTimeAsync(249);
  expect(codes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(codes).toHaveLength(1);
  await usb.close();
});

it('an unplugged scanner is reported missing, looked for, and read again when it is back', async () => {
  const { usb, plugged: devices, opened, codes, counts, state } = plugged('a');
  await usb.look();
  const before = opened.get('a');
  devices.delete('a');
  before?.emit('error', new Error('could not read from HID device'));
  expect(state()).toMatchObject({ status: 'missing', devices: [] });
  expect(before?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(state()?.status).toBe('missing');
  devices.set('a', listedScanner('a'));
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(state()?.status).toBe('ready');
  opened.get('a')?.emit('data', Buffer.from(reports.zebraUpc));
  expect(codes).toEqual(['a ]X0 306030209223']);
  const { listed } = counts;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(counts.listed).toBe(listed);
  await usb.close();
});

it('a scanner that is unplugged while it is opened is looked for, and read when it is back', async () => {
  const hid = fakeHid();
  hid.plugged.set('a', listedScanner('a', { vendorId: 0x0c2e }));
  const { HIDAsync } = hid.library;
  let isLoose = true;
  const open: typeof HIDAsync.open = async (path) => {
    const handle = await HIDAsync.open(path);
    const sendFeatureReport = async () => {
      if (isLoose) hid.opened.get(path)?.emit('error', new Error('gone'));
      return 0;
    };
    return Object.assign(handle, { sendFeatureReport });
  };
  const { usb, codes, state } = reader(async () => ({ ...hid.library, HIDAsync: { open } }));
  await usb.look();
  expect(state()?.status).not.toBe('ready');
  expect(hid.opened.get('a')?.isClosed).toBe(true);
  isLoose = false;
  await vi.advanceTimersByTimeAsync(2 * LOOK_MS);
  expect(state()?.status).toBe('ready');
  hid.opened.get('a')?.emit('data', Buffer.from(reports.honeywellUpc));
  expect(codes).toEqual(['a ]E0 306030209223']);
  await usb.close();
});

it('a scanner that vanishes within a code leaves what it had sent, and is read again at another path', async () => {
  const { usb, plugged: devices, opened, codes, state } = plugged('a');
  await usb.look();
  const before = opened.get('a');
  before?.emit('data', Buffer.from(reports.zebraQrFirst));
  devices.delete('a');
  before?.emit('error', new Error('could not read from HID device'));
  expect(codes).toHaveLength(1);
  devices.set('b', listedScanner('b'));
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  opened.get('b')?.emit('data', Buffer.from(reports.zebraQrLast));
  expect(codes).toHaveLength(2);
  expect(codes[1]).not.toContain('Lorem');
  before?.emit('error', new Error('late'));
  expect(state()?.status).toBe('ready');
  await usb.close();
});

it('a scanner that fails again and again is closed each time, and ends nothing', async () => {
  const { usb, opened, state } = plugged('a');
  for (let round = 0; round < 5; round += 1) {
    await usb.look();
    const scanner = opened.get('a');
    scanner?.emit('error', new Error('gone'));
    scanner?.emit('error', new Error('gone'));
    expect(scanner?.isClosed).toBe(true);
  }
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(state()?.status).toBe('ready');
  await usb.close();
});

it.each([
  ['no_permission', 'cannot open device with path /dev/hidraw7: Permission denied'],
  ['busy', 'hid_open_path: failed to open: (0xE00002C5) exclusive access and device already open'],
  ['failed', 'cannot open device'],
])(
  'a scanner that cannot be opened is %s, tried less and less often, and used once it can',
  async (status, problem) => {
    const { usb, refusals, counts, state } = plugged('a');
    refusals.set('a', new Error(problem));
    await usb.look();
    expect(state()).toEqual({
      status,
      problem,
      devices: [{ name: 'Zebra DS8178', status, problem, beeps: false }],
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(counts.opened).toBeGreaterThan(3);
    expect(counts.opened).toBeLessThan(10);
    refusals.clear();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state()?.status).toBe('ready');
    await usb.close();
  },
);

it('a device list that fails once is requested again', async () => {
  const { usb, library, state } = plugged('a');
  const list = vi.spyOn(library, 'devicesAsync').mockRejectedValueOnce(new Error('out of memory'));
  await usb.look();
  expect(state()).toMatchObject({ status: 'failed', problem: 'out of memory' });
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(state()?.status).toBe('ready');
  expect(list).toHaveBeenCalledTimes(2);
  await usb.close();
});

it('a Honeywell scanner is told that reports go here, and beeps yes and no', async () => {
  const { usb, plugged: devices, opened, state } = plugged();
  devices.set('h', listedScanner('h', { vendorId: 0x0c2e, manufacturer: 'Honeywell' }));
  devices.set('z', listedScanner('z'));
  await usb.look();
  expect(opened.get('h')?.features).toEqual([[254, 1]]);
  expect(opened.get('z')?.features).toEqual([]);
  expect(state()?.devices.map(({ beeps }) => beeps)).toEqual([true, false]);
  for (const device of ['h', 'z']) {
    usb.beep(device, true);
    usb.beep(device, false);
  }
  expect(opened.get('h')?.written).toEqual([
    [4, 0x40],
    [4, 0x20],
  ]);
  expect(opened.get('z')?.written).toEqual([]);
  await usb.close();
});
