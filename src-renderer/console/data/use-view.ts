import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { OperationName, OperationResults } from '../../../shared/console/operation-results.ts';
import { useConsole, useMembership } from './console-context.tsx';
import type { CallError } from '../transport/call-error.ts';

/** What a view shows, kept up to date: read again when the page is looked at again and after each operation. */
export function useView<Name extends OperationName>(
  name: Name,
  input: object = {},
  {
    isNeeded = true,
    staysShown = false,
    refetchMs,
  }: {
    readonly isNeeded?: boolean;
    /** What was shown for the input before stays until the next is there, and with it the focus. */
    readonly staysShown?: boolean;
    /** When it is read again although nothing was done here; null for not at all. */
    readonly refetchMs?: (shown: OperationResults[Name] | undefined) => number | null;
  } = {},
): UseQueryResult<OperationResults[Name], CallError> {
  const { look } = useConsole();
  const { organiser } = useMembership();
  return useQuery<OperationResults[Name], CallError>({
    queryKey: [organiser, name, input],
    queryFn: () => look(name, input),
    enabled: isNeeded,
    ...(staysShown && { placeholderData: (before) => before }),
    refetchInterval: ({ state }) => refetchMs?.(state.data) ?? false,
  });
}
