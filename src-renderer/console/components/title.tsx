import { useEffect, useRef } from 'react';
import type { ReactElement } from 'react';
import { useWords } from '../data/console-context.tsx';

/** Of a page, for the browser's tab too. It takes the focus when the page is shown, but not from a field or a dialog. */
export function Title({
  text,
  className,
}: {
  readonly text: string;
  readonly className: string | undefined;
}): ReactElement {
  const ref = useRef<HTMLHeadingElement>(null);
  const { shell } = useWords();
  useEffect(() => {
    document.title = `${text} · ${shell.product}`;
  }, [text, shell.product]);
  useEffect(() => {
    const isBusy = document.activeElement?.closest('input, textarea, select, [role$="dialog"]');
    if (isBusy === null || isBusy === undefined) ref.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={ref} tabIndex={-1} className={className} dir="auto">
      {text}
    </h1>
  );
}
