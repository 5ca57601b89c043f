import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Device } from 'node-hid';
import type { UsbScanner, UsbScanners } from '../../../shared/station/scanners.ts';
import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import type { ScannedCode } from '../../core/scanners/decode-text.ts';
import {
  emptyBuffer,
  FLUSH_MS,
  flushHidBuffer,
  takeReport,
  type HidStep,
} from '../../core/scanners/hid-decoder.ts';
import {
  readReportDescriptor,
  type Beeper,
  type DescribedScanner,
} from '../../core/scanners/report-descriptor.ts';
import { deviceFailure, type DeviceFailure } from './failure-status.ts';

/** The part of node-hid that is used. */
export interface HidLibrary {
  readonly HIDAsync: { open(path: string): Promise<HidHandle> };
  devicesAsync(): Promise<Device[]>;
}

interface HidHandle {
  on(event: 'data', listener: (report: Uint8Array) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  write(report: number[]): Promise<number>;
  sendFeatureReport(report: number[]): Promise<number>;
  close(): Promise<void>;
}

export interface UsbScannerOptions {
  /** Called when the scanners are opened: the library may be missing. */
  readonly load: () => Promise<HidLibrary>;
  readonly onCode: (device: string, code: ScannedCode) => void;
  readonly onChange: (state: UsbScanners) => void;
}

const BAR_CODE_SCANNERS = 0x8c;
const BAR_CODE_SCANNER = 0x02;
const LOOK_MS = 2_000;
/** A scanner that cannot be opened is retried at growing intervals, up to this. */
const RETRY: BackoffShape = { firstMs: LOOK_MS, capMs: 16_000 };

/** Honeywell and its predecessor, Hand Held Products: they have to be switched to this report channel, and beep on output report 4. */
const honeywell = [0x0c2e, 0x0536, 0x23d0];
const TAKE_REPORTS = [254, 1];
const honeywellBeeper: Beeper = {
  reportId: 4,
  length: 2,
  good: { byte: 1, bit: 6 },
  error: { byte: 1, bit: 5 },
};

interface OpenScanner {
  readonly handle: HidHandle;
  readonly name: string;
  readonly beeper: Beeper | null;
  /** Gives what has arrived of a code, and no more. */
  readonly flush: () => void;
  readonly stop: () => void;
}

interface RefusedScanner extends DeviceFailure {
  readonly name: string;
  readonly tries: number;
  readonly nextAt: number;
}

/**
 * All USB scanners that speak HID POS, of any maker. Phases: load the library → look for scanners → open each one found, and repeat while
 * one is missing or cannot be opened → a scanner that fails is closed and looked for again.
 */
export class UsbScannerReader {
  readonly #options: UsbScannerOptions;
  #library: HidLibrary | null = null;
  readonly #open = new Map<string, OpenScanner>();
  readonly #refused = new Map<string, RefusedScanner>();
  /** The largest number seen: fewer means that one is missing. */
  #expected = 1;
  #failure: Pick<UsbScanners, 'status' | 'problem'> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #closed = false;

  constructor(options: UsbScannerOptions) {
    this.#options = options;
  }

  /** Looks immediately. Never rejects; problems are reported in the state. */
  look(): Promise<void> {
    this.#looking ??= this.#search().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  beep(path: string, isGood: boolean): void {
    const scanner = this.#open.get(path);
    if (scanner === undefined || scanner.beeper === null) return;
    const { reportId, length, good, error } = scanner.beeper;
    const { byte, bit } = isGood ? good : error;
    const report: number[] = Array(length).fill(0);
    report[0] = reportId;
    report[byte] = 1 << bit;
    // A failed beep is no reason to give up a scanner: one that is gone reports it itself.
    scanner.handle.write(report).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#looking;
    clearTimeout(this.#timer);
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(closeScanner));
  }

