import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

/** The width of an element in CSS pixels, as it is now; zero before it was measured. */
export function useWidth<E extends HTMLElement>(): {
  readonly ref: RefObject<E | null>;
  readonly width: number;
} {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}
