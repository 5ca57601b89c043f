/** A venue key as a station uses it. Its bytes stay where it was opened. */
export interface VenueKey {
  /** Names the key and tells nothing of it: 8 characters of base64url. */
  readonly id: string;
  /** HMAC-SHA-256 in base64url. */
  mac(text: string): string;
  /** The first 16 bytes of the HMAC of a ticket's reference, in base64url. */
  hash(ticket: string): string;
}

export type OpenVenueKey = (secret: string) => VenueKey;

/** The text with a proof for each key that is accepted here: whoever accepts one of them can check it. */
export function sealFrame(text: string, keys: readonly VenueKey[]): string {
  return `${keys.map((key) => key.mac(text)).join(',')}.${text}`;
}

const SEALED = /^([\w-]{43}(?:,[\w-]{43})?)\.(.*)$/s;

/** The text of a frame that somebody with one of these keys has sealed; null for any other. */
export function openFrame(frame: string, keys: readonly VenueKey[]): string | null {
  const [, proofs, text] = SEALED.exec(frame) ?? [];
  if (proofs === undefined || text === undefined) return null;
  const given = proofs.split(',');
  const isProven = keys.some((key) => {
    const mac = key.mac(text);
    return given.some((proof) => isSame(proof, mac));
  });
  return isProven ? text : null;
}

/** Takes as long wherever the two differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
