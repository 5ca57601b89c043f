import type { RouteContract } from '../../shared/resources/route-contract.ts';
import type { Readable } from 'node:stream';
import type { Clock } from '../database/clock.ts';
import type { Database } from '../database/database.ts';
import type { ChangeWatch } from './streams/change-watch.ts';
import type { CurrentAccess } from './current-access.ts';
import type { FailedRequest } from './errors/error-body.ts';
import type { OpenStreams } from './streams/open-streams.ts';

/** The parts of the server that handlers use. */
export interface ServerServices {
  readonly database: Database;
  readonly clock: Clock;
  /** Signs list cursors. */
  readonly cursorKey: Buffer;
  /** Checks that a webhook may be delivered to the URL (§6.2). Throws `validation.failed`. May query name servers. */
  readonly checkEndpoint: (url: string) => Promise<{ readonly url: string }>;
  /** Webhook subscriptions that a client may have. */
  readonly maxSubscriptions: number;
  /** Makes deliveries that were just requested begin now. */
  readonly wakeWebhooks: () => void;
  /** Emails holders the codes of an order's tickets that were not sent yet; null where no mail server is set. */
  readonly mailOrder: ((order: string) => Promise<MailedOrder>) | null;
  /** Fingerprints of idempotent requests in progress, by client and key. */
  readonly runningKeys: Map<string, Buffer>;
  /** How many uploads are in progress, by client. */
  readonly runningUploads: Map<string, number>;
  readonly changes: ChangeWatch;
  readonly streams: OpenStreams;
}

/** What became of an order's emails. */
export interface MailedOrder {
  readonly emails: number;
  readonly tickets: number;
  readonly refused: readonly unknown[];
  /** Why it stopped early; null if every email was tried. */
  readonly stopped: string | null;
  readonly without_email: number;
}

/** A request that has passed authentication, rate limit, plan and scope checks. */
export interface RequestContext
  extends Omit<ServerServices, 'database'>, CurrentAccess, FailedRequest {
  readonly contract: RouteContract;
  /** A decoded path parameter, without what copy and paste leaves around a reference. */
  readonly param: (name: string) => string;
  readonly query: ReadonlyMap<string, string>;
  /** The parsed JSON body with clean references; undefined if there is none. */
  readonly json: unknown;
  /** Set for operations that require one (§4.5), and for those that take one where it was sent. */
  readonly idempotencyKey: string | null;
  /** Where the caller reaches the server, without a trailing slash. */
  readonly origin: string;
  /** The operation's absolute URL without a query. */
  readonly url: () => string;
  /** A header by its lower-case name; null if it is missing or repeated. */
  readonly header: (name: string) => string | null;
}

export interface HandlerResult {
  readonly status: number;
  /**
   * An object is serialised as JSON; a string is JSON already; bytes are the file that the contract names; a stream names its media type
   * in `headers`; null is no body.
   */
  readonly body: object | string | Buffer | Readable | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Of a read: identifies its body where the handler knows better than a hash of it. Quoted in `ETag`. */
  readonly tag?: string;
}

export type Handler = (context: RequestContext) => Promise<HandlerResult>;

/** A handler for each route of a resource. */
export type HandlersOf<Routes> = Readonly<Record<keyof Routes, Handler>>;
