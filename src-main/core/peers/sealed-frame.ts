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

/**
 * Where a frame belongs. It is proven with the text and not sent, because both ends know it: a frame that was recorded proves nothing
 * in another connection, in the other direction, or a second time.
 */
export interface FramePlace {
  /** The challenges of both ends, that of the one that dialed first. */
  readonly connection: string;
  readonly speaker: 'dialer' | 'listener';
  /** How many frames the speaker has sealed before. */
  readonly number: number;
}

/** The text with a proof for each key that is accepted here: whoever accepts one of them can check it. */
export function sealFrame(
  text: string,
  { keys, place }: { readonly keys: readonly VenueKey[]; readonly place: FramePlace },
): string {
  const proven = proofOf(text, place);
  return `${keys.map((key) => key.mac(proven)).join(',')}.${text}`;
}

const SEALED = /^([\w-]{43}(?:,[\w-]{43})?)\.(.*)$/s;

/** The text of a frame that somebody with one of these keys has sealed for this place; null for any other. */
export function openFrame(
  frame: string,
  { keys, place }: { readonly keys: readonly VenueKey[]; readonly place: FramePlace },
): string | null {
  const [, proofs, text] = SEALED.exec(frame) ?? [];
  if (proofs === undefined || text === undefined) return null;
  const given = proofs.split(',');
  const proven = proofOf(text, place);
  const isProven = keys.some((key) => {
    const mac = key.mac(proven);
    return given.some((proof) => isSame(proof, mac));
  });
  return isProven ? text : null;
}

function proofOf(text: string, { connection, speaker, number }: FramePlace): string {
  return `${connection} ${speaker} ${number}\n${text}`;
}

/** Takes as long wherever the two differ. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
