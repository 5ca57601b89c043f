import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';

interface Scrollable<E extends HTMLElement> {
  readonly ref: RefObject<E | null>;
  /** Only an element that scrolls is a tab stop. */
  readonly tabIndex: 0 | undefined;
}

/** Makes an element scrollable by keyboard while its content is larger than the element. */
export function useScrollable<E extends HTMLElement>(): Scrollable<E> {
  const ref = useRef<E>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const measure = () => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      setScrolls(scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1);
    };
    const sizes = new ResizeObserver(measure);
    const observeAll = () => {
      sizes.disconnect();
      for (const part of [element, ...element.children]) sizes.observe(part);
    };
    observeAll();
    // A child that comes later has its own size, and its coming need not change any other.
    const children = new MutationObserver(observeAll);
    children.observe(element, { childList: true });
    return () => {
      children.disconnect();
      sizes.disconnect();
    };
  }, []);
  return { ref, tabIndex: scrolls ? 0 : undefined };
}
