import { useEffect, useState } from 'react';
import type { ReactElement } from 'react';
import { qrPath, type QrPath } from './labels/qr-path.ts';
import styles from './qr-code.module.css';

/** A text as a QR code, dark on light in both themes. */
export function QrCode({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}): ReactElement {
  const [drawn, setDrawn] = useState<QrPath | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void qrPath(text).then((path) => (isCurrent ? setDrawn(path) : undefined));
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
