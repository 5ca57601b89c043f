// Why: docs/decisions/0018-peers.md
/** A venue key, opened for use. Its bytes stay where it was opened. */
export interface VenueKey {
  /** Identifies the key without revealing it: 8 characters of base64url. */
  readonly id: string;
  /** HMAC-SHA-256 in base64url. */
  mac(text: string): string;
  /** The first 16 bytes of the HMAC of a ticket's reference, in base64url. */
  hash(ticket: string): string;
}

export type OpenVenueKey = (secret: string) => VenueKey;

/**
 * A frame's position. It is authenticated with the text but not sent, because both ends know it: a recorded frame proves nothing in another
 * connection, in the other direction, or a second time.
 */
export interface FramePlace {
  /** The challenges of both ends, the dialing side's first. */
  readonly connection: string;
  readonly speaker: 'dialer' | 'listener';
  /** Number of frames that the sender has sealed before. */
  readonly number: number;
}

/** The text with one MAC per accepted key, so that a receiver that accepts any of them can verify it. */
export function sealFrame(
  text: string,
  { keys, place }: { readonly keys: readonly VenueKey[]; readonly place: FramePlace },
): string {
  const proven = proofOf(text, place);
  return `${keys.map((key) => key.mac(proven)).join(',')}.${text}`;
}

const SEALED = /^([\w-]{43}(?:,[\w-]{43})?)\.(.*)$/s;

/** The text of a frame that was sealed for this position with one of these keys; null for any other. */
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

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}
