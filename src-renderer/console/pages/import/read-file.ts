import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';

export type FileRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too_large' | 'no_text' | 'empty' };

/** Reads a file of orders in UTF-8, or in UTF-16 that says so. Nothing is read of one that is too large. */
export async function readFile(file: Blob): Promise<FileRead> {
  if (file.size > MAX_IMPORT_BYTES) return { kind: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  if (text === null) return { kind: 'no_text' };
  if (text.trim() === '') return { kind: 'empty' };
  // Quotes and line ends take two characters in a request.
  const { size } = new Blob([JSON.stringify(text)]);
  return size > MAX_IMPORT_BYTES - ROOM_FOR_INPUTS ? { kind: 'too_large' } : { kind: 'text', text };
}

/** For what stands beside the file in a request: the event, the columns. */
const ROOM_FOR_INPUTS = 64 * 1024;

function decode(bytes: Uint8Array<ArrayBuffer>): string | null {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
