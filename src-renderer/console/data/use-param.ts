import { useParams } from '@tanstack/react-router';

/** A parameter of the address: `useParam('event')` at `/events/$event`. Empty where the address has none of that name. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}
