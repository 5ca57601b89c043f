import { Check } from 'typebox/schema';
import { parseJson } from '../../shared/parse-json.ts';
import { SelfTestResult } from './self-test.ts';

const KEY = 'gatehouse.self-test';

/** The last self-test that was made at this screen; null where there is none that this version can read. */
export function keptSelfTest(storage: Pick<Storage, 'getItem'>): SelfTestResult | null {
  const value = parseJson(storage.getItem(KEY) ?? '');
  return Check(SelfTestResult, value) ? value : null;
}

export function keepSelfTest(storage: Pick<Storage, 'setItem'>, made: SelfTestResult): void {
  try {
    storage.setItem(KEY, JSON.stringify(made));
  } catch {
    // A full or forbidden storage costs the memory of a result, never the door.
  }
}
