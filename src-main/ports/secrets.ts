import type { KeyPair } from '../../shared/contract/okp-key.ts';
import type { OrganiserPublicKeys } from '../../shared/station/records.ts';

/** `file`: readable by the operating system's user only, but not encrypted. */
export type SecretProtection = 'keychain' | 'file';

export type SecretRead =
  | { readonly kind: 'found'; readonly secret: string; readonly protection: SecretProtection }
  | { readonly kind: 'absent' }
  /** `problem` is the store's own message, without the secret. */
  | { readonly kind: 'unreadable'; readonly problem: string };

export type SecretWrite =
  | { readonly kind: 'kept'; readonly protection: SecretProtection }
  | { readonly kind: 'not_kept'; readonly problem: string };

/** Stores secrets. Methods never reject: a locked keychain or a damaged file is a result, because a door opens without it. */
export interface Secrets {
  read(name: string): Promise<SecretRead>;
  write(name: string, secret: string): Promise<SecretWrite>;
}

/** Hashes PINs and verifies them. */
export interface Pins {
  hash(pin: string): Promise<string>;
  /** Returns false also if `hash` is malformed. */
  matches(pin: string, hash: string): Promise<boolean>;
}

/** The organiser that this station last worked for, and the organiser's public keys. */
export interface Belonging extends OrganiserPublicKeys {
  readonly client_id: string;
  readonly organiser: string;
}

/** The station's own signing key, and the organiser's keys that it needs when the server is no longer reachable. */
export interface StationKeys {
  /** Ed25519, generated when the station first started on its folder. */
  readonly own: KeyPair;
  readonly belonging: Belonging | null;
  /** The last keys of each earlier organiser: the journal may still hold rows of theirs. */
  readonly earlier: readonly Belonging[];
  /**
   * Whether these are the keys that this station trusts: those that it first heard of the organiser, or from the server with these
   * credentials. A client never changes its organiser, nor an organiser its keys.
   */
  trusts(belonging: Belonging): boolean;
  /** @throws if the disk does not accept it; it is trusted in this run all the same. */
  remember(belonging: Belonging): void;
}
