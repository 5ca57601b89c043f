import { useEffect, useState } from 'react';

const EVERY_MS = 10_000;

/** This moment, in milliseconds; it moves on every ten seconds, so that what is said of ages stays true. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
