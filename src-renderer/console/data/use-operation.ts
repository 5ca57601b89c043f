import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { useConsole } from './console-context.tsx';
import { isCallError, type CallError } from '../transport/call-error.ts';

/** Does an operation with `mutate(input)` or `mutateAsync(input)`. Whatever is shown is read again after it. */
export function useOperation<Name extends OperationName>(
  name: Name,
): UseMutationResult<OperationResults[Name], CallError, object> {
  const { run } = useConsole();
  const queries = useQueryClient();
  return useMutation<OperationResults[Name], CallError, object>({
    mutationFn: (input) => run(name, input),
    onSettled: (_result, error) => {
      if (error === null || isDone(error)) void queries.invalidateQueries({ predicate: isRead });
    },
  });
}

/** Whether only the answer was lost. */
export function isDone(error: unknown): boolean {
  return isCallError(error, 'operation.repeated');
}

/** Whether an operation may have changed what a query has found. Files that are looked at are not read again for each. */
export function isRead({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  const [, name] = queryKey;
  return name !== 'account.operations' && name !== 'import.columns' && name !== 'import.check';
}
