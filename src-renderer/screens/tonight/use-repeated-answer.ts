import { useCallback, useEffect, useRef, useState } from 'react';
import type { StationCommand } from '../../../shared/station/commands.ts';
import type { CommandErrorCode, CommandResult } from '../../../shared/station/results.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';
import { repeatRead, type RepeatedRead } from '../../state/tonight/repeat-read.ts';

export interface RepeatedAnswer<Value> {
  /** The newest there was; null before the first. It stays when it cannot be read again. */
  readonly value: Value | null;
  /** Why it could not be read the last time. */
  readonly refusal: CommandErrorCode | null;
  readonly readAgain: () => void;
}

/** What is asked again and again; a module's constant. */
export interface Repeated<Value> {
  readonly command: StationCommand;
  readonly valueOf: (result: CommandResult) => Value | null;
  readonly everyMs: number;
  readonly soonestMs: number;
}

/** Asks for as long as it is shown and the station is there; sooner when `changes` is another text. */
export function useRepeatedAnswer<Value>(
  { command, valueOf, everyMs, soonestMs }: Repeated<Value>,
  changes: string,
): RepeatedAnswer<Value> {
  const { query } = useDoor();
  const isPresent = useDoorState(({ carrier }) => carrier === 'present');
  const reading = useRef<RepeatedRead | null>(null);
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
    const repeated = repeatRead({ read: () => query(command), take, everyMs, soonestMs });
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
