import type { QrSymbol } from '../../mail/qr-image.ts';

/** The code as a page draws it; null without one. */
export async function qrOf(code: string | null): Promise<QrSymbol | null> {
  if (code === null) return null;
  // Imported lazily: no other operation draws.
  const { qrSymbol } = await import('../../mail/qr-image.ts');
  return qrSymbol(code);
}
