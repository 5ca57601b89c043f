import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a test makes the server misbehave instead of answering normally. */
export type Mischief =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    }
  /** Does the work, then breaks the connection: the answer is lost. */
  | { readonly kind: 'lose_answer' }
  /** Sends the head of a proper answer at once, and its body after this long. */
  | { readonly kind: 'slow_body'; readonly delayMs: number }
  /** An error page of an intermediary. */
  | { readonly kind: 'page'; readonly status: number; readonly headers?: Record<string, string> }
  /** Never answers. */
  | { readonly kind: 'hang' }
  /** Changes the body of a proper answer. */
  | { readonly kind: 'rewrite'; readonly change: (body: unknown) => unknown };

export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  readonly atMs: number;
}

interface Row {
  readonly reference: string;
  readonly updated_at: string;
  readonly [key: string]: unknown;
}

/**
 * A small server of the specification that can misbehave: real sockets, rows in memory.
 * With `capabilities` empty it is a bare `/v1`.
 */
export class ScriptedServer {
  readonly requests: ServedRequest[] = [];
  readonly tickets: Row[] = [];
  /** Whether it knows the parameter `code`. */
  findsByCode = true;
  readonly scans: Row[] = [];
  readonly uploads = new Map<string, unknown>();
  readonly checkIns = new Map<string, unknown>();
  events: unknown[] = [];
  setup: Record<string, unknown> = {};
  capabilities: string[] = ['scanner.setup', 'scanner.scans'];
  scopes: string[] = ['events:read', 'tickets:read', 'scans:read', 'scans:write', 'scanner:sync'];
  /** The organiser's keys in `/integration/me`; null to omit them. */
  organiserKeys: unknown = null;
  organiser = 'org_01kyvbnvq0g7m3x9r2c5t8w4ez';
  allEvents = true;
  pageSize = 100;
  watermark = '2026-11-20T12:00:00.000000Z';
  token = 'token-1';
  tokensIssued = 0;
  secret = 'secret';
  unknownTickets = new Set<string>();
  #mischief: { matches: (request: ServedRequest) => boolean; what: Mischief; times: number }[] = [];
  #server: Server | null = null;
  #port = 0;

  /** Starts on a free port at first, then on the same port, or on the given one. */
  async start(port = this.#port): Promise<void> {
    const server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      );
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('expected a port');
    this.#port = (address satisfies AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Applies `what` to the next `times` requests whose path and method match. */
  misbehave(path: string | RegExp, what: Mischief, times = 1): void {
    const matches = (request: ServedRequest) =>
      typeof path === 'string'
        ? request.path === path
        : path.test(`${request.method} ${request.path}`);
    this.#mischief.push({ matches, what, times });
  }

