import { checkSelfTest } from '../transport/check-message.ts';
import { flag, nullable, oneOf, shape, text } from '../transport/guard.ts';
import type { Guard } from '../transport/guard.ts';
import type { SelfTestResult } from './self-test.ts';

const KEY = 'gatehouse.self-test';

const result: Guard<SelfTestResult> = shape({
  at: text,
  station: nullable(text),
  event: nullable(text),
  entryPoint: nullable(text),
  scanner: nullable(oneOf('read', 'other_code', 'garbled')),
  heard: nullable(flag),
  camera: nullable(oneOf('off', 'starting', 'ready', 'denied', 'missing', 'busy', 'failed')),
  report: nullable(checkSelfTest),
});

/** The last self-test that was made at this screen; null where there is none that this version can read. */
export function keptSelfTest(storage: Pick<Storage, 'getItem'>): SelfTestResult | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return result(value) ? value : null;
  } catch {
    return null;
  }
}

export function keepSelfTest(storage: Pick<Storage, 'setItem'>, made: SelfTestResult): void {
  try {
    storage.setItem(KEY, JSON.stringify(made));
  } catch {
    // A full or forbidden storage costs the memory of a result, never the door.
  }
}
