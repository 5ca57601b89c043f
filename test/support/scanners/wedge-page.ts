import { vi } from 'vitest';
import { captureWedge } from '../../../src-renderer/station/state/wedge/capture-wedge.ts';
import { wedgeDefaults } from '../../../src-renderer/station/state/wedge/wedge-decoder.ts';
import type { ReadCode } from '../../../shared/ticket-code/read-codes.ts';

/** A key as the system reports it; `at` in milliseconds. */
export interface SentKey {
  readonly at: number;
  readonly key: string;
  readonly code: string;
  readonly shift?: boolean;
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly repeat?: boolean;
  readonly type?: 'keydown' | 'keyup';
}

/** A page without a focused field, whose keys, timers and clock a test moves by hand. */
export function openWedgePage() {
  let now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('KeyboardEvent', Event);
  const read: ReadCode[] = [];
  const reached: string[] = [];
  const listeners = new Map<string, (event: KeyboardEvent) => void>();
  const page: Window = Object.assign(Object.create(null), {
    addEventListener: (type: string, listener: (event: KeyboardEvent) => void) => {
      listeners.set(type, listener);
    },
  });
  captureWedge(page, { settings: () => wedgeDefaults, onScan: (code) => read.push(code) });
  const pass = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      now += 10;
      vi.advanceTimersByTime(10);
    }
  };
  return {
    /** What was read, in order. */
    read,
    /** The keys that reached the page and the browser, in order. */
    reached,
    /** Keys that arrive now, whenever they were pressed. */
    arrive: (keys: readonly SentKey[]) => {
      for (const sent of keys) {
        const { type = 'keydown', key } = sent;
        let isWithheld = false;
        const event: KeyboardEvent = Object.assign(Object.create(null), {
          key,
          code: sent.code,
          shiftKey: sent.shift === true,
          ctrlKey: sent.ctrl === true,
          altKey: sent.alt === true,
          repeat: sent.repeat === true,
          timeStamp: sent.at,
          target: null,
          getModifierState: () => false,
          preventDefault: () => void (isWithheld = true),
          stopImmediatePropagation: () => undefined,
        });
        listeners.get(type)?.(event);
        if (type === 'keydown' && !isWithheld) reached.push(key);
      }
    },
    pass,
    /** Until this time, unless it is past. */
    passUntil: (at: number) => pass(at - now),
    /** The whole computer stands still: when it goes on, the timers are late. */
    standStill: (ms: number) => {
      now += ms;
    },
  };
}
