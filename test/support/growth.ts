/** The system counts processor time in ticks of up to 4 ms: less than this is too little to compare. */
export const NEXT_TO_NOTHING_MS = 24;
/** The least counts: the garbage collector and a busy machine slow some down, but not all of them. */
const TRIES = 5;

/** Writes a text of at most `length` characters. */
export type Write = (length: number) => string;

/** The first lengths are so short that a parser which is worse than quadratic fails at them instead of taking hours. */
const FIRST_LENGTHS = [24, 40, 512];
const LENGTH = 32_768;
const MOST_GROWTH = 2;
/** Surely linear: no need to measure again. */
const LINEAR_GROWTH = 1.4;

/**
 * Whether `read` takes much longer for a text than for four of a quarter of its length: linear work is the same for both, and quadratic work four
 * times as much. Work that is next to nothing for the longest text that is read at all is never steep.
 */
export function isSteep(read: (text: string) => unknown, write: Write, longest = LENGTH): boolean {
  return [...FIRST_LENGTHS, longest].some((length) => {
    let [whole, quarters] = [Infinity, Infinity];
    for (let tries = 0; tries < TRIES; tries += 1) {
      whole = Math.min(
        whole,
        processorMs(() => attempt(read, write(length))),
      );
      if (whole < NEXT_TO_NOTHING_MS) return false;
      const ofQuarters = processorMs(() => readFourTimes(read, write(length / 4)));
      quarters = Math.min(quarters, ofQuarters);
      if (whole < LINEAR_GROWTH * quarters) return false;
    }
    return whole > MOST_GROWTH * quarters;
  });
}

/** The least processor time of a few runs. */
export function leastMs(run: () => unknown): number {
  return Math.min(...Array.from({ length: TRIES }, () => processorMs(run)));
}

/** Of this thread: other programs do not add to it. */
function processorMs(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function readFourTimes(read: (text: string) => unknown, text: string): void {
  for (let count = 0; count < 4; count += 1) attempt(read, text);
}

/** A parser may refuse; only its work counts. */
export function attempt(read: (text: string) => unknown, text: string): void {
  try {
    read(text);
  } catch {
    // It refused.
  }
}
