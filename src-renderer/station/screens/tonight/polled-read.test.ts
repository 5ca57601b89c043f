import { beforeEach, expect, it, vi } from 'vitest';
import { pollRead } from './polled-read.ts';

/** A read whose duration the test controls. */
function reader(tookMs: number) {
  const taken: number[] = [];
  const at: number[] = [];
  let under = 0;
  const begun = performance.now();
  const read = pollRead({
    everyMs: 15_000,
    soonestMs: 2_000,
    read: async () => {
      under += 1;
      expect(under).toBe(1);
      at.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      under -= 1;
      return at.length;
    },
    take: (answer) => taken.push(answer),
  });
  return { ...read, taken, at };
}

beforeEach(() => {
  vi.useFakeTimers();
});

it('a polled read starts at once, and again after an interval without any change', async () => {
  const { at, taken, close } = reader(100);
  await vi.advanceTimersByTimeAsync(31_000);
  expect(at).toEqual([0, 15_100, 30_200]);
  expect(taken).toEqual([1, 2, 3]);
  close();
});

it('a polled read starts sooner after a change, however many there are, and never runs twice at a time', async () => {
  const { at, changed, close } = reader(100);
  for (let changes = 0; changes < 80; changes += 1) {
    await vi.advanceTimersByTimeAsync(100);
    changed();
  }
  expect(at).toEqual([0, 2_100, 4_200, 6_300]);
  close();
});

it('a polled read rests four times as long as a slow read took', async () => {
  const { at, changed, close } = reader(5_000);
  await vi.advanceTimersByTimeAsync(1_000);
  changed();
  await vi.advanceTimersByTimeAsync(23_900);
  expect(at).toEqual([0]);
  await vi.advanceTimersByTimeAsync(200);
  expect(at).toEqual([0, 25_000]);
  close();
});

it('a polled read starts at once after a change if the last read was long ago', async () => {
  const { at, changed, close } = reader(100);
  await vi.advanceTimersByTimeAsync(10_000);
  changed();
  await vi.advanceTimersByTimeAsync(1);
  expect(at).toEqual([0, 10_000]);
  close();
});

it('a caller of a polled read waits for a read in progress but not for the pause', async () => {
  const { at, readNow, close } = reader(1_000);
  await vi.advanceTimersByTimeAsync(500);
  readNow();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(at).toEqual([0, 1_000]);
  readNow();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(at).toEqual([0, 1_000, 2_000]);
  close();
});

it('a polled read neither reads nor reports anything once it is closed', async () => {
  const { at, taken, changed, readNow, close } = reader(1_000);
  await vi.advanceTimersByTimeAsync(500);
  close();
  changed();
  readNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([at, taken]).toEqual([[0], []]);
});