  async #search(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    try {
      this.#library ??= await this.#options.load();
      const devices = await this.#library.devicesAsync();
      this.#failure = null;
      await this.#openAll(this.#library, devices.filter(isScanner));
    } catch (error) {
      this.#failure = listFailure(error);
    }
    this.#publish();
  }

  async #openAll(library: HidLibrary, devices: readonly Device[]): Promise<void> {
    const there = new Map(devices.map((device) => [device.path ?? '', device]));
    for (const path of this.#refused.keys()) if (!there.has(path)) this.#refused.delete(path);
    for (const [path, device] of there) {
      const isDue = (this.#refused.get(path)?.nextAt ?? 0) <= performance.now();
      if (!this.#open.has(path) && isDue && !this.#closed)
        await this.#tryOpen(library, path, device);
    }
    this.#expected = Math.max(this.#expected, there.size);
  }

  async #tryOpen(library: HidLibrary, path: string, device: Device): Promise<void> {
    const name = nameOf(device);
    try {
      const handle = await library.HIDAsync.open(path);
      let isLost = false;
      // Without a listener its first error would end this process.
      handle.on('error', () => {
        isLost = true;
        this.#lost(path, handle);
      });
      const described = await describe(path);
      if (honeywell.includes(device.vendorId)) {
        await handle.sendFeatureReport(TAKE_REPORTS).catch(() => undefined);
      }
      const source = { vendorId: device.vendorId, described: described.layout };
      if (isLost) {
        await handle.close().catch(() => undefined);
        throw new Error('it was unplugged while it was opened');
      }
      const listener = this.#listen(path, handle, source);
      const beeper =
        described.beeper ?? (honeywell.includes(device.vendorId) ? honeywellBeeper : null);
      this.#open.set(path, { handle, name, beeper, ...listener });
      this.#refused.delete(path);
    } catch (error) {
      const tries = (this.#refused.get(path)?.tries ?? 0) + 1;
      const failure = await openFailure(path, error);
      const waitMs = doublingDelay(RETRY, tries);
      // Half an interval early, so that the look at which it is due includes it.
      const nextAt = performance.now() + waitMs - LOOK_MS / 2;
      this.#refused.set(path, { ...failure, name, tries, nextAt });
    }
  }

  /** Assembles the codes of one scanner. */
  #listen(
    path: string,
    handle: HidHandle,
    source: Parameters<typeof takeReport>[2]['source'],
  ): Pick<OpenScanner, 'flush' | 'stop'> {
    let buffer = emptyBuffer;
    let timer: NodeJS.Timeout | undefined;
    const take = (step: HidStep) => {
      buffer = step.buffer;
      clearTimeout(timer);
      if (buffer.open !== null) timer = setTimeout(flush, FLUSH_MS);
      for (const code of step.codes) this.#options.onCode(path, code);
    };
    const flush = () => take(flushHidBuffer(buffer, Number.POSITIVE_INFINITY));
    handle.on('data', (report: Uint8Array) => {
      take(takeReport(buffer, [...report], { at: performance.now(), source }));
    });
    return { flush, stop: () => clearTimeout(timer) };
  }

  /** Half a code that it had sent leaves its sign. An earlier handle of the same path says nothing about this one. */
  #lost(path: string, handle: HidHandle): void {
    const scanner = this.#open.get(path);
    if (scanner === undefined || scanner.handle !== handle) return;
    this.#open.delete(path);
    scanner.flush();
    void closeScanner(scanner);
    this.#publish();
  }

  /** Publishes the state, and looks again soon if something is missing. */
  #publish(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    this.#options.onChange(this.#state());
    const isWhole = this.#open.size >= this.#expected && this.#refused.size === 0;
    if (!isWhole) this.#timer = setTimeout(() => void this.look(), LOOK_MS);
  }

  #state(): UsbScanners {
    const devices: readonly UsbScanner[] = [
      ...[...this.#open.values()].map(({ name, beeper }) => {
        return { name, status: 'ready' as const, problem: null, beeps: beeper !== null };
      }),
      ...[...this.#refused.values()].map(({ name, status, problem }) => {
        return { name, status, problem, beeps: false };
      }),
    ];
    const first = devices.find(({ status }) => status === 'ready') ?? devices[0];
    if (this.#failure !== null) return { ...this.#failure, devices };
    return { status: first?.status ?? 'missing', problem: first?.problem ?? null, devices };
  }
}

function isScanner({ path, usagePage, usage }: Device): boolean {
  return path !== undefined && usagePage === BAR_CODE_SCANNERS && usage === BAR_CODE_SCANNER;
}

function nameOf({ product, manufacturer }: Device): string {
  const name = [manufacturer, product]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  return name.trim().slice(0, 100) || 'USB';
}

/** Without its library, or a system library that it needs, nothing will ever be found; any other failure may pass. */
function listFailure(error: unknown): Pick<UsbScanners, 'status' | 'problem'> {
  const problem = error instanceof Error ? error.message : String(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isMissing =
    /MODULE_NOT_FOUND|DLOPEN_FAILED/.test(code) ||
    /cannot find (module|package)|no native build|shared object|prebuild/i.test(problem);
  return { status: isMissing ? 'no_library' : 'failed', problem };
}

/** hidapi only reports that it cannot open a device: on Linux the file shows whether permission is missing. */
async function openFailure(path: string, error: unknown): Promise<DeviceFailure> {
  const failure = deviceFailure(error);
  if (failure.status !== 'failed' || !path.startsWith('/dev/')) return failure;
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return failure;
  } catch (denied) {
    return deviceFailure(denied);
  }
}

/** The device's own descriptor, which Linux exposes. */
async function describe(path: string): Promise<DescribedScanner> {
  const file = `/sys/class/hidraw/${basename(path)}/device/report_descriptor`;
  const bytes = path.startsWith('/dev/') ? await readFile(file).catch(() => null) : null;
  return bytes === null ? { layout: null, beeper: null } : readReportDescriptor([...bytes]);
}

async function closeScanner({ handle, stop }: OpenScanner): Promise<void> {
  stop();
  // An unplugged device can no longer be closed.
  await handle.close().catch(() => undefined);
}
