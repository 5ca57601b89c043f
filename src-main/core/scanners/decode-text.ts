export interface ScannedCode {
  readonly text: string;
  /** The AIM identifier; null where the scanner sends none. */
  readonly symbology: string | null;
}

/** The text of a code: UTF-8, or Latin-1 where it is not that. Trailing zeros are padding. */
export function decodeText(bytes: readonly number[]): string {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const used = bytes.slice(0, end);
  try {
    // Without DOM and Node this is the strict UTF-8 decoder there is: it throws on what is malformed.
    return decodeURIComponent(
      used.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  } catch {
    return used.map((byte) => String.fromCharCode(byte)).join('');
  }
}
