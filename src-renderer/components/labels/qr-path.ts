export interface QrPath {
  /** Of a side, in modules. */
  readonly size: number;
  /** Of the dark modules. */
  readonly path: string;
}

/** Draws a text as a QR code with a border of two modules. */
export async function qrPath(text: string): Promise<QrPath> {
  // Loaded with the first code that is shown.
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
