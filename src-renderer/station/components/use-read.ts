import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { latestResult } from '../state/latest-result.ts';

interface Read<Value> {
  /** The last that could be read; null before the first. */
  readonly value: Value | null;
  /** The newest read has failed. */
  readonly hasFailed: boolean;
}

/**
 * Reads immediately, and again when `subject` changes: whatever the result depends on, as a text, or null while nothing can be read. `read`
 * resolves to null if it fails. An older result never takes the place of a newer one.
 */
export function useRead<Value>(subject: string | null, read: () => Promise<Value | null>) {
  const [refreshes, readAgain] = useReducer((times: number) => times + 1, 0);
  const [last, setLast] = useState<Read<Value>>({ value: null, hasFailed: false });
  const [ask] = useState(() =>
    latestResult((value: Value | null) =>
      setLast((before) => ({ value: value ?? before.value, hasFailed: value === null })),
    ),
  );
  const readNow = useEffectEvent(() => ask(read()));
  useEffect(() => {
    if (subject !== null) readNow();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- read again when it was asked for
  }, [subject, refreshes]);
  return { ...last, readAgain };
}
