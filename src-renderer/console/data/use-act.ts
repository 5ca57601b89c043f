import { useQueryClient } from '@tanstack/react-query';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { useConsole } from './console-context.tsx';
import { useErrorTexts } from './use-error-text.ts';
import { isDone, isRead } from './use-operation.ts';

type Act = <Name extends OperationName>(
  name: Name,
  input: object,
) => Promise<OperationResults[Name] | null>;

/** Does an operation without a dialog. Returns null if it did not work, and has said why. */
export function useAct(): Act {
  const { run, notify } = useConsole();
  const textOf = useErrorTexts();
  const queries = useQueryClient();
  return async (name, input) => {
    try {
      const result = await run(name, input);
      void queries.invalidateQueries({ predicate: isRead });
      return result;
    } catch (error) {
      if (isDone(error)) void queries.invalidateQueries({ predicate: isRead });
      const { what, next } = textOf(error);
      notify(`${what}. ${next}`);
      return null;
    }
  };
}
