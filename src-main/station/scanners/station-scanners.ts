import { formatInstant } from '../../../shared/instant.ts';
import type { ScanOutcome, ScanSource } from '../../../shared/station/outcomes.ts';
import {
  noDevices,
  noScannerChoice,
  serialDefaults,
  type SerialChoice,
  type DeviceScanners,
  type LastRead,
  type ScannerChoice,
  type ScannersState,
} from '../../../shared/station/scanners.ts';
import { holdsCredentials } from '../../../shared/ticket-code/parse-ticket-code.ts';
import { readCodes, type ReadCode } from '../../../shared/ticket-code/read-codes.ts';
import type { Logger } from '../../ports/system.ts';
import type { DeviceRead, Scanners } from '../../ports/scanners.ts';
import type { Choices } from '../state/choices.ts';
import type { DoorOpening } from '../door/door-opening.ts';
import type { ScanQueue } from '../door/scan-queue.ts';
import type { StationClock } from '../clock/station-clock.ts';
import type { StationEmitter } from '../state/station-events.ts';

export interface StationScannersParts {
  /** Null if the host has no process for them. */
  readonly scanners: Scanners | null;
  readonly clock: StationClock;
  readonly choices: Choices;
  readonly logger: Logger;
  readonly events: StationEmitter;
  readonly opening: Pick<DoorOpening, 'selection'>;
  readonly queue: Pick<ScanQueue, 'scan'>;
}

/** How much of a code the set-up screen shows. */
const SHOWN = 64;

/** The station's scanners other than keyboards, and the last reading of each source. */
export class StationScanners {
  readonly #parts: StationScannersParts;
  #devices: DeviceScanners = noDevices;
  #last: readonly LastRead[] = [];
  #closed = false;

  constructor(parts: StationScannersParts) {
    this.#parts = parts;
  }

  get choice(): ScannerChoice {
    return { ...noScannerChoice, ...this.#parts.choices.current.scanners };
  }

  begin(): void {
    this.#parts.scanners?.open(
      {
        read: (read) => this.#take(read),
        changed: (devices) => {
          this.#devices = devices;
          this.#parts.events.emit('changed');
        },
      },
      serialOf(this.choice),
    );
  }

  choose(change: Partial<ScannerChoice>): void {
    const before = this.choice;
    const next = { ...before, ...change };
    this.#parts.choices.change({ scanners: next });
    if (change.serial_port !== undefined || change.serial !== undefined) {
      this.#parts.scanners?.chooseSerial(serialOf(next));
    }
    this.#parts.events.emit('changed');
  }

  look(): void {
    this.#parts.scanners?.look();
  }

  /** Codes have arrived from any source: the last one is remembered. */
  note(source: ScanSource, codes: readonly ReadCode[], symbology: string | null): void {
    const at = formatInstant(this.#parts.clock.now());
    for (const { raw, code } of codes.slice(-1)) {
      const text = holdsCredentials(raw) ? '' : raw.slice(0, SHOWN).toWellFormed();
      const read: LastRead = { source, at, kind: code.kind, text, symbology };
      this.#last = [read, ...this.#last.filter((one) => one.source !== source)];
    }
    this.#parts.events.emit('changed');
  }

  /** The scanner that read the code beeps the result, if it can. */
  #beep(device: string | null, outcome: ScanOutcome): void {
    if (device === null || outcome.source !== 'hid' || !this.choice.beeps) return;
    if (outcome.note === 'just_in') return;
    this.#parts.scanners?.beep(device, outcome.kind === 'admitted' || outcome.note === 'training');
  }

  state(): ScannersState {
    return { ...this.#devices, choice: this.choice, last: this.#last };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#parts.scanners?.close();
  }

  /** Never rejects. A code that cannot be judged now is not judged later either, when its guest may have left. */
  async #take(read: DeviceRead): Promise<void> {
    const { id, code, symbology, source, device } = read;
    const { clock, opening, queue, logger } = this.#parts;
    const readAtMs = clock.monotonicMs();
    const codes = readCodes(code);
    this.note(source, codes, symbology);
    if (codes.some((one) => one.code.kind === 'enrolment')) {
      this.#parts.events.emit('enrolment_code', code, source);
      return;
    }
    const opened = opening.selection();
    const selection = opened instanceof Promise ? await opened : opened;
    if (selection === null || this.#closed) {
      logger.info({ source }, 'a code was scanned before an event was chosen');
      return;
    }
    try {
      await queue.scan(
        { request_id: id, codes, symbology, source, readAtMs },
        selection,
        (outcome) => this.#beep(device, outcome),
      );
    } catch (error) {
      logger.error({ source, error: String(error) }, 'a scanned code was not judged');
    }
  }
}

function serialOf({ serial_port: port, serial = serialDefaults }: ScannerChoice): SerialChoice {
  return { port, settings: serial };
}
