import type { SessionCall, ConsoleSessionInput } from '../../shared/console/session-calls.ts';
import type { SessionResult } from '../../shared/console/session-results.ts';
import type { Database } from '../database/database.ts';
import type { Services } from '../operations/definition/operation.ts';
import type { ConsoleSessionRow } from '../domain/members/sessions.ts';

/** A request of the page that proved its key. */
export interface ConsoleContext {
  readonly database: Database;
  readonly services: Services;
  /** 32 bytes, the same in every process of the installation. */
  readonly key: Buffer;
  /** Of the token that came with the request; null without one. */
  readonly session: ConsoleSessionRow | null;
  readonly thumbprint: Buffer;
  /** Scheme, host and port that the page was loaded from. */
  readonly origin: string;
  readonly address: string;
  readonly agent: string;
  /** Names what is asked for, so that it is done once however often it is sent. */
  readonly idempotencyKey: string | null;
  /** `org_…`, where the account is a member of several. */
  readonly organiser: string | null;
}

/** What a call of signing in does. Throws a `ConsoleError`, `ApiError` or `DomainError`. */
export type SessionHandler<Call extends SessionCall> = (
  context: ConsoleContext,
  input: ConsoleSessionInput<Call>,
) => Promise<SessionResult<Call>>;

export type SessionHandlers<Call extends SessionCall = SessionCall> = {
  readonly [Name in Call]: SessionHandler<Name>;
};
