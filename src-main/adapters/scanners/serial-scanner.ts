import { statSync } from 'node:fs';
import type { SerialPort } from 'serialport';
import {
  serialDefaults,
  type SerialChoice,
  type SerialPortOption,
  type SerialScanner,
  type SerialSettings,
} from '../../../shared/station/scanners.ts';
import { doublingDelay, type BackoffShape } from '../../core/backoff.ts';
import type { ScannedCode } from '../../core/scanners/decode-text.ts';
import {
  emptySerial,
  flushSerialBuffer,
  takeBytes,
  waitMs,
  type SerialStep,
} from '../../core/scanners/serial-decoder.ts';
import { deviceFailure } from './failure-status.ts';

/** What is used of serialport. */
export interface SerialLibrary {
  readonly SerialPort: Pick<typeof SerialPort, 'list'> &
    (new (options: {
      readonly path: string;
      readonly baudRate: number;
      readonly dataBits: 7 | 8;
      readonly parity: 'none' | 'even' | 'odd';
      readonly autoOpen: false;
    }) => Pick<SerialPort, 'on' | 'open' | 'close' | 'isOpen' | 'removeAllListeners'>);
}

type Port = InstanceType<SerialLibrary['SerialPort']>;
type PortInfo = Awaited<ReturnType<SerialLibrary['SerialPort']['list']>>[number];

export interface SerialScannerOptions {
  readonly load: () => Promise<SerialLibrary>;
  readonly onCode: (port: string, code: ScannedCode) => void;
  readonly onChange: (state: SerialScanner) => void;
}

const RETRY: BackoffShape = { firstMs: 2_000, capMs: 16_000 };

type Standing = Pick<SerialScanner, 'status' | 'problem'>;

const OFF: Standing = { status: 'off', problem: null };

/**
 * The scanner at the chosen serial port. Phases: closed → opening → reading; after a failure, or if it was unplugged, it is reopened at
 * growing intervals.
 */
export class SerialScannerReader {
  readonly #options: SerialScannerOptions;
  #library: SerialLibrary | null = null;
  #path: string | null = null;
  #settings: SerialSettings = serialDefaults;
  #port: Port | null = null;
  #standing: Standing = OFF;
  #ports: readonly SerialPortOption[] = [];
  #tries = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SerialScannerOptions) {
    this.#options = options;
  }

  choose({ port: path, settings }: SerialChoice): void {
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#settings);
    if (path === this.#path && isSame) return;
    this.#leave();
    this.#path = path;
    this.#settings = settings;
    this.#tries = 0;
    this.#publish(path === null ? OFF : { status: 'starting', problem: null });
    if (path !== null) void this.#open(path);
  }

  /** Refreshes the list of ports. */
  async look(): Promise<void> {
    try {
      const { SerialPort: Ports } = await this.#loaded();
      const ports = await Ports.list();
      this.#ports = ports.map((port) => ({
        path: lastingPath(port, ports),
        name: port.manufacturer?.slice(0, 100) ?? null,
      }));
      this.#publish(this.#standing.status === 'no_library' ? OFF : this.#standing);
      if (this.#standing === OFF && this.#path !== null) await this.#open(this.#path);
    } catch (error) {
      if (this.#library === null) this.#publish(noLibrary(error));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#leave();
  }

  async #loaded(): Promise<SerialLibrary> {
    this.#library ??= await this.#options.load();
    return this.#library;
  }

  async #open(path: string): Promise<void> {
    let library: SerialLibrary;
    try {
      library = await this.#loaded();
    } catch (error) {
      this.#publish(noLibrary(error));
      return;
    }
    if (path !== this.#path || this.#closed) return;
    const port = new library.SerialPort({ path, ...lineOf(this.#settings), autoOpen: false });
    this.#port = port;
    const isCurrent = () => this.#port === port;
    const failed = (error: unknown) => {
      if (isCurrent()) this.#again(path, deviceFailure(error));
    };
    const stop = this.#listen(path, port);
    port.on('error', failed);
    port.on('close', (error: unknown) => {
      stop();
      failed(error ?? new Error('no such device any more'));
    });
    port.open((error) => {
      if (error) failed(error);
      else if (isCurrent()) {
        this.#tries = 0;
        this.#publish({ status: 'ready', problem: null });
        const node = nodeOf(path);
        this.#timer = setInterval(() => {
          if (nodeOf(path) !== node) failed(new Error('no such device any more'));
        }, RETRY.firstMs);
      } else port.close();
    });
  }

  #listen(path: string, port: Port): () => void {
    const settings = this.#settings;
    let buffer = emptySerial;
    let timer: NodeJS.Timeout | undefined;
    const take = (step: SerialStep) => {
      ({ buffer } = step);
      clearTimeout(timer);
      const wait = waitMs(buffer, settings);
      if (Number.isFinite(wait)) {
        timer = setTimeout(() => take(flushSerialBuffer(buffer, buffer.at + wait, settings)), wait);
      }
      for (const code of step.codes) this.#options.onCode(path, code);
    };
    port.on('data', (bytes: Uint8Array) =>
      take(takeBytes(buffer, [...bytes], { at: performance.now(), settings })),
    );
    return () => clearTimeout(timer);
  }

  #again(path: string, standing: Standing): void {
    this.#leave();
    this.#tries += 1;
    const waitMs = doublingDelay(RETRY, this.#tries);
    this.#timer = setTimeout(() => void this.#open(path), waitMs);
    this.#publish(standing);
  }

  #leave(): void {
    clearInterval(this.#timer);
    const port = this.#port;
    this.#port = null;
    if (port?.isOpen === true) port.close(() => undefined);
  }

  #publish(standing: Standing): void {
    this.#standing = standing;
    if (!this.#closed) this.#options.onChange({ ...standing, ports: this.#ports });
  }
}

/**
 * Which device the path names, null if none. After a hang-up Linux may answer every read with nothing, for which serialport reads again,
 * without end and without an error, even if a device is back at the same path.
 */
function nodeOf(path: string): number | null {
  if (process.platform === 'win32') return 0;
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null;
}

/**
 * Linux numbers ports in the order of plugging in, so that a scanner may come back under another number; udev's link names the device itself. Two devices
 * without serial numbers share one link.
 */
function lastingPath({ path, pnpId }: PortInfo, ports: readonly PortInfo[]): string {
  if (pnpId === undefined || process.platform !== 'linux') return path;
  const isOne = ports.filter((other) => other.pnpId === pnpId).length === 1;
  return isOne ? `/dev/serial/by-id/${pnpId}` : path;
}

function noLibrary(error: unknown): Standing {
  return { status: 'no_library', problem: error instanceof Error ? error.message : String(error) };
}

function lineOf({ speed: baudRate, format }: SerialSettings) {
  const parity = ({ N: 'none', E: 'even', O: 'odd' } as const)[format.charAt(1)];
  return { baudRate, dataBits: format.startsWith('7') ? 7 : 8, parity: parity ?? 'none' } as const;
}
