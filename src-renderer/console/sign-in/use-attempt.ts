import { useState } from 'react';

interface Attempt {
  readonly error: unknown;
  readonly isRunning: boolean;
  /** Of what is about to be tried otherwise: its failure no longer counts. */
  readonly forget: () => void;
  /** Runs it, and keeps what it failed with. */
  readonly run: (work: () => Promise<void>) => void;
}

/** Something that somebody tries, one at a time. */
export function useAttempt(): Attempt {
  const [error, setError] = useState<unknown>(null);
  const [isRunning, setIsRunning] = useState(false);
  return {
    error,
    isRunning,
    forget: () => setError(null),
    run: (work) => {
      if (isRunning) return;
      setIsRunning(true);
      setError(null);
      void work()
        .catch((failure: unknown) => setError(failure))
        .finally(() => setIsRunning(false));
    },
  };
}
