import type { ConflictKind } from '../../../shared/contract/scanner.ts';
import type { OrderStatus } from '../../../shared/contract/resources.ts';
import type { ActivityFilter } from '../../../shared/station/commands.ts';
import type { ActivityItem, UnreadableItem } from '../../../shared/station/journal-pages.ts';
import type { ScanSource } from '../../../shared/station/outcomes.ts';
import type { ChangeLock, OfflineReason } from '../../../shared/station/state.ts';
import type { DenialReason } from '../../../shared/verdict/reason.ts';
import type { LastRead, ScannerStatus, SerialSettings } from '../../../shared/station/scanners.ts';
import type { CameraStatus } from '../camera/camera-reader.ts';
import type { LayoutFinding } from '../layout-test.ts';
import type { NextStep } from '../next-step.ts';
import type { AttentionCode } from '../attention-reason.ts';
import type { AccessProblem, DiagnosisFacts, DiagnosisKind } from '../diagnosis.ts';
import type { ExplainedCode, RedeemError } from '../command-error.ts';
import type { LockedCommand } from '../door-state.ts';
import type { Check, Finding, Grade } from '../self-test.ts';
import type { Signal } from '../outcome-signal.ts';
import type { MissedTime } from '../sign-word.ts';
import type { FleetWarning } from '../tonight/fleet-trouble.ts';
import type { Theme } from '../preferences.ts';
import type { TicketHelp } from '../ticket-standing.ts';

export interface Advice {
  /** What is wrong, in one sentence. */
  readonly what: string;
  /** What to do, and who can do it. */
  readonly next: string;
}

/** The values in a self-test sentence; each is empty or null if it could not be determined. */
export interface SelfTestFacts {
  readonly offset: string;
  readonly here: string;
  readonly server: string;
  readonly milliseconds: string;
  readonly free: string;
  /** The system's own message. */
  readonly problem: string;
}

