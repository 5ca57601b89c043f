import type { ResponseMetadata } from '../../ports/remote.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A server that asks for a longer wait is tried again after this. */
const LONGEST_WAIT_MS = 10 * 60_000;
/** The server's limit counts requests per minute (specification §8). */
const LONGEST_WINDOW_MS = 60_000;

export function headerText(headers: Headers, name: string): string | null {
  const value = headers[name];
  if (typeof value === 'string') return value;
  return value?.[0] ?? null;
}

/**
 * The server's window: `RateLimit: "default";r=50;t=30` with `RateLimit-Policy: "default";q=120;w=60`, or the older
 * `limit=120, remaining=50, reset=30`.
 */
export function readBudget(headers: Headers): ResponseMetadata['budget'] {
  const text = headerText(headers, 'ratelimit');
  if (text === null) return null;
  const remaining = numberAfter(text, /(?:^|[;,\s])(?:r|remaining)\s*=\s*(\d{1,9})/i);
  const reset = numberAfter(text, /(?:^|[;,\s])(?:t|reset)\s*=\s*(\d{1,9})/i);
  if (remaining === null) return null;
  return {
    limit: readLimit(headers) ?? numberAfter(text, /(?:^|[,\s])limit\s*=\s*(\d{1,9})/i),
    remaining,
    reset_ms: Math.min((reset ?? 1) * 1000, LONGEST_WINDOW_MS),
  };
}

/** Requests a minute by the first policy. */
function readLimit(headers: Headers): number | null {
  const policy = headerText(headers, 'ratelimit-policy')?.split(',', 1)[0] ?? '';
  const quota = numberAfter(policy, /;\s*q\s*=\s*(\d{1,9})/i);
  const seconds = numberAfter(policy, /;\s*w\s*=\s*(\d{1,9})/i) ?? 60;
  return quota === null || seconds === 0 ? null : Math.floor((quota * 60) / seconds);
}

/** `Retry-After`: whole seconds, or a date measured against the response's own `Date`. */
export function readRetryAfter(headers: Headers): number | null {
  const text = headerText(headers, 'retry-after');
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, LONGEST_WAIT_MS);
  // `Date.parse` takes `-5` for a date.
  const until = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
  const date = Date.parse(headerText(headers, 'date') ?? '');
  if (Number.isNaN(until) || Number.isNaN(date)) return null;
  return Math.min(Math.max(until - date, 0), LONGEST_WAIT_MS);
}

function numberAfter(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
