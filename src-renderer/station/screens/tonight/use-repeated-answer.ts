import { useCallback, useEffect, useRef, useState } from 'react';
import type { StationCommand } from '../../../../shared/station/commands.ts';
import type { CommandErrorCode, CommandResult } from '../../../../shared/station/results.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { pollRead, type PolledRead } from './polled-read.ts';

export interface RepeatedAnswer<Value> {
  /** The newest answer; null before the first. It stays if a later request fails. */
  readonly value: Value | null;
  /** Why the last request failed. */
  readonly refusal: CommandErrorCode | null;
  readonly readAgain: () => void;
}

/** The repeated request; must be a module-level constant. */
export interface Repeated<Value> {
  readonly command: StationCommand;
  readonly valueOf: (result: CommandResult) => Value | null;
  readonly everyMs: number;
  readonly soonestMs: number;
}

/** Repeats a request while the component is mounted and the station is there; sooner if `changes` changes. */
export function useRepeatedAnswer<Value>(
  { command, valueOf, everyMs, soonestMs }: Repeated<Value>,
  changes: string,
): RepeatedAnswer<Value> {
  const { query } = useDoor();
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const reading = useRef<PolledRead | null>(null);
  const seen = useRef(changes);
  const [last, setLast] = useState<Omit<RepeatedAnswer<Value>, 'readAgain'>>({
    value: null,
    refusal: null,
  });
  useEffect(() => {
    if (!isPresent) return undefined;
    const take = (result: CommandResult) =>
      setLast((before) => {
        const refusal = result.ok ? null : result.code;
        return { value: valueOf(result) ?? before.value, refusal };
      });
    const repeated = pollRead({ read: () => query(command), take, everyMs, soonestMs });
    reading.current = repeated;
    return () => {
      reading.current = null;
      repeated.close();
    };
  }, [query, command, valueOf, everyMs, soonestMs, isPresent]);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    reading.current?.changed();
  }, [changes]);
  return { ...last, readAgain: useCallback(() => reading.current?.readNow(), []) };
}
