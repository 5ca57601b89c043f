import { doublingDelay } from '../core/backoff.ts';
import type { ChildHandle } from './child-handle.ts';
import { STOP } from './parent-port.ts';

export interface SuperviseOptions {
  readonly start: () => ChildHandle;
  /** Called for every new process before its first message. */
  readonly onStarted: (child: ChildHandle) => void;
  /** Called when a process ended unasked. Returns whether to start another one, `delayMs` later. */
  readonly onLost: (loss: Loss) => 'restart' | 'give_up';
}

export interface Loss {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly delayMs: number;
}

export interface Supervised {
  /** Null between a crash and the restart. */
  readonly child: () => ChildHandle | null;
  /** Asks the process to end, kills it after `limitMs`, and restarts nothing afterwards. */
  readonly stop: (limitMs?: number) => Promise<void>;
}

const STOP_LIMIT_MS = 5_000;
/** A process that lived this long counts as healthy: its next crash is the first again. */
const WELL_AFTER_MS = 30_000;

/** Keeps one process running: restarts it after a crash, with a longer delay each time it crashes again soon. */
export function supervise({ start, onStarted, onLost }: SuperviseOptions): Supervised {
  let current: { readonly child: ChildHandle; readonly ended: Promise<void> } | null = null;
  let stopping = false;
  let crashes = 0;
  let timer: NodeJS.Timeout | undefined;

  const run = () => {
    const child = start();
    const startedAt = performance.now();
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    current = { child, ended };
    child.onClose((code) => {
      current = null;
      resolve();
      if (stopping) return;
      crashes = performance.now() - startedAt >= WELL_AFTER_MS ? 1 : crashes + 1;
      const delayMs = restartDelay(crashes);
      if (onLost({ code, delayMs }) === 'restart') timer = setTimeout(run, delayMs);
    });
    onStarted(child);
  };
  run();

  return {
    child: () => current?.child ?? null,
    stop: async (limitMs = STOP_LIMIT_MS) => {
      stopping = true;
      clearTimeout(timer);
      const last = current;
      if (last === null) return;
      last.child.post(STOP);
      const limit = setTimeout(() => last.child.kill(), limitMs);
      await last.ended;
      clearTimeout(limit);
    },
  };
}

/** Milliseconds before the restart that follows crash number `crashes` (from 1): doubles up to 15 s. */
export function restartDelay(crashes: number): number {
  return doublingDelay({ firstMs: 250, capMs: 15_000 }, crashes);
}
