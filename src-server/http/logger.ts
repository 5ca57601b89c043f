import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { stdTimeFunctions } from 'pino';

/** How much the server writes to its log. */
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

/** Where log lines go: one JSON object each, with a line feed at the end. */
export interface ServerLog {
  readonly level: LogLevel;
  readonly write: (line: string) => void;
}

/**
 * A line of JSON for each thing: its time in UTC, its level, what happened, and the id of the request that it happened in. Logs hold
 * methods, route patterns and statuses, never personal data: no query (it may hold an email or a cursor), no headers (they hold
 * tokens), no client addresses.
 */
export function loggerOptions(log: ServerLog): Exclude<FastifyServerOptions['logger'], undefined> {
  if (log.level === 'silent') return false;
  return {
    level: log.level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
    stream: { write: log.write },
    serializers: { req: describeRequest, err: describeError },
  };
}

function describeRequest(request: FastifyRequest): { method: string; path: string } {
  return { method: request.method, path: patternOf(request) };
}

/** The route pattern of a request. */
export function patternOf({ routeOptions }: FastifyRequest): string {
  return routeOptions.url ?? 'unknown';
}

/** Type, message and stack of an error and its causes. */
function describeError(error: Error): { type: string; message: string; stack: string } {
  const causes = error.cause instanceof Error ? `\ncaused by: ${error.cause.stack ?? ''}` : '';
  return {
    type: error.name,
    message: error.message,
    stack: `${error.stack ?? ''}${causes}`,
  };
}