/** Every text of the screens except the verdicts' sentences. One catalogue per language; a missing text does not compile. */
export interface Words {
  readonly signal: Readonly<Record<Signal, string>>;
  /** In place of `signal.not_now`, where it is known. */
  readonly missed: Readonly<Record<MissedTime, string>>;
  readonly verdict: {
    readonly readAgain: string;
    readonly waiting: (count: number) => string;
    readonly firstIn: string;
    readonly ago: (age: string) => string;
    /** Next to a first admission that only another station knows of. */
    readonly fromPeer: string;
    readonly rightEntrances: string;
    readonly valid: string;
    readonly from: string;
    readonly until: string;
    readonly noHolder: string;
    /** Instead of the holder, whom a code does not name. */
    readonly fromCode: string;
    readonly checking: string;
    readonly nowhere: string;
    /** In place of the event's name, if it is not known here. */
    readonly anotherEvent: string;
    readonly firstUnknown: string;
    readonly cancelled: string;
    readonly replaced: string;
    readonly codeReplaced: string;
    readonly refunded: string;
    readonly notInData: string;
    readonly setsUpStation: string;
    readonly trainingCode: string;
    readonly halfCode: string;
    readonly notSaved: string;
    readonly notRead: string;
    readonly checkingNext: string;
  };
  /** What to do next: one sentence, which repeats nothing shown above it. */
  readonly next: Readonly<Record<NextStep, string>>;
  readonly idle: {
    readonly ready: string;
    readonly readyNext: string;
    /** A whole event without a ticket, and the command that imports them. */
    readonly noTickets: string;
    readonly noTicketsNext: string;
    readonly loading: string;
    readonly loadingNext: string;
    readonly loaded: (applied: string, total: string | null) => string;
    readonly remaining: (time: string) => string;
    readonly connecting: string;
    readonly connectingNext: string;
    /** The connection to the station was lost. */
    readonly awayNext: string;
    /** The station does not let this page in: it was not opened with a launch address, or that had already been used. */
    readonly refused: string;
    readonly refusedNext: string;
    readonly kept: (count: number) => string;
    readonly starting: string;
    readonly startingNext: string;
    readonly slowServer: string;
    readonly slowStation: string;
    readonly failed: string;
    readonly failedNext: string;
    /** An error in the page itself. */
    readonly screenFailed: string;
    readonly screenFailedNext: string;
  };
  /** Codes of the demo. */
  readonly samples: { readonly title: string; readonly intro: string; readonly show: string };
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
    /** Instead of `live`, if the server answers but withholds access. */
    readonly noAccess: string;
    readonly access: Readonly<Record<AccessProblem, string>>;
    /** Stations nearby, while the server cannot be reached. */
    readonly near: (count: number) => string;
    readonly dataAge: (age: string) => string;
    readonly noData: string;
    readonly nothingWaiting: string;
    readonly waiting: (count: number) => string;
    readonly unreadable: (count: number) => string;
    /** Open ones of the event, at all doors. */
    readonly conflicts: (count: number) => string;
    readonly attention: (count: number) => string;
    readonly stationAway: string;
    readonly clockOff: (offset: string) => string;
    readonly scannerReady: string;
    readonly source: Readonly<Record<ScanSource, string>>;
    readonly lastRead: string;
    readonly muted: string;
    readonly soundBlocked: string;
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
    readonly clock: string;
    readonly clockUnknown: string;
    readonly clockExact: string;
    readonly never: string;
    readonly old: (age: string) => string;
    readonly none: string;
  };
  /** Stations that share admissions. */
  readonly peers: {
    readonly title: string;
    readonly switch: string;
    readonly purpose: string;
    /** Why no station is connected although the switch is on. */
    readonly notAllowed: string;
    readonly notYet: string;
    readonly port: string;
    readonly addresses: string;
    readonly nobody: string;
    readonly heard: (age: string) => string;
    readonly known: string;
    readonly refused: string;
    readonly silent: string;
    readonly ignored: string;
  };
  readonly actions: {
    readonly help: string;
    readonly door: string;
    readonly boxOffice: string;
    readonly activity: string;
    readonly tonight: string;
    readonly typeCode: string;
    readonly entryPoint: string;
    readonly event: string;
    readonly station: string;
    readonly workOffline: string;
    readonly goOnline: string;
    readonly offlineSwitch: string;
    readonly syncNow: string;
    readonly attention: string;
    readonly changeServer: string;
    readonly tryAgain: string;
    readonly showNames: string;
    readonly sound: string;
    readonly theme: string;
    readonly language: string;
    readonly scanners: string;
    readonly selfTest: string;
    readonly kiosk: string;
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
  readonly scanners: {
    readonly title: string;
    readonly intro: string;
    readonly status: Readonly<Record<ScannerStatus | CameraStatus, string>>;
    readonly nothingRead: string;
    readonly kinds: Readonly<Record<LastRead['kind'], string>>;
    /** What to do; null if nothing is wrong. */
    readonly usb: Readonly<Record<ScannerStatus, string | null>>;
    readonly serial: Readonly<Record<ScannerStatus, string | null>>;
    readonly look: string;
    readonly port: string;
    readonly noPort: string;
    /** How the scanner at a serial port is set. */
    readonly line: {
      readonly speed: string;
      readonly format: string;
      readonly ending: string;
      readonly endings: Readonly<Record<SerialSettings['ending'], string>>;
      readonly pause: string;
    };
    readonly beeps: string;
    readonly camera: {
      readonly name: string;
      readonly use: string;
      readonly which: string;
      readonly automatic: string;
      readonly preview: string;
      readonly next: Readonly<Record<CameraStatus, string | null>>;
    };
    readonly layout: {
      readonly next: string;
      readonly qr: string;
      readonly bars: string;
      readonly findings: Readonly<Record<LayoutFinding, string>>;
    };
    readonly soundBlocked: string;
    /** Short names for the status bar's list of ready sources. */
    readonly short: Readonly<Record<'keyboard' | 'usb' | 'serial' | 'camera', string>>;
  };
  /** Hiding names from people near the screen. */
  readonly privacy: {
    readonly hide: string;
    readonly hideNote: string;
    readonly withNames: string;
    readonly withoutNames: string;
  };
  /** Kiosk mode: only the door, until somebody enters the PIN. */
  readonly kiosk: {
    readonly intro: string;
    readonly choose: string;
    readonly again: string;
    readonly digits: string;
    readonly differ: string;
    readonly escape: string;
    readonly enter: string;
    readonly leave: string;
    readonly pin: string;
    readonly keypad: string;
    readonly delete: string;
    readonly wrong: string;
    readonly notYet: string;
    readonly wait: (time: string) => string;
    readonly forgotten: string;
    readonly fullScreen: string;
    readonly locked: string;
    readonly lockedNext: string;
  };
  /** What it takes to change what the door is about. */
  readonly changeLock: {
    readonly label: string;
    readonly note: string;
    readonly options: Readonly<Record<ChangeLock, string>>;
    readonly titles: Readonly<Record<LockedCommand['kind'], string>>;
    /** Before the names of the present and the future event, entry point or lock. */
    readonly now: string;
    readonly next: string;
    readonly offline: string;
    readonly hold: string;
    readonly holdHint: string;
    readonly tooShort: string;
    readonly held: string;
    /** For people who cannot hold anything down. */
    readonly press: string;
    readonly newPin: string;
    readonly newPinIntro: string;
  };
  /** The self-test before doors. */
  readonly selfTest: {
    readonly title: string;
    readonly intro: string;
    readonly start: string;
    readonly again: string;
    readonly running: string;
    /** Above an earlier result. */
    readonly last: (age: string) => string;
    /** Instead of a result. */
    readonly never: string;
    readonly scan: string;
    readonly code: string;
    readonly listen: string;
    readonly heard: string;
    readonly notHeard: string;
    readonly print: string;
    readonly save: string;
    readonly fileName: string;
    readonly grades: Readonly<Record<Grade, string>>;
    readonly checks: Readonly<Record<Check, string>>;
    /** What was found, and what to do about it. */
    readonly findings: Readonly<Record<Finding, (about: SelfTestFacts) => string>>;
  };
  /** The one field at the door. `code…`: in a kiosk, where there is no box office. `lookUp`: to the box office. */
  readonly typed: {
    readonly title: string;
    readonly label: string;
    readonly hint: string;
    readonly check: string;
    readonly codeLabel: string;
    readonly codeHint: string;
    readonly lookUp: string;
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
  };
  readonly settings: {
    readonly title: string;
    readonly volume: string;
    readonly sound: string;
    readonly theme: string;
    readonly tryTone: string;
    readonly speaks: string;
    readonly speaksNote: string;
    readonly noVoice: string;
    readonly vibrates: string;
    readonly themes: Readonly<Record<Theme, string>>;
    readonly startAtLogin: string;
    readonly startAtLoginNote: string;
    readonly connection: string;
    readonly stationName: string;
    readonly clientId: string;
    readonly version: string;
    readonly noServer: string;
  };
  /** Version and licences. */
  readonly about: {
    readonly title: string;
    /** Before the licences of others. */
    readonly intro: string;
    readonly search: string;
    readonly nothing: string;
    readonly unread: string;
  };
  readonly boxOffice: string;
  /** The rail of places. */
  readonly places: string;
  /** The box office's search. */
  readonly search: {
    readonly label: string;
    /** `hasEmails`: tickets have email addresses here. */
    readonly hint: (hasEmails: boolean) => string;
    readonly clear: string;
    readonly results: string;
    /** Next to the field: how many were found of how many tickets; `total` is null while it grows. */
    readonly count: (found: string, total: string | null) => string;
    readonly begin: string;
    readonly beginNext: (hasEmails: boolean) => string;
    readonly nothing: (query: string) => string;
    readonly nothingNext: (hasEmails: boolean) => string;
    /** Why an email address, or a phone number, finds nothing. */
    readonly noEmails: string;
    readonly noPhones: string;
    readonly ordered: (day: string) => string;
    /** Below the last shown result. */
    readonly more: (shown: string) => string;
    readonly indexing: string;
    readonly importing: string;
    readonly failed: string;
    readonly failedNext: string;
    readonly away: string;
    readonly awayNext: string;
    readonly noHolder: string;
    readonly open: string;
    readonly isIn: string;
  };
  readonly order: {
    readonly label: string;
    readonly none: string;
    readonly noneNext: string;
    readonly back: string;
    readonly alone: string;
    readonly status: Readonly<Record<OrderStatus | 'unknown', string>>;
    readonly tickets: (count: number) => string;
    readonly incomplete: string;
    readonly failed: string;
    readonly gone: string;
    readonly goneNext: string;
    readonly checkIn: string;
    /** Instead of when and where, after this station's own check-in. */
    readonly justNow: string;
    readonly entrances: string;
    readonly help: Readonly<Record<TicketHelp, string>>;
  };
  /** What happened at this station. */
  readonly activity: {
    readonly title: string;
    readonly find: string;
    readonly byResult: string;
    readonly results: Readonly<Record<NonNullable<ActivityFilter['result']>, string>>;
    readonly byUpload: string;
    /** The upload state of a row. */
    readonly uploads: Readonly<Record<ActivityItem['upload'], string>>;
    readonly what: string;
    readonly upload: string;
    readonly export: string;
    readonly fileName: string;
    readonly older: string;
    readonly loading: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyNext: string;
    readonly nothing: string;
    readonly nothingNext: string;
  };
  /** Verdicts at doors that differ from the server's. */
  readonly conflicts: {
    /** Which of two admissions. */
    readonly first: string;
    readonly second: string;
    readonly title: string;
    readonly states: Readonly<Record<'open' | 'resolved', string>>;
    readonly kinds: Readonly<Record<ConflictKind, string>>;
    readonly expected: string;
    readonly staff: string;
    readonly clock: string;
    readonly note: string;
    readonly resolve: string;
    readonly none: Readonly<Record<'open' | 'resolved', string>>;
    readonly noneNext: string;
    readonly loading: string;
    readonly failed: string;
    readonly unreachable: string;
    readonly notOffered: string;
    readonly forbidden: string;
    readonly withdrawn: string;
  };
  /** How the evening is going, at all doors. */
  readonly tonight: {
    readonly admitted: string;
    /** Follows the number of admissions. */
    readonly of: (tickets: string) => string;
    readonly countedAt: (time: string) => string;
    readonly counting: string;
    readonly importing: string;
    readonly offlineSince: (time: string) => string;
    readonly failed: string;
    readonly arrivals: string;
    readonly noArrivals: string;
    readonly noArrivalsNext: string;
    readonly lastDay: string;
    readonly running: string;
    readonly types: string;
    readonly noTypes: string;
    readonly noType: string;
    readonly denials: string;
    readonly noDenials: string;
    readonly reasons: Readonly<Record<DenialReason, string>>;
    readonly otherReason: string;
    readonly others: (count: string) => string;
    readonly asTable: string;
    readonly columns: Readonly<
      Record<'from' | 'total' | 'type' | 'tickets' | 'share' | 'reason' | 'scans', string>
    >;
  };
  /** The organiser's stations. */
  readonly fleet: {
    readonly title: string;
    readonly receivedAt: (time: string) => string;
    readonly well: string;
    readonly inTrouble: (count: number) => string;
    readonly none: string;
    readonly loading: string;
    readonly failed: string;
    readonly unreachable: string;
    readonly notOffered: string;
    readonly forbidden: string;
    readonly isThis: string;
    readonly elsewhere: string;
    readonly noEvent: string;
    readonly neverHeard: string;
    readonly columns: Readonly<
      Record<'station' | 'heard' | 'queue' | 'data' | 'clock' | 'version', string>
    >;
    readonly unheard: (age: string) => string;
    readonly unsent: (count: number, age: string) => string;
    readonly refused: (count: number) => string;
    readonly noData: string;
    readonly oldData: (age: string) => string;
    readonly clockOff: (offset: string) => string;
    readonly warns: Readonly<Record<FleetWarning, string>>;
    readonly warnsOf: (code: string) => string;
  };
  readonly addOns: {
    readonly title: string;
    readonly unnamed: string;
    readonly left: (remaining: string, of: string) => string;
    readonly redeemed: (count: string) => string;
    readonly quantity: (name: string) => string;
    readonly fewer: string;
    readonly more: string;
    readonly redeem: string;
    readonly takeBack: string;
    readonly undo: string;
    readonly handedOut: (quantity: string, name: string) => string;
    readonly takenBack: (quantity: string, name: string) => string;
    readonly refusal: Readonly<Record<RedeemError, string>>;
  };
  readonly noEvent: string;
  /** Next to the door's event, if the station's list of events no longer contains it. */
  readonly notOffered: string;
  /** The organiser has revoked this station. */
  readonly revoked: {
    readonly title: string;
    readonly intro: (time: string) => string;
    readonly nothingKept: string;
    readonly kept: (count: number) => string;
    readonly handOver: string;
    readonly takeIn: string;
    readonly notSealed: string;
    readonly again: string;
  };
  /** Setting up a device, one decision per screen. */
  readonly firstRun: {
    readonly title: string;
    readonly intro: string;
    readonly cards: Readonly<
      Record<'demo' | 'here' | 'connect', { readonly title: string; readonly text: string }>
    >;
    readonly questions: Readonly<
      Record<
        'organiser' | 'event' | 'entryPoints',
        { readonly title: string; readonly intro: string; readonly label: string }
      >
    >;
    /** The name of the only entry point of an event for which none was entered. */
    readonly entrance: string;
    readonly needed: string;
    readonly starting: string;
    readonly startingNext: string;
    readonly place: string;
    readonly placeIntro: string;
    readonly boxOfficeNote: string;
    readonly reading: string;
    readonly back: string;
    readonly next: string;
    readonly toTheDoor: string;
  };
  /** The embedded server. */
  readonly server: {
    readonly title: string;
    readonly address: string;
    readonly health: string;
    readonly healths: Readonly<Record<'ready' | 'unready' | 'away', string>>;
    readonly size: string;
    readonly folder: string;
    readonly lastBackup: string;
    readonly never: string;
    readonly backUp: string;
    readonly backingUp: string;
    readonly backedUp: string;
    readonly bringIn: string;
  };
  /** Opening the embedded server to other computers. */
  readonly network: {
    readonly switch: string;
    readonly purpose: string;
    readonly demo: string;
    readonly openDemo: string;
    readonly cancel: string;
    readonly opening: string;
    readonly addresses: string;
    readonly noAddress: string;
    readonly lostHost: (host: string) => string;
    readonly expires: string;
    readonly portTaken: (port: string) => string;
    readonly moveMeans: string;
    readonly move: string;
    readonly certificate: Readonly<Record<'certificate_lost' | 'certificate_expired', string>>;
    readonly renewMeans: string;
    readonly renew: string;
    readonly failed: string;
  };
  /** Adding another computer as a station of the embedded server. */
  readonly join: {
    readonly begin: string;
    readonly name: string;
    readonly nameNeeded: string;
    readonly event: string;
    readonly allEvents: (organiser: string) => string;
    readonly entryPoint: string;
    readonly anyEntryPoint: string;
    readonly address: string;
    readonly make: string;
    readonly making: string;
    readonly cancel: string;
    readonly made: (name: string) => string;
    readonly how: string;
    readonly qr: string;
    readonly text: string;
    readonly once: (until: string) => string;
    readonly revoke: string;
    readonly done: string;
  };
  readonly connect: {
    readonly title: string;
    readonly intro: string;
    readonly serverUrl: string;
    readonly serverHint: string;
    /** Next to an enrolment code entered instead of an address. */
    readonly codeHasAll: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly secretHint: string;
    readonly connect: string;
    readonly connecting: string;
    readonly needed: string;
    readonly badUrl: string;
    readonly noCode: string;
    readonly scanHint: string;
    /** Above the form of a station that already has a server. */
    readonly changeIntro: string;
    /** What happens to scans that are waiting to be sent, and to those already sent. */
    readonly unsentKept: (count: number) => string;
    readonly journalKept: string;
    /** For an operator whose server has no client for this station yet. */
    readonly noClient: string;
    readonly makeClient: string;
    readonly makeOrganiser: string;
    readonly clientPrinted: string;
  };
  readonly choose: {
    readonly title: string;
    readonly intro: string;
    readonly asking: string;
    readonly askingNext: string;
    readonly noList: string;
  };
  /** Problems between the station and its server. */
  readonly diagnosis: Readonly<Record<DiagnosisKind, (about: DiagnosisFacts) => Advice>> & {
    readonly retryIn: (time: string) => string;
    readonly retrying: string;
    readonly noticed: string;
    readonly scanningGoesOn: string;
  };
  readonly refusal: Readonly<Record<ExplainedCode, string>> & {
    readonly unsentScans: (count: number, organiser: string) => string;
  };
  /** Asked once a quarter of an hour while a person has switched the station offline. */
  readonly offlineChosen: {
    readonly ask: (age: string) => string;
    readonly stay: string;
    readonly goOnline: string;
  };
  /** Rows of the server that this version cannot read. */
  readonly unreadable: {
    readonly title: string;
    readonly intro: string;
    readonly lists: Readonly<Record<UnreadableItem['list'], string>>;
    readonly noReference: string;
  };
  readonly attention: {
    readonly intro: string;
    /** Instead of a verdict, for an add-on that was handed out. */
    readonly redemption: string;
    /** Why the server refused a scan, by code; other codes are explained by the server's own message. */
    readonly why: Readonly<Record<AttentionCode, string>>;
    readonly whySent: string;
    readonly since: (time: string) => string;
    readonly sent: (times: number) => string;
    readonly waiting: string;
    readonly setAside: string;
    readonly sendAgain: string;
    readonly sendAll: string;
    readonly queued: string;
    readonly export: string;
    readonly exported: (file: string) => string;
    readonly fileName: string;
    readonly shown: (shown: string, total: string) => string;
    readonly showMore: string;
    readonly loading: string;
    readonly failed: string;
    readonly empty: string;
    readonly emptyNext: string;
    readonly show: string;
  };
  readonly refused: string;
  /** The station's warnings; numbers are already formatted. */
  readonly warnings: {
    readonly rowsUnreadable: (count: string) => string;
    readonly journalReplaced: (carriedOver: string, keptAs: string) => string;
    readonly journalEndLost: (scans: string) => string;
    readonly journalEndLostSince: (scans: string, time: string) => string;
    readonly journalEndKept: (keptAs: string) => string;
    readonly journalChanged: (scans: string) => string;
    readonly settingsRestored: string;
    readonly settingsLost: string;
    readonly journalUnwritable: (problem: string) => string;
    readonly journalUnreadable: (problem: string) => string;
    readonly entryPointArchived: (name: string) => string;
    readonly overRedeemed: (times: string) => string;
    readonly diskFull: string;
    readonly replicaRebuilt: string;
    readonly replicaCarriedOver: (tickets: string) => string;
    readonly replicaMissing: string;
    readonly replicaUnreadable: string;
    readonly replicaUnwritable: string;
    readonly foreignPages: (own: string, other: string) => string;
    readonly clockOff: (offset: string) => string;
    readonly clockJumped: string;
    readonly clockUnconfirmed: (offset: string) => string;
    readonly plainHttp: (server: string) => string;
    readonly secretUnprotected: string;
    readonly secretUnreadable: (problem: string) => string;
    readonly secretUnanswered: string;
    readonly secretMissing: string;
    readonly settingsNotKept: (problem: string) => string;
    readonly secretNotKept: (problem: string) => string;
  };
}
