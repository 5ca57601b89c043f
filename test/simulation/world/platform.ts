// Replaces every source of nondeterminism that the programs under test use: clocks, timers, randomness and threads. Done once for the whole process,
// before any of their modules is loaded; the current world then provides them.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type { Chance } from './chance.ts';
import { InlineWorker } from '../../support/station/inline-worker.ts';
import { inTurn } from './under-way.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Platform {
  readonly time: VirtualTime;
  readonly chance: Chance;
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  performanceNow: performance.now.bind(performance),
};

/** The machine's clock, for measurements and the time-out of a hanging world. */
export const realNow = real.performanceNow;

let current: Platform | null = null;

/** Makes the process use the clocks and the randomness of this world. */
export function runOn(platform: Platform | null): void {
  current = platform;
}

/** The time before the first world and while the programs are loaded. */
const nobody = { wallMs: Date.UTC(2026, 10, 20, 18), nowMs: 0 };

function time(): { readonly wallMs: number; readonly nowMs: number } {
  return current?.time ?? nobody;
}

class WorldDate extends real.Date {
  constructor(...args: readonly unknown[]) {
    // Without arguments it is the virtual time.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    super(...((args.length === 0 ? [time().wallMs] : args) as [number]));
  }

  static override now(): number {
    return Math.floor(time().wallMs);
  }
}

/** The object that Node's timers return. */
class WorldTimer {
  readonly cancel: () => void;

  constructor(cancel: () => void) {
    this.cancel = cancel;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return false;
  }

  refresh(): this {
    return this;
  }

  [Symbol.toPrimitive](): number {
    return 0;
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

type Callback = (...args: readonly unknown[]) => void;

function afterDelay(run: Callback, delayMs = 0, ...args: readonly unknown[]): WorldTimer {
  return new WorldTimer(current?.time.after(Math.max(delayMs, 1), () => run(...args)) ?? nothing);
}

function every(run: Callback, periodMs = 1, ...args: readonly unknown[]): WorldTimer {
  const owner = current?.time;
  let cancel: () => void = nothing;
  let isOver = false;
  const again = () => {
    cancel =
      owner?.after(Math.max(periodMs, 1), () => {
        run(...args);
        if (!isOver) again();
      }) ?? nothing;
  };
  again();
  return new WorldTimer(() => {
    isOver = true;
    cancel();
  });
}

function immediately(run: Callback, ...args: readonly unknown[]): WorldTimer {
  if (current === null) return new WorldTimer(nothing);
  return new WorldTimer(current.time.immediately(() => run(...args)));
}

function end(timer: unknown): void {
  if (timer instanceof WorldTimer) timer.cancel();
}

function nothing(): void {}

function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  current?.time.after(ms, () =>
    controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
  );
  return controller.signal;
}

function randomBytes(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  draw(bytes);
  return bytes;
}

function draw<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
  current?.chance.bytes(bytes);
  return bytes;
}

function randomUUID(): string {
  const hex = randomBytes(16).toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}

/** Call it once, before the station and the server are loaded. */
export function takeOverPlatform(): void {
  const require = createRequire(import.meta.url);
  Object.assign(globalThis, {
    Date: WorldDate,
    setTimeout: afterDelay,
    setInterval: every,
    setImmediate: immediately,
    clearTimeout: end,
    clearInterval: end,
    clearImmediate: end,
  });
  Object.assign(Math, { random: () => current?.chance.fraction() ?? 0.5 });
  Object.defineProperty(performance, 'now', { value: () => time().nowMs, configurable: true });
  Object.defineProperty(AbortSignal, 'timeout', { value: timeoutSignal, configurable: true });
  Object.assign(require('node:timers'), {
    setTimeout: afterDelay,
    setInterval: every,
    setImmediate: immediately,
    clearTimeout: end,
    clearInterval: end,
    clearImmediate: end,
  });
  Object.assign(require('node:timers/promises'), {
    setTimeout: (ms: number, value: unknown) =>
      new Promise((resolve) => void afterDelay(() => resolve(value), ms)),
    setImmediate: (value: unknown) =>
      new Promise((resolve) => void immediately(() => resolve(value))),
  });
  Object.assign(require('node:crypto'), {
    randomBytes,
    randomFillSync: draw,
    randomUUID,
  });
  Object.assign(require('node:worker_threads'), { Worker: InlineWorker });
  takeOverKeys();
  syncBuiltinESMExports();
}

const KEY_WORK = [
  'importKey',
  'exportKey',
  'generateKey',
  'sign',
  'verify',
  'encrypt',
  'decrypt',
  'deriveBits',
  'digest',
] as const;

/** Web Crypto runs on its own threads, so its results are delivered in order. */
function takeOverKeys(): void {
  const { subtle } = globalThis.crypto;
  const methods: object = Object.getPrototypeOf(subtle) ?? {};
  for (const name of KEY_WORK) {
    const original: (...args: never[]) => unknown = subtle[name];
    Object.defineProperty(methods, name, {
      value: (...args: unknown[]) =>
        inTurn(async () => await Reflect.apply(original, subtle, args)),
      configurable: true,
    });
  }
}
