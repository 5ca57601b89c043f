import { useSyncExternalStore } from 'react';
import { CallError } from '../transport/call-error.ts';

/** How many seconds the server still refuses another attempt after this failure, counting down; 0 if it does not. */
export function useSecondsLeft(error: unknown): number {
  const retryAt = error instanceof CallError ? error.retryAt : 0;
  return useSyncExternalStore(retryAt === 0 ? never : often, () =>
    Math.max(0, Math.ceil((retryAt - Date.now()) / 1_000)),
  );
}

const TICK_MS = 250;

function often(onTick: () => void): () => void {
  const timer = setInterval(onTick, TICK_MS);
  return () => clearInterval(timer);
}

function never(): () => void {
  return () => undefined;
}
