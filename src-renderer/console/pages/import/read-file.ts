import { MAX_IMPORT_BYTES } from '../../../../shared/contract/limits.ts';

export type FileRead =
  /** `content` is base64: how it is encoded the server finds out. */
  { readonly kind: 'file'; readonly content: string } | { readonly kind: 'too_large' | 'empty' };

/** Reads a file of tickets. Nothing is read of one that is too large. */
export async function readFile(file: Blob): Promise<FileRead> {
  if (file.size > MAX_IMPORT_BYTES) return { kind: 'too_large' };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return bytes.length === 0 ? { kind: 'empty' } : { kind: 'file', content: toBase64(bytes) };
}

/** A multiple of three, so that the parts can be joined. */
const PART = 3 * 8_192;

function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PART)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return text;
}
