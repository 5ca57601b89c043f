import { useEffect, useState } from 'react';
import { useDoorState } from './door-context.tsx';

/** Corrected time in milliseconds since the epoch, told anew at each whole second. */
export function useNow(): number {
  const offset = useDoorState(({ station }) => station?.clock.offset_ms ?? 0);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const device = Date.now();
      setNow(device);
      timer = setTimeout(tick, 1000 - ((((device + offset) % 1000) + 1000) % 1000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [offset]);
  return now + offset;
}
