import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperationName } from '../../../shared/console/operation-results.ts';
import { useConsole, useFormats, useWords } from './console-context.tsx';
import { isDone, isRead } from './use-operation.ts';

export interface Bulk {
  /** One operation per input, one after the other. Says how many failed, otherwise `done`, and returns how many were done. */
  readonly each: (
    name: OperationName,
    inputs: readonly object[],
    done: (count: string) => string,
    undo?: () => void,
  ) => Promise<number>;
  readonly isBusy: boolean;
}

/** Does the same with many rows. */
export function useBulk(): Bulk {
  const { run, notify } = useConsole();
  const { table: words } = useWords();
  const formats = useFormats();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    each: async (name, inputs, done, undo) => {
      setIsBusy(true);
      let failed = 0;
      for (const input of inputs) {
        await run(name, input).catch((error: unknown) => {
          if (!isDone(error)) failed += 1;
        });
      }
      setIsBusy(false);
      void queries.invalidateQueries({ predicate: isRead });
      const count = inputs.length - failed;
      if (failed > 0) notify(words.someFailed(formats.number(failed), formats.number(count)));
      else notify(done(formats.number(count)), undo);
      return count;
    },
  };
}
