import type { PeerAdmission } from '../../shared/verdict/peer-admission.ts';

/** A venue key, opened for use. Its bytes stay where it was opened. */
export interface VenueKey {
  /** Identifies the key without revealing it: 8 characters of base64url. */
  readonly id: string;
  /** The pre-shared key of connections, derived from it. */
  psk(): Uint8Array;
  /** The first 16 bytes of the HMAC of a ticket's reference, in base64url. */
  hash(ticket: string): string;
}

export type OpenVenueKey = (secret: string) => VenueKey;

/** A connection to another station: it has proven that it has one of the venue keys, and nobody else can read or change what is sent. */
export interface PeerLink {
  /** The other end, as `192.168.1.20:8797` or `[fd00::20]:8797`. */
  readonly address: string;
  /** What one machine can use as its addresses: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string;
  /** Whether this station opened it. */
  readonly dialed: boolean;
  /** Bytes that were queued but not sent yet. */
  readonly buffered: number;
  /** The frame is a single line. */
  send(frame: string): void;
  /** Ends it immediately. `closed` is still called. */
  close(): void;
}

export interface PeerLinkEvents {
  frame(text: string): void;
  /** `isProtocolError`: the other end sent something that no station sends, such as an oversized frame. */
  closed(isProtocolError: boolean): void;
}

/** Why an incoming connection was ended before it had proven anything: it has no venue key, or was too slow. */
export type PeerRejection = 'refused' | 'silent';

export interface PeerListening {
  /** Addresses at which other machines reach this station. */
  addresses(): readonly string[];
  readonly port: number;
  close(): Promise<void>;
}

export interface PeerNetworkEvents {
  /** Another station has connected. */
  accepted(link: PeerLink): PeerLinkEvents;
  rejected(reason: PeerRejection): void;
  /** Whether a station is known at this host, `192.168.1.20` or `fd00::20`: strangers take none of its room. */
  isKnown(host: string): boolean;
  /** A station was discovered on the network, or announced that it leaves. */
  found(address: string): void;
  lost(address: string): void;
}

export interface PeerDial {
  readonly keys: readonly VenueKey[];
  readonly opened: (link: PeerLink) => PeerLinkEvents;
  readonly failed: () => void;
}

/** The local network: it listens and connects on private and loopback addresses only, and only to stations that have one of the keys. */
export interface PeerNetwork {
  /** Addresses of stations that neither announce themselves nor are named by the server. */
  readonly given: readonly string[];
  /** Listens, announces this station, and looks for others, until it is closed. If the address cannot be bound, it is retried later. */
  listen(keys: readonly VenueKey[], events: PeerNetworkEvents): Promise<PeerListening>;
  /** Connects and calls `opened`, or `failed`. Both are called asynchronously. */
  dial(address: string, dial: PeerDial): void;
}

export type AdmissionPosition = Pick<PeerAdmission, 'sequence' | 'at'>;

export type PeerAdmissionFact = Pick<PeerAdmission, 'at' | 'place' | 'ends'>;

/**
 * The admissions of the stations of one event, including this one, in the form in which they are exchanged. The store survives a restart
 * but is expendable: whatever is lost is sent again. Methods are synchronous and throw if the store fails.
 */
export interface PeerStore {
  /**
   * Drops what was kept for another event or under other keys: it is no longer found. The rows are deleted by `forgetSome`, because that
   * takes a while.
   */
  begin(event: string, keyIds: readonly string[]): void;
  /** Deletes up to `limit` dropped admissions, of this run or an earlier one. Returns whether there may be more. */
  forgetSome(limit: number): boolean;
  /** The last sequence of each series. */
  known(): ReadonlyMap<string, number>;
  /** The number of admissions. */
  readonly count: number;
  /** The last admission of this station's own journal recorded under a key, in any series; null before the first. */
  lastOwn(keyId: string): AdmissionPosition | null;
  /** Like `put`, for admissions of this station's own journal under a key. */
  putOwn(series: string, admissions: readonly PeerAdmission[]): void;
  /** Stores admissions of a series, in order, and records that it is known up to `through`. Existing ones stay as they are. */
  put(series: string, admissions: readonly PeerAdmission[], through: number): void;
  /** The admissions of a ticket, given as its hashes, and the ends of some, the earliest first. */
  find(hashes: readonly string[]): readonly PeerAdmissionFact[];
  /** Admissions after `sequence`, in order. */
  after(series: string, sequence: number, limit: number): readonly PeerAdmission[];
  close(): void;
}
