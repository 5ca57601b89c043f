import type { StationMessage, StationReply } from '../../../shared/station/messages.ts';
import type { RemoteAddress } from '../../ports/remote.ts';
import type { SecretRead, SecretWrite } from '../../ports/secrets.ts';
import type { StationToScanners } from '../../scanner-process/scanner-messages.ts';
import type { PeerChoice } from '../../startup/config.ts';

export interface StationStart {
  readonly data: string;
  readonly enrolment: RemoteAddress | null;
  readonly peers: PeerChoice;
  readonly leaveKiosk: boolean;
}

/** What the main process calls in the station process. */
export interface StationCalls {
  /** Resolves when the stores are open. If it rejects, the main process asks this one to end. */
  readonly start: (options: StationStart) => Promise<void>;
  /** A screen waits for a `welcome`. */
  readonly open: () => Promise<void>;
  /** As the page sent it: the station process validates it against the contract. */
  readonly request: (request: unknown) => Promise<StationReply>;
  /** From the scanner process: the station process validates it. */
  readonly fromScanners: (message: unknown) => void;
}

/** What the station process calls in the main process, which alone can reach the window, the keychain and the scanner process. */
export interface MainCalls {
  /** For every screen; the page validates it against the contract. */
  readonly show: (message: StationMessage) => void;
  /** The first import is whole, or the station needs a person. */
  readonly settled: () => void;
  readonly toScanners: (message: StationToScanners) => void;
  readonly readSecret: (name: string) => Promise<SecretRead>;
  readonly writeSecret: (name: string, secret: string) => Promise<SecretWrite>;
}
