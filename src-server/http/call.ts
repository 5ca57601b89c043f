import type { RouteContract } from '../../shared/contract/route-table.ts';
import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { ChangeWatch } from '../services/change-watch.ts';
import type { OpenStreams } from './open-streams.ts';
import type { CheckedEndpoint } from '../services/check-endpoint.ts';
import type { Caller } from '../oauth/caller.ts';

/** What every operation is given by the server. */
export interface Services {
  readonly database: Database;
  readonly clock: Clock;
  /** Signs list cursors. */
  readonly cursorKey: Buffer;
  /** Whether a webhook may be delivered there (§6.2). Throws `validation.failed`. May ask name servers. */
  readonly checkEndpoint: (url: string) => Promise<CheckedEndpoint>;
  /** Idempotent works whose answer is not yet stored, by client and key, with their fingerprints. */
  readonly runningKeys: Map<string, Buffer>;
  readonly changes: ChangeWatch;
  readonly streams: OpenStreams;
}

/** One request that passed authentication, rate limit, plan and scope. */
export interface Call extends Services {
  readonly requestId: string;
  readonly contract: RouteContract;
  readonly caller: Caller;
  /** The same at this moment, for answers that take long; null once the token has ended. */
  readonly callerNow: () => Promise<Caller | null>;
  /** A parameter of the path, decoded. */
  readonly param: (name: string) => string;
  readonly query: ReadonlyMap<string, string>;
  /** The parsed JSON body; undefined for operations without one. */
  readonly json: unknown;
  /** Set for operations that require one. */
  readonly idempotencyKey: string | null;
  /** The operation's absolute URL without a query. */
  readonly url: () => string;
  /** A header by its name in lower case; several of one name are none. */
  readonly header: (name: string) => string | null;
}

export interface Answer {
  readonly status: number;
  /** An object is written as JSON; a text is JSON already; a stream has its media type in `headers`; null is no body. */
  readonly body: object | string | Readable | null;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Operate = (call: Call) => Promise<Answer>;
