import type { KeyPair } from '../../shared/sealing/okp-key.ts';
import type { OrganiserKeys } from './replica.ts';

/** Whom this station worked for last, and the keys that it heard then. */
export interface Belonging extends OrganiserKeys {
  readonly client_id: string;
  readonly organiser: string;
}

/** The station's own signing key, and what it needs of the organiser's once the server is no longer there to ask. */
export interface StationKeys {
  /** Ed25519, made when the station first started on its folder. */
  readonly own: KeyPair;
  readonly belonging: Belonging | null;
  /** Of each organiser it worked for before, the last one: the journal may still hold rows of theirs. */
  readonly earlier: readonly Belonging[];
  /** @throws when the disk does not take it. */
  remember(belonging: Belonging): void;
}