  behave(): void {
    this.#mischief = [];
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming, this.url);
    this.requests.push(request);
    const mischief = this.#mischief.find((one) => one.times > 0 && one.matches(request));
    if (mischief !== undefined) mischief.times -= 1;
    const what = mischief?.what;
    if (what?.kind === 'hang') return;
    if (what?.kind === 'status') {
      send(
        response,
        what.status,
        what.body ?? { code: 'scripted', message: 'as scripted' },
        what.headers,
      );
      return;
    }
    if (what?.kind === 'page') {
      response.writeHead(what.status, { 'content-type': 'text/html', ...what.headers });
      response.end('<!doctype html><title>Sign in</title>');
      return;
    }
    const [status, body, headers] = this.#answer(request);
    if (what?.kind === 'slow_body') {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.flushHeaders();
      setTimeout(() => response.end(JSON.stringify(body)), what.delayMs);
      return;
    }
    if (what?.kind === 'lose_answer') {
      response.destroy();
      return;
    }
    const sent = what?.kind === 'rewrite' ? what.change(body) : body;
    send(response, status, sent, { ...PLENTY, ...headers });
  }

  #answer(request: ServedRequest): [number, unknown, Record<string, string>?] {
    const { path, method } = request;
    if (path === '/oauth/token') return this.#issueToken(request);
    if (request.headers.authorization !== `Bearer ${this.token}`)
      return [401, { code: 'auth.token_invalid' }];
    if (path === '/v1/integration/me') return [200, { data: this.#identity() }];
    if (path === '/v1/integration/events') {
      return [200, { data: { data: this.events, next_page_url: null } }];
    }
    if (path.endsWith('/setup')) return [200, { data: this.setup }, { etag: '"setup-1"' }];
    if (path.endsWith('/tickets')) return this.#list(request, this.tickets);
    if (path.endsWith('/scans') && method === 'GET') return this.#list(request, this.scans);
    if (path === '/v1/scanner/scans') return this.#upload(request);
    if (path === '/v1/integration/scans') return this.#checkIn(request);
    const ticket = /^\/v1\/integration\/tickets\/(.+)$/.exec(path)?.[1];
    if (ticket !== undefined) return this.#oneTicket(ticket);
    if (/^\/v1\/integration\/events\/[^/]+$/.test(path)) {
      return [200, { data: { ...asRecord(this.events[0]), ticket_types: [] } }];
    }
    return [404, { code: 'resource.not_found' }];
  }

  #issueToken({ body }: ServedRequest): [number, unknown] {
    const form = new URLSearchParams(String(body));
    if (form.get('client_secret') !== this.secret) return [401, { error: 'invalid_client' }];
    this.tokensIssued += 1;
    return [200, { access_token: this.token, token_type: 'Bearer', expires_in: 3600 }];
  }

  #identity() {
    return {
      organiser: { reference: this.organiser, display_name: 'Northlight' },
      client: { id: 'cli', name: 'Door', scopes: this.scopes, all_events: this.allEvents },
      api_version: '2026-08-01',
      ...(this.capabilities.length === 0 ? {} : { capabilities: this.capabilities }),
      ...(this.organiserKeys === null ? {} : { organiser_keys: this.organiserKeys }),
    };
  }

  #list(request: ServedRequest, rows: readonly Row[]): [number, unknown] {
    const code = request.query.get('code');
    if (code !== null) {
      const data = this.findsByCode ? rows.filter((row) => asRecord(row)['code'] === code) : rows;
      return [200, { data: { data, next_page_url: null, total: data.length } }];
    }
    if (!request.query.has('updated_since')) {
      return [200, { data: { data: [], next_page_url: null, total: rows.length } }];
    }
    const since = Date.parse(request.query.get('updated_since') ?? '');
    const from = Number(request.query.get('cursor') ?? 0);
    const matching = rows
      .filter((row) => Date.parse(row.updated_at) >= since)
      .sort((one, other) =>
        one.updated_at + one.reference < other.updated_at + other.reference ? -1 : 1,
      );
    const page = matching.slice(from, from + this.pageSize);
    const more = from + page.length < matching.length;
    const next = new URL(request.path, this.url);
    for (const [key, value] of request.query) next.searchParams.set(key, value);
    next.searchParams.set('cursor', String(from + page.length));
    return [
      200,
      {
        data: {
          data: page,
          path: `${this.url}${request.path}`,
          per_page: this.pageSize,
          next_cursor: null,
          next_page_url: more ? next.href : null,
          prev_cursor: null,
          prev_page_url: null,
        },
        watermark: this.watermark,
      },
    ];
  }

  #upload({ body }: ServedRequest): [number, unknown] {
    const items = asRecord(body)['items'];
    if (!Array.isArray(items)) return [422, { code: 'validation.failed' }];
    const data = items.map((item: unknown) => {
      const record = asRecord(item);
      const reference = String(record['reference']);
      const blank = { reference, conflict: null, clock_suspect: false, code: null, message: null };
      if (this.unknownTickets.has(String(record['ticket']))) {
        return { ...blank, status: 'rejected', code: 'ticket.unknown', message: 'no such ticket' };
      }
      const text = JSON.stringify(item);
      const known = this.uploads.get(reference);
      if (known !== undefined)
        return { ...blank, status: known === text ? 'duplicate' : 'mismatch' };
      this.uploads.set(reference, text);
      return { ...blank, status: 'recorded' };
    });
    return [200, { data }];
  }

  #checkIn({ headers, body }: ServedRequest): [number, unknown] {
    const key = String(headers['idempotency-key']);
    const ticket = String(asRecord(body)['ticket']);
    if (this.unknownTickets.has(ticket)) return [404, { code: 'resource.not_found' }];
    const already = [...this.checkIns].some(([other, one]) => other !== key && one === ticket);
    this.checkIns.set(key, ticket);
    const verdict = {
      allowed: !already,
      reason: already ? 'scanning.already_scanned' : 'scanning.allowed',
      message: 'as it is',
      session: null,
      seat_label: null,
      scan: { reference: key, result: already ? 'denied' : 'allowed', scanned_at: this.watermark },
    };
    return [already ? 422 : 200, verdict];
  }

  #oneTicket(reference: string): [number, unknown] {
    const ticket = this.tickets.find((row) => row.reference === decodeURIComponent(reference));
    const event = asRecord(this.events[0])['reference'];
    if (ticket === undefined) return [404, { code: 'resource.not_found' }];
    return [200, { data: { ...ticket, event, answers: [] } }];
  }
}

async function readRequest(incoming: IncomingMessage, origin: string): Promise<ServedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString('utf8');
  const url = new URL(incoming.url ?? '/', origin);
  const json = incoming.headers['content-type']?.includes('json') === true;
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: json ? JSON.parse(text) : text,
    atMs: performance.now(),
  };
}

/** Tests poll many times as often as a door. */
const PLENTY = {
  ratelimit: '"default";r=5999;t=60',
  'ratelimit-policy': '"default";q=6000;w=60',
};

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value));
}
