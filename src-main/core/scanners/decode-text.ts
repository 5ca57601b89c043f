export interface ScannedCode {
  readonly text: string;
  /** The AIM identifier; null if the scanner sends none. */
  readonly symbology: string | null;
}

/** The text of a code: UTF-8, or Latin-1 if that is invalid. Trailing zeros are padding. */
export function decodeText(bytes: readonly number[]): string {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  const used = bytes.slice(0, end);
  try {
    // The only strict UTF-8 decoder without DOM and Node: it throws on malformed input.
    return decodeURIComponent(
      used.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    );
  } catch {
    return used.map((byte) => String.fromCharCode(byte)).join('');
  }
}
