import { MAX_FRAME_BYTES } from '../../core/peers/peer-message.ts';
import { openFrame, sealFrame, type VenueKey } from '../../core/peers/sealed-frame.ts';
import type { PeerLink } from '../../ports/peers.ts';

/** The result of a received frame. */
export type Received =
  /** The other end has sent its challenge: from now on this end can send. */
  | { readonly kind: 'begun' }
  | { readonly kind: 'said'; readonly text: string }
  /** Too large, too frequent, or not sealed for this position with an accepted key. */
  | { readonly kind: 'refused' };

const MAX_FRAMES_PER_SECOND = 200;

/** Frames received within a second. Monotonic milliseconds. */
interface FrameRate {
  readonly since: number;
  readonly frames: number;
}

const CHALLENGE = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/**
 * A connection that accepts only frames sealed for it. Phases: each end sends a fresh challenge → both challenges are known → every further
 * frame is authenticated together with both challenges and its number.
 */
export class SealedLink {
  readonly link: PeerLink;
  readonly #keys: readonly VenueKey[];
  readonly #challenge: string;
  /** Both challenges; null until the other end's has arrived. */
  #connection: string | null = null;
  #sent = 0;
  #received = 0;
  #rate: FrameRate = { since: Number.NEGATIVE_INFINITY, frames: 0 };

  constructor(
    link: PeerLink,
    { keys, challenge }: { readonly keys: readonly VenueKey[]; readonly challenge: string },
  ) {
    this.link = link;
    this.#keys = keys;
    this.#challenge = challenge;
    link.send(challenge);
  }

  /** Sends nothing before the other end's challenge has arrived. */
  send(text: string): void {
    if (this.#connection === null) return;
    const speaker = this.link.dialed ? 'dialer' : 'listener';
    const place = { connection: this.#connection, speaker, number: this.#sent } as const;
    this.#sent += 1;
    this.link.send(sealFrame(text, { keys: this.#keys, place }));
  }

  /** `nowMs` is monotonic. */
  receive(frame: string, nowMs: number): Received {
    if (this.#connection === null) return this.#begin(frame);
    this.#rate = countFrame(this.#rate, nowMs);
    if (frame.length > MAX_FRAME_BYTES || this.#rate.frames > MAX_FRAMES_PER_SECOND)
      return { kind: 'refused' };
    const speaker = this.link.dialed ? 'listener' : 'dialer';
    const place = { connection: this.#connection, speaker, number: this.#received } as const;
    this.#received += 1;
    const text = openFrame(frame, { keys: this.#keys, place });
    return text === null ? { kind: 'refused' } : { kind: 'said', text };
  }

  #begin(challenge: string): Received {
    if (!CHALLENGE.test(challenge)) return { kind: 'refused' };
    const [dialer, listener] = this.link.dialed
      ? [this.#challenge, challenge]
      : [challenge, this.#challenge];
    this.#connection = `${dialer} ${listener}`;
    return { kind: 'begun' };
  }
}

function countFrame(rate: FrameRate, now: number): FrameRate {
  if (now - rate.since >= 1_000) return { since: now, frames: 1 };
  return { since: rate.since, frames: rate.frames + 1 };
}
