import type { OfflineReason, ScanSource } from '../../../shared/station/api.ts';
import type { Signal } from '../signal.ts';
import type { Theme } from '../preferences.ts';

/** Every word of the screens that is not a verdict's sentence. One catalogue per language; a missing word does not compile. */
export interface Words {
  readonly signal: Readonly<Record<Signal, string>>;
  readonly verdict: {
    readonly readAgain: string;
    readonly waiting: (count: number) => string;
    readonly firstIn: string;
    readonly ago: (age: string) => string;
    readonly rightEntrances: string;
    readonly valid: string;
    readonly from: string;
    readonly until: string;
    readonly noHolder: string;
    readonly checking: string;
    readonly checkingNext: string;
  };
  readonly idle: {
    readonly ready: string;
    readonly readyNext: string;
    readonly loading: string;
    readonly loadingNext: string;
    readonly loaded: (applied: string, total: string | null) => string;
    readonly remaining: (time: string) => string;
    readonly connecting: string;
    readonly connectingNext: string;
    readonly kept: (count: number) => string;
    readonly starting: string;
    readonly startingNext: string;
    readonly failed: string;
    readonly failedNext: string;
  };
  readonly counters: {
    readonly title: string;
    readonly inside: string;
    readonly here: string;
    readonly perMinute: string;
    readonly chart: string;
  };
  readonly scans: { readonly title: string; readonly empty: string; readonly emptyNext: string };
  readonly status: {
    readonly live: string;
    readonly connecting: string;
    readonly syncing: string;
    readonly offlineSince: (time: string) => string;
    readonly offline: Readonly<Record<OfflineReason, string>>;
    readonly dataAge: (age: string) => string;
    readonly noData: string;
    readonly nothingWaiting: string;
    readonly waiting: (count: number) => string;
    readonly attention: (count: number) => string;
    readonly stationAway: string;
    readonly clockOff: (offset: string) => string;
    readonly scannerReady: string;
    readonly source: Readonly<Record<ScanSource, string>>;
    readonly lastRead: string;
    readonly muted: string;
    readonly open: string;
  };
  readonly station: {
    readonly title: string;
    readonly server: string;
    readonly organiser: string;
    readonly scansAge: string;
    readonly ticketsAge: string;
    readonly setupAge: string;
    readonly queue: string;
    readonly oldest: string;
    readonly attention: string;
    readonly clock: string;
    readonly clockUnknown: string;
    readonly clockExact: string;
    readonly never: string;
    readonly old: (age: string) => string;
    readonly none: string;
  };
  readonly actions: {
    readonly help: string;
    readonly typeCode: string;
    readonly entryPoint: string;
    readonly event: string;
    readonly station: string;
    readonly workOffline: string;
    readonly goOnline: string;
    readonly offlineSwitch: string;
    readonly syncNow: string;
    readonly sound: string;
    readonly theme: string;
    readonly language: string;
    readonly settings: string;
    readonly close: string;
    readonly details: string;
  };
  readonly help: {
    readonly title: string;
    readonly intro: string;
    readonly everywhere: string;
    readonly list: string;
    readonly move: string;
    readonly open: string;
  };
  readonly typed: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly check: string;
    readonly empty: string;
  };
  readonly details: {
    readonly title: string;
    readonly holder: string;
    readonly ticket: string;
    readonly ticketType: string;
    readonly seat: string;
    readonly session: string;
    readonly scanned: string;
    readonly entryPoint: string;
    readonly source: string;
    readonly number: string;
    readonly firstAdmission: string;
  };
  readonly settings: {
    readonly title: string;
    readonly volume: string;
    readonly tryTone: string;
    readonly themes: Readonly<Record<Theme, string>>;
  };
  readonly boxOffice: string;
  readonly noEvent: string;
  readonly connect: {
    readonly title: string;
    readonly intro: string;
    readonly serverUrl: string;
    readonly serverHint: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly secretHint: string;
    readonly connect: string;
    readonly connecting: string;
    readonly needed: string;
    readonly badUrl: string;
    readonly scanHint: string;
  };
  readonly choose: { readonly title: string; readonly intro: string; readonly empty: string };
  readonly refused: string;
  /** What the station warns of; numbers come as they are written in the language. */
  readonly warnings: {
    readonly journalReplaced: (carriedOver: string, keptAs: string) => string;
    readonly journalUnwritable: (problem: string) => string;
    readonly journalUnreadable: (problem: string) => string;
    readonly diskFull: string;
    readonly replicaRebuilt: string;
    readonly replicaCarriedOver: (tickets: string) => string;
    readonly replicaUnreadable: string;
    readonly foreignPages: (own: string, other: string) => string;
    readonly clockOff: (seconds: string) => string;
    readonly clockJumped: string;
    readonly secretUnprotected: string;
  };
}
