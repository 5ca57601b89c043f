import { useRouter } from '@tanstack/react-router';
import { useOperations } from '../data/use-operations.ts';
import { places, type Place } from './places.ts';

/** Where this member may go. */
export function usePlaces(): readonly Place[] {
  const operations = useOperations();
  const { routesByPath } = useRouter();
  return places.filter(
    ({ address, view }) =>
      address in routesByPath && (view === null || operations.get(view)?.allowed === true),
  );
}
