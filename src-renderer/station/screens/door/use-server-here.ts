import { useEffect, useState } from 'react';
import type { ServerHere } from '../../../../shared/station/server.ts';
import { useDoor, useDoorState } from '../../components/door-context.tsx';

/** The server that this host runs, asked for once; null if it runs none, or has not answered. */
export function useServerHere(): ServerHere | null {
  const { query } = useDoor();
  const isPresent = useDoorState(({ transport }) => transport === 'present');
  const hasOnlyDoor = useDoorState(({ station }) => station?.kiosk.on === true);
  const [server, take] = useState<ServerHere | null>(null);
  useEffect(() => {
    if (!isPresent || hasOnlyDoor) return undefined;
    let isGone = false;
    const ask = async () => {
      const answer = await query({ kind: 'read_server' });
      if (!isGone && answer.ok && 'server' in answer && answer.server.kind === 'here') {
        take(answer.server);
      }
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [query, isPresent, hasOnlyDoor]);
  return server;
}
