import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import styles from './section.module.css';

/** A part of a page under a heading. */
export function Section({
  title,
  actions,
  takesFocus = false,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  /** It comes in place of what had the focus. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Whatever had the focus is gone: it has fallen back to something around this.
    const isFree = document.activeElement?.contains(heading.current) === true;
    if (takesFocus && isFree) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={styles['section']} aria-label={title}>
      <header className={styles['head']}>
        <h2
          ref={heading}
          tabIndex={takesFocus ? -1 : undefined}
          className={styles['title']}
          dir="auto"
        >
          {title}
        </h2>
        {actions}
      </header>
      {children}
    </section>
  );
}
