import type {
  EnrolmentChoice,
  FirstOrganiser,
  JoiningStation,
  StationEnrolment,
} from '../shared/station/server.ts';
import { systemClock, type Clock } from './clock.ts';

/** How much the server writes to its log. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Everything that a server is started with. Only `data` has no default: see `serverDefaults`. */
export interface ServerConfig {
  /** Directory for everything that is kept; `server.db` is created in it unless there is a `databaseUrl`. */
  readonly data: string;
  /** `postgres://…` for a database that several servers share; null for `server.db`. */
  readonly databaseUrl: string | null;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Serves HTTPS with this; null serves plain HTTP. */
  readonly tls: ServerTls | null;
  /** Origin (and path prefix, if any) under which clients reach the server; null derives it from each request. */
  readonly publicUrl: string | null;
  /** Tickets to fill an empty database with; null for no demo data. A database that holds others' data is left as it is. */
  readonly demo: number | null;
  /** API calls a minute per client; 0 switches the limit off. */
  readonly rateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Addresses or CIDR ranges whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
  /** CIDR ranges that webhooks may be delivered to although they are not public. */
  readonly webhookAllow: readonly string[];
  /** When webhooks are retried: `A`, `B` or gaps in seconds separated by commas. */
  readonly webhookSchedule: string;
  /** `X-Acme` names the headers `X-Acme-Signature`, `X-Acme-Event` and `X-Acme-Delivery`. */
  readonly webhookHeaderPrefix: string;
  /** `smtp://…` for emails to organisers; null writes them as `.eml` files into `mail` of the data directory. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Serves `/metrics` on that port of 127.0.0.1 instead of beside the API, 0 on a free one; null beside it. */
  readonly metricsPort: number | null;
  /** Whether responses carry `Server-Timing`. */
  readonly serverTiming: boolean;
  readonly logger: ServerLog;
  readonly clock: Clock;
}

/** A certificate, with those between it and its authority, and its private key, in PEM. */
export interface ServerTls {
  readonly cert: string;
  readonly key: string;
}

/** Where log lines go: one JSON object each, with a line feed at the end. */
export interface ServerLog {
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

export const serverDefaults = {
  databaseUrl: null,
  host: '127.0.0.1',
  port: 8787,
  tls: null,
  publicUrl: null,
  demo: null,
  rateLimit: 120,
  tokenTtlSeconds: 3600,
  trustedProxies: [],
  webhookAllow: [],
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'Gatehouse <webhooks@localhost>',
  metricsPort: null,
  serverTiming: false,
  logger: { level: 'silent', write: () => undefined },
  clock: systemClock,
} as const satisfies Omit<ServerConfig, 'data'>;

/** What `--demo` prints: who was made, and how to get in. */
export interface DemoCredentials {
  readonly organiser: string;
  readonly integrator: ClientCredentials;
  readonly station: ClientCredentials;
  readonly events: readonly { readonly reference: string; readonly slug: string }[];
}

export interface ClientCredentials {
  readonly client_id: string;
  readonly client_secret: string;
}

/** How other computers of the local network are let in. */
export interface NetworkOptions {
  /** 0 picks a free one. */
  readonly port: number;
  readonly tls: ServerTls;
  /** Whether whoever calls from that address may connect. */
  readonly admits: (address: string) => boolean;
}

/** A server that takes requests. */
export interface GatehouseServer {
  /** The address that it listens on and `/v1`. */
  readonly baseUrl: string;
  /** The address that it listens on: hosts `/oauth/token`. */
  readonly authUrl: string;
  /** Where metrics are, when they have a port of their own. */
  readonly metricsUrl: string | null;
  /** Set when the database holds the demo data, from this start or an earlier one. */
  readonly demo: DemoCredentials | null;
  /** Makes an organiser with an event, and gives the enrolment code of its first station. Rejects with a sentence for a name that cannot be one. */
  readonly beginOrganiser: (first: FirstOrganiser) => Promise<string>;
  /**
   * Takes requests over HTTPS on every address of this computer too, until it is asked to stop. Rejects as `listen` does, and where it
   * does so already.
   */
  readonly openNetwork: (options: NetworkOptions) => Promise<{ readonly port: number }>;
  /** Ends that, and every connection at once. */
  readonly closeNetwork: () => Promise<void>;
  /** Names the address at which stations reach the server over the network, for enrolment codes of the command line. */
  readonly reachedAt: (url: string) => Promise<void>;
  /** Every event that is not archived, with its entry points. */
  readonly enrolmentChoices: () => Promise<readonly EnrolmentChoice[]>;
  /** Makes the client of a station that reaches the network listener at `url`. Rejects with a sentence for a name that cannot be one. */
  readonly enrolStation: (station: StationEnrolment, url: string) => Promise<JoiningStation>;
  /** Copies a consistent state of the database into a file, while it is used. */
  readonly backUp: (file: string) => Promise<void>;
  /** Finishes requests in flight, then closes the database. Resolves when both are done. */
  readonly close: () => Promise<void>;
}
