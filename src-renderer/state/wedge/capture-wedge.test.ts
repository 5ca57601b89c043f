import { expect, it, vi } from 'vitest';
import { press } from '../../../test/support/scanner-keys.ts';
import { captureWedge } from './capture-wedge.ts';
import type { KeyStroke } from './us-layout.ts';
import { wedgeDefaults } from './wedge-decoder.ts';

const ticket = 'tkt_01hzyzyzyzyzyzyzyzyzyzyz42';
const strokes = press(ticket, { gap: 3 });

/** A page whose keys, timers and clock a test moves by hand. */
function openPage() {
  let now = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const scanned: string[] = [];
  let hear: ((event: KeyboardEvent) => void) | undefined;
  const page: Window = Object.assign(Object.create(null), {
    addEventListener: (type: string, listener: (event: KeyboardEvent) => void) => {
      if (type === 'keydown') hear = listener;
    },
  });
  captureWedge(page, {
    settings: () => wedgeDefaults,
    onScan: ({ raw }) => scanned.push(raw),
  });
  return {
    scanned,
    /** Keys that arrive now, whenever they were pressed. */
    arrive: (keys: readonly KeyStroke[]) => {
      for (const { key, code, shift, at } of keys) {
        const event: KeyboardEvent = Object.assign(Object.create(null), {
          key,
          code,
          shiftKey: shift,
          timeStamp: at,
          target: null,
          preventDefault: () => undefined,
          stopImmediatePropagation: () => undefined,
        });
        hear?.(event);
      }
    },
    pass: (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        now += 10;
        vi.advanceTimersByTime(10);
      }
    },
    /** The whole computer stands still: when it goes on, the timers are late. */
    standStill: (ms: number) => {
      now += ms;
    },
  };
}

it('a scan is not cut in two by a computer that stands still, even if its timers go on before its keys', () => {
  const page = openPage();
  page.arrive(strokes.slice(0, 12));
  page.standStill(900);
  page.pass(450);
  expect(page.scanned).toEqual([]);
  page.arrive(strokes.slice(12));
  page.pass(2_000);
  expect(page.scanned).toEqual([ticket]);
});

it('a scan whose keys arrive late is not cut in two when the next ones are as late again', () => {
  const page = openPage();
  page.pass(360);
  page.arrive(strokes.slice(0, 12));
  page.pass(500);
  page.arrive(strokes.slice(12));
  page.pass(2_000);
  expect(page.scanned).toEqual([ticket]);
});

it('half a scan whose other half never comes is read at the end of the grace period', () => {
  const page = openPage();
  page.arrive(strokes.slice(0, 12));
  page.pass(wedgeDefaults.graceMs - 10);
  expect(page.scanned).toEqual([]);
  page.pass(100);
  expect(page.scanned).toEqual([ticket.slice(0, 12)]);
});
