import { DEFAULT_TOKEN_SECONDS } from '../shared/contract/retention.ts';
import { MAX_SUBSCRIPTIONS } from '../shared/contract/limits.ts';
import {
  REQUESTS_PER_MINUTE,
  STATION_REQUESTS_PER_MINUTE,
} from '../shared/contract/rate-limits.ts';
import type { Demo } from '../shared/contract/demo.ts';
import type {
  EnrolmentChoice,
  FirstOrganiser,
  JoiningStation,
  EnrolmentRequest,
} from '../shared/station/server.ts';
import type { SampleCode } from '../shared/station/server.ts';
import { isLoopbackHost } from '../shared/loopback-host.ts';
import { systemClock, type Clock } from './database/clock.ts';
import type { AppConfig } from './http/app.ts';
import type { NetworkOptions, ServerTls } from './http/listeners/server-tls.ts';

/** Settings of a server. Only `data` has no default: see `serverDefaults`. */
export interface ServerConfig extends AppConfig {
  /** Data directory; `server.db` is created in it unless there is a `databaseUrl`. */
  readonly data: string;
  /** `postgres://…` for a database that several servers share; null for `server.db`. */
  readonly databaseUrl: string | null;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Reads it again, for one that is renewed while the server runs; throws if it cannot be used. */
  readonly readTls?: () => ServerTls | null;
  /** Number of tickets to fill an empty database with; null for no demo data. A database with other data is left alone. */
  readonly demo: number | null;
  /** Requests per minute and client; 0 switches off this limit and that of stations. */
  readonly rateLimit: number;
  /** Requests per minute and station; 0 switches the limit off. */
  readonly stationRateLimit: number;
  readonly tokenTtlSeconds: number;
  /** Non-public CIDR ranges that webhooks may be delivered to. */
  readonly webhookAllow: readonly string[];
  /** How many webhook subscriptions a client may have. */
  readonly webhookSubscriptions: number;
  /** When webhooks are retried: `A`, `B` or gaps in seconds separated by commas. */
  readonly webhookSchedule: string;
  /** `X-Acme` names the headers `X-Acme-Signature`, `X-Acme-Event` and `X-Acme-Delivery`. */
  readonly webhookHeaderPrefix: string;
  /** `smtp://…` for emails; null writes them as `.eml` files to `mail` in the data directory. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** Serves `/metrics` on this port of 127.0.0.1 (0 picks a free one); null serves it on the API's port. */
  readonly metricsPort: number | null;
  readonly clock: Clock;
}

export const serverDefaults = {
  databaseUrl: null,
  host: '127.0.0.1',
  port: 8787,
  tls: null,
  publicUrl: null,
  demo: null,
  rateLimit: REQUESTS_PER_MINUTE,
  stationRateLimit: STATION_REQUESTS_PER_MINUTE,
  tokenTtlSeconds: DEFAULT_TOKEN_SECONDS,
  trustedProxies: [],
  corsOrigins: [],
  webhookAllow: [],
  webhookSubscriptions: MAX_SUBSCRIPTIONS,
  webhookSchedule: 'B',
  webhookHeaderPrefix: 'X-Service',
  smtpUrl: null,
  mailFrom: 'Gatehouse <webhooks@localhost>',
  metricsPort: null,
  serverTiming: false,
  logger: { level: 'silent', write: () => undefined },
  clock: systemClock,
} as const satisfies Omit<ServerConfig, 'data'>;

/** Whether webhooks of a demo may reach the computer that it runs on: not if others may reach the demo, whose credentials are in a file. */
export function reachesOwnComputer(config: ServerConfig): boolean {
  const { host, publicUrl, trustedProxies } = config;
  return isLoopbackHost(host) && publicUrl === null && trustedProxies.length === 0;
}

/** A running server. */
export interface GatehouseServer {
  /** The address that it listens on and `/v1`. */
  readonly baseUrl: string;
  /** The address that it listens on: hosts `/oauth/token`. */
  readonly authUrl: string;
  /** The organiser's page, where browsers reach it. */
  readonly consoleUrl: string;
  /** Makes a one-time link for the first owner; null where there are members. */
  readonly firstOwnerUrl: () => Promise<string | null>;
  /** URL of the metrics if they have a port of their own. */
  readonly metricsUrl: string | null;
  /** Set when the database holds the demo data, from this start or an earlier one. */
  readonly demo: Demo | null;
  /**
   * Creates an organiser with an event and returns the enrolment code of its first station. Rejects with a `DomainError` for an
   * invalid name.
   */
  readonly beginOrganiser: (first: FirstOrganiser) => Promise<string>;
  /**
   * Also accepts requests over HTTPS on every address of this computer, until `closeNetwork`. Rejects as `listen` does, and if it
   * is already open.
   */
  readonly openNetwork: (options: NetworkOptions) => Promise<{ readonly port: number }>;
  /** Closes the network listener and all of its connections immediately. */
  readonly closeNetwork: () => Promise<void>;
  /** Stores the address at which stations reach the server over the network, for enrolment codes of the command line. */
  readonly reachedAt: (url: string) => Promise<void>;
  /** Every event that is not archived, with its entry points. */
  readonly enrolmentChoices: () => Promise<readonly EnrolmentChoice[]>;
  /** The demo's codes to try, as QR codes; none without a demo. */
  readonly drawSamples: () => Promise<readonly SampleCode[]>;
  /**
   * Creates the client of a station that reaches the network listener at `url`. Rejects with a `DomainError` for an invalid name.
   */
  readonly enrolStation: (station: EnrolmentRequest, url: string) => Promise<JoiningStation>;
  /** Copies a consistent snapshot of the database to a file, while it is in use. */
  readonly backUp: (file: string) => Promise<void>;
  /** Makes `/readyz` report that the server is about to stop; it keeps serving until closed. */
  readonly drain: () => void;
  /** Finishes requests in flight, then closes the database. Resolves when both are done. May be called twice. */
  readonly close: () => Promise<void>;
}
