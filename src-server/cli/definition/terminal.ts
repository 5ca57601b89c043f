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
  /** Shows on one line of a terminal how far a command is, and null takes it away; absent where nobody sees it. */
  readonly showProgress?: ((text: string | null) => void) | undefined;
  /** Resolves when the process should stop. */
  readonly stopRequested: () => Promise<void>;
}
