import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DescribedOperation } from '../../../shared/console/described-operation.ts';
import type { CallError } from '../transport/call-error.ts';
import { useConsole, useMembership } from './console-context.tsx';

const none: ReadonlyMap<string, DescribedOperation> = new Map();

/** Every operation and view by its name, as this member may do it. Empty until the server has said. */
export function useOperations(): ReadonlyMap<string, DescribedOperation> {
  return useDescribed().data ?? none;
}

/** Why the server has not said yet, for what waits for it; null once it has. */
export function useOperationsTrouble(): Pick<
  UseQueryResult<unknown, CallError>,
  'error' | 'refetch'
> {
  const { data, error, refetch } = useDescribed();
  return { error: data === undefined ? error : null, refetch };
}

/** Whether the server has said, or why it cannot. */
export function useAreOperationsKnown(): boolean {
  return !useDescribed().isPending;
}

function useDescribed(): UseQueryResult<ReadonlyMap<string, DescribedOperation>, CallError> {
  const { call } = useConsole();
  const { organiser, role, plan } = useMembership();
  return useQuery<ReadonlyMap<string, DescribedOperation>, CallError>({
    queryKey: [organiser, 'account.operations', role, plan],
    queryFn: async () => {
      const operations = await call('account.operations', {});
      return new Map(operations.map((operation) => [operation.name, operation]));
    },
    staleTime: Infinity,
  });
}

/** Whether this member may do it: what nobody may do here is not offered. */
export function useMay(name: string): boolean {
  const operation = useOperations().get(name);
  return operation !== undefined && operation.allowed && operation.plan !== 'insufficient';
}

/** Whether this member's role does not allow it: their page of it says so, if an address leads them there. */
export function useIsForbidden(name: string): boolean {
  return useOperations().get(name)?.allowed === false;
}

/** Whether this member's role allows it and only the organiser's plan does not. */
export function useNeedsPlan(name: string): boolean {
  const operation = useOperations().get(name);
  return operation !== undefined && operation.allowed && operation.plan === 'insufficient';
}
