import { hash } from 'node:crypto';

/** A name for these bytes, to be quoted in an `ETag`. */
export function contentTag(bytes: string | Uint8Array): string {
  return hash('sha256', bytes, 'base64url').slice(0, 22);
}

/** Whether an `If-None-Match` holds a tag. Both are compared weakly (RFC 9110 §13.1.2). */
export function holdsTag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((one) => {
    const given = one.trim();
    return given === '*' || given.replace(/^W\//, '') === etag.replace(/^W\//, '');
  });
}
