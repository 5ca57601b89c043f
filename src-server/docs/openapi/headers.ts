import type { Json } from './json-schema.ts';

type Members = Readonly<Record<string, Json>>;

const rate = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'RateLimit-Policy', 'RateLimit'];
const byStatus: Readonly<Record<number, readonly string[]>> = {
  // Refused before anything is counted.
  401: ['WWW-Authenticate'],
  403: [...rate, 'WWW-Authenticate'],
  409: [...rate, 'Retry-After'],
  429: [...rate, 'Retry-After'],
  503: [...rate, 'Retry-After'],
};

/** The headers that say something beside the body, by reference. */
export function headersOf(status: number): Members {
  const names = byStatus[status] ?? rate;
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function describeHeaders(): Members {
  return {
    'X-RateLimit-Limit': whole('Calls that the client may make in any 60 seconds.'),
    'X-RateLimit-Remaining': whole('How many of them are left.'),
    'RateLimit-Policy': text('The same as a structured field.', '"default";q=120;w=60'),
    RateLimit: text('What is left, and seconds until there is more.', '"default";r=119;t=60'),
    'Retry-After': whole('Seconds after which to try again.'),
    'WWW-Authenticate': text('What is wrong with the token.', 'Bearer error="invalid_token"'),
  };
}

function whole(description: string): Json {
  return { description, schema: { type: 'integer' } };
}

function text(description: string, example: string): Json {
  return { description, schema: { type: 'string' }, example };
}
