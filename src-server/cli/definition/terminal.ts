/** A line of a terminal that is written again and again in the same place. */
export interface StatusLine {
  /** Replaces what stands there; an empty text leaves the line as it was before. */
  readonly write: (text: string) => void;
  /** The width of the terminal now. */
  readonly columns: () => number;
  /** Calls back before the process ends because somebody stops it. Returns how to undo that. */
  readonly onInterrupt: (callback: () => void) => () => void;
}

/** Output, environment and signals of a command: the process's own, except in tests. */
export interface Terminal {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Resolves once the output has left the process; commands with much output wait for it. */
  readonly flushed: () => Promise<void>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Width of the output in characters; absent where it is no terminal. */
  readonly columns?: number | undefined;
  /** Whether a person reads `err` as it is written. */
  readonly isErrTerminal?: boolean | undefined;
  /** Absent where nobody would see it. */
  readonly statusLine?: StatusLine | undefined;
  /** Resolves when the process should stop. */
  readonly stopRequested: () => Promise<void>;
}
