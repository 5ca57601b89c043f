export interface PolledRead {
  /** The data may have changed: read it again, but not before the rest is over. */
  readonly changed: () => void;
  readonly readNow: () => void;
  readonly close: () => void;
}

export interface PolledReadOptions<Answer> {
  readonly read: () => Promise<Answer>;
  readonly take: (answer: Answer) => void;
  /** The interval without any change. */
  readonly everyMs: number;
  /** The shortest rest after an answer. */
  readonly soonestMs: number;
}

/** Rests this many times as long as the read took, so that a slow read does not keep a station busy. */
const REST_PER_READ = 4;

/** Reads immediately and then repeatedly, one read at a time. */
export function pollRead<Answer>(options: PolledReadOptions<Answer>): PolledRead {
  const { read, take, everyMs, soonestMs } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isClosed = false;
  let isWanted = false;
  let hasChanged = false;
  let freshUntil = 0;

  const readIn = (delayMs: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delayMs);
  };
  const run = async () => {
    clearTimeout(timer);
    isReading = true;
    isWanted = false;
    hasChanged = false;
    const begun = performance.now();
    const answer = await read();
    isReading = false;
    if (isClosed) return;
    const ended = performance.now();
    const restMs = Math.max(soonestMs, REST_PER_READ * (ended - begun));
    freshUntil = ended + restMs;
    readIn(hasChanged ? restMs : Math.max(everyMs, restMs));
    take(answer);
    if (isWanted) void run();
  };

  void run();
  return {
    changed: () => {
      if (hasChanged || isClosed) return;
      hasChanged = true;
      if (!isReading) readIn(Math.max(0, freshUntil - performance.now()));
    },
    readNow: () => {
      isWanted = true;
      if (!isReading && !isClosed) void run();
    },
    close: () => {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
