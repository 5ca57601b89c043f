import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import styles from './qr-code.module.css';

interface Drawn {
  readonly size: number;
  /** Of the dark modules. */
  readonly path: string;
}

/** A text as a QR code, dark on light in both themes. */
export function QrCode({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactElement {
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    let isCurrent = true;
    // Loaded with the first code that is shown.
    void import('uqr').then(({ encode }) => {
      const { data, size } = encode(text, { ecc: 'M', border: 2 });
      const path = data
        .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
        .join('');
      return isCurrent ? setDrawn({ size, path }) : undefined;
    });
    return () => {
      isCurrent = false;
    };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles['code']}
      viewBox={`0 0 ${drawn?.size ?? 1} ${drawn?.size ?? 1}`}
      shapeRendering="crispEdges"
    >
      {drawn !== null && <path d={drawn.path} />}
    </svg>
  );
}
