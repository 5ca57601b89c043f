import { useEffect, useRef, useState } from 'react';
import { useDoorState } from './door-context.tsx';

const QUIET_MS = 300;

/** Another text after something changed at the station that a search or an order may show; at most about three times a second. */
export function useStationChanges(): string {
  const now = useDoorState(({ carrier, station, recent }) =>
    [carrier, station?.revision, recent[0]?.reference].join(' '),
  );
  const latest = useRef(now);
  const [told, tell] = useState(now);
  const isStale = told !== now;
  useEffect(() => {
    latest.current = now;
  }, [now]);
  useEffect(() => {
    if (!isStale) return undefined;
    const timer = setTimeout(() => tell(latest.current), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isStale]);
  return told;
}
