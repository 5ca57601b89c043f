/** The system counts processor time in ticks of up to 4 ms: less than this is too little to compare. */
export const NEXT_TO_NOTHING_MS = 24;
/** The least counts: the garbage collector and a busy machine slow some down, but not all of them. */
const TRIES = 5;

/** Writes a text of at most `length` characters. */
export type Write = (length: number) => string;

/** The first lengths are so short that a parser which is worse than quadratic fails at them instead of taking hours. */
const FIRST_LENGTHS = [24, 40, 512];
const LENGTH = 32_768;
/** Shorter texts are read more often, so that quadratic work is as much in them as in one of this length. */
const QUADRATIC_LENGTH = 8_192;
const MOST_GROWTH = 2;
/** Surely linear: no need to measure again. */
const LINEAR_GROWTH = 1.4;

/**
 * Whether `read` takes much longer for a text than for four of a quarter of its length: linear work is the same for both, and quadratic work four
 * times as much.
 */
export function isSteep(read: (text: string) => unknown, write: Write, longest = LENGTH): boolean {
  return [...FIRST_LENGTHS, longest].some((length) => {
    const times = length === longest ? Math.ceil((QUADRATIC_LENGTH / length) ** 2) : 1;
    let [whole, quarters] = [Infinity, Infinity];
    for (let tries = 0; tries < TRIES; tries += 1) {
      whole = Math.min(
        whole,
        processorMs(() => readOften(read, write(length), times)),
      );
      if (whole < NEXT_TO_NOTHING_MS) return false;
      const ofQuarters = processorMs(() => readOften(read, write(length / 4), 4 * times));
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

function readOften(read: (text: string) => unknown, text: string, times: number): void {
  for (let count = 0; count < times; count += 1) attempt(read, text);
}

/** A parser may refuse; only its work counts. */
export function attempt(read: (text: string) => unknown, text: string): void {
  try {
    read(text);
  } catch {
    // It refused.
  }
}
