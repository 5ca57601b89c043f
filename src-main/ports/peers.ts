import type { Instant } from '../../shared/instant.ts';
import type { PeerAdmission } from '../../shared/peer-admission.ts';

/** A connection to another station, or to somebody who says so. */
export interface PeerLink {
  /** The other end, as `192.168.1.20:8797` or `[fd00::20]:8797`. */
  readonly address: string;
  /** Whether this station opened it. */
  readonly dialed: boolean;
  /** Bytes that were sent and have not left yet. */
  readonly buffered: number;
  send(frame: string): void;
  /** Ends it at once. `closed` is called all the same. */
  close(): void;
}

export interface PeerLinkEvents {
  frame(text: string): void;
  /** `isProtocolError`: something came that no station sends, such as a frame that is too large. */
  closed(isProtocolError: boolean): void;
}

export interface PeerListening {
  /** Where other machines reach this station. */
  addresses(): readonly string[];
  readonly port: number;
  close(): Promise<void>;
}

export interface PeerNetworkEvents {
  /** Somebody has connected. */
  accepted(link: PeerLink): PeerLinkEvents;
  /** A station was seen on the network, or has said that it leaves. */
  found(address: string): void;
  lost(address: string): void;
}

/** The local network: it listens and connects on private and loopback addresses only. Nothing on it is encrypted. */
export interface PeerNetwork {
  /** Where stations are that neither announce themselves nor were named by the server. */
  readonly given: readonly string[];
  /** Listens, announces itself, and looks for others, until it is closed. An address that cannot be listened on is tried again later. */
  listen(events: PeerNetworkEvents): Promise<PeerListening>;
  /** Connects; `failed` is called instead of `opened` when that does not succeed. Both are called later, never at once. */
  dial(address: string, opened: (link: PeerLink) => PeerLinkEvents, failed: () => void): void;
}

export type OwnPlace = Pick<PeerAdmission, 'sequence' | 'at'>;

export interface PeerAdmissionFact {
  readonly at: Instant;
  readonly place: string | null;
}

/**
 * What the stations of one event admitted, this one among them, in the form in which they say it. It survives a restart and is of no further value: whatever is lost of it is sent
 * again. Methods are synchronous, and throw when the store fails.
 */
export interface PeerStore {
  /**
   * Forgets what was kept for another event, or under other keys: nothing of it is found from now on. What it leaves behind is deleted
   * by `forgetSome`, because that takes a while.
   */
  begin(event: string, keyIds: readonly string[]): void;
  /** Deletes up to `limit` admissions that are forgotten, in this run or an earlier one. Returns whether there may be more. */
  forgetSome(limit: number): boolean;
  /** The last sequence of each series. */
  known(): ReadonlyMap<string, number>;
  /** How many admissions there are. */
  readonly count: number;
  /** The last admission of this station's own journal that was put under a key, in any series; null before the first. */
  ownThrough(keyId: string): OwnPlace | null;
  /** The same as `put`, for what this station's own journal has under a key. */
  putOwn(series: string, admissions: readonly PeerAdmission[]): void;
  /** Takes admissions of a series, in order, and notes that it is known up to `through`. Those that are there already stay as they are. */
  put(series: string, admissions: readonly PeerAdmission[], through: number): void;
  /** The earliest admission of one of these tickets, hashed. */
  find(hashes: readonly string[]): PeerAdmissionFact | null;
  /** Those behind `sequence`, in order. */
  after(series: string, sequence: number, limit: number): readonly PeerAdmission[];
  close(): void;
}
