import { isKiosk } from '../state/door-state.ts';
import { useDoor, useDoorState } from './door-context.tsx';
import { useRead } from './use-read.ts';

/** The server that this host runs; null if it runs none, or has not answered. `look` reads its state again. */
export function useServerHere() {
  const { query } = useDoor();
  const isAsked = useDoorState((state) => state.transport === 'present' && !isKiosk(state));
  const { value, readAgain } = useRead(isAsked ? 'here' : null, () =>
    query({ kind: 'read_server' }),
  );
  const isHere = value !== null && value.ok && 'server' in value && value.server.kind === 'here';
  return { server: isHere ? value.server : null, look: readAgain };
}
