import { addMicros, formatInstant, parseInstant, type Instant } from '../../../shared/instant.ts';
import type { ScanUpload, ScanUploadResult } from '../../../shared/contract/scanner.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type {
  ExchangeNotes,
  ListQuery,
  Remote,
  RemotePage,
  RemoteResult,
} from '../../../src-main/ports/remote.ts';
import type {
  EventRecord,
  IdentityRecord,
  ScanRecord,
  SetupRecord,
  TicketRecord,
} from '../../../src-main/ports/replica.ts';
import { numbered } from './rows.ts';

/** Does the work, then loses the answer. */
export type Trouble = RemoteFailureCode | 'answer_lost';

const LIMIT = 120;
const WINDOW_MS = 60_000;

/** A server as a value: what it holds, what it was asked, and how it fails. Time is the test's. */
export class ModelServer {
  readonly tickets = new Map<string, TicketRecord>();
  readonly scans = new Map<string, ScanRecord>();
  readonly uploads = new Map<string, ScanUpload>();
  readonly requestedAt: number[] = [];
  /** Asked for every request; null answers as it should. */
  trouble: (request: string) => Trouble | null = () => null;
  event: EventRecord;
  pageSize = 3;
  capabilities: readonly string[] = ['scanner.setup', 'scanner.scans'];
  refusesCursors = false;
  readonly #now: () => Instant;
  readonly #monotonicMs: () => number;

  constructor(time: { deviceNow(): Instant; monotonicMs(): number }) {
    this.#now = () => time.deviceNow();
    this.#monotonicMs = () => time.monotonicMs();
    this.event = {
      reference: numbered('event', 1),
      name: 'Winter Gala',
      status: 'published',
      starts_at: null,
      ends_at: null,
      timezone: 'Europe/Berlin',
      deleted_at: null,
    };
  }

  get identity(): IdentityRecord {
    return {
      organiser: { reference: numbered('organiser', 1), display_name: 'Northlight' },
      client_id: 'cli',
      scopes: ['events:read', 'tickets:read', 'scans:read', 'scans:write', 'scanner:sync'],
      all_events: true,
      capabilities: this.capabilities,
    };
  }

  /** A change of one ticket, stamped now. */
  putTicket(ticket: Omit<TicketRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...ticket, event: this.event.reference, updated_at: this.#stamp() };
    this.tickets.set(ticket.reference, stamped);
  }

  putScan(scan: Omit<ScanRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...scan, event: this.event.reference, updated_at: this.#stamp() };
    this.scans.set(scan.reference, stamped);
  }

  list<Row extends { readonly reference: string; readonly updated_at: Instant }>(
    rows: Iterable<Row>,
    query: ListQuery,
  ): RemotePage<Row> {
    const cursor = query.next_url === null ? null : readCursor(query.next_url);
    const since = cursor?.since ?? parseInstant(query.updated_since) ?? 0;
    const until = cursor?.until ?? this.#now();
    const watermark = cursor?.watermark ?? formatInstant(addMicros(this.#now(), -2_000_000));
    const page = [...rows]
      .filter((row) => row.updated_at >= since && row.updated_at <= until)
      .toSorted((one, other) => compare(one, other))
      .filter((row) => cursor === null || compare(row, cursor.after) > 0);
    const shown = page.slice(0, this.pageSize);
    const last = shown.at(-1);
    const more = page.length > shown.length && last !== undefined;
    const next = { since, until, watermark, after: last };
    return {
      rows: shown,
      unreadable: [],
      next_url: more ? `http://model/v1/next?${JSON.stringify(next)}` : null,
      watermark,
    };
  }

  upload(item: ScanUpload): ScanUploadResult {
    const { reference } = item;
    const blank = { reference, conflict: null, clock_suspect: false, code: null, message: null };
    const known = this.uploads.get(reference);
    if (known !== undefined) {
      const same = JSON.stringify(known) === JSON.stringify(item);
      return { ...blank, status: same ? 'duplicate' : 'mismatch' };
    }
    this.uploads.set(reference, item);
    const scannedAt = parseInstant(item.scanned_at);
    if (scannedAt === null) return { ...blank, status: 'rejected', code: 'validation.failed' };
    const { ticket, result, reason } = item;
    this.putScan({ reference, ticket, result, reason, location: null, scanned_at: scannedAt });
    return { ...blank, status: 'recorded' };
  }

  /** Counts the request and decides what becomes of it. */
  admit(request: string): Trouble | null {
    const now = this.#monotonicMs();
    this.requestedAt.push(now);
    const recent = this.requestedAt.filter((at) => now - at < WINDOW_MS).length;
    return recent > LIMIT ? 'rate_limited' : this.trouble(request);
  }

  /** Strictly increasing, so that two changes never share a moment. */
  #stamp(): Instant {
    const newest = Math.max(
      0,
      ...[...this.tickets.values(), ...this.scans.values()].map((row) => row.updated_at),
    );
    const now = this.#now();
    return newest >= now ? addMicros(now, newest - now + 1) : now;
  }
}

interface Cursor {
  readonly since: number;
  readonly until: number;
  readonly watermark: string;
  readonly after: { readonly reference: string; readonly updated_at: number };
}

function readCursor(url: string): Cursor {
  const cursor: Cursor = JSON.parse(url.slice(url.indexOf('?') + 1));
  return cursor;
}

function compare(
  one: { readonly reference: string; readonly updated_at: number },
  other: { readonly reference: string; readonly updated_at: number },
): number {
  return (
    one.updated_at - other.updated_at ||
    (one.reference < other.reference ? -1 : Number(one.reference !== other.reference))
  );
}

/** The server as a station's `Remote`, without sockets. */
export function remoteTo(server: ModelServer): Remote {
  const exchange = async <Value>(
    request: string,
    work: () => Value | RemoteFailureCode,
  ): Promise<RemoteResult<Value>> => {
    const trouble = server.admit(request);
    if (trouble !== null && trouble !== 'answer_lost') return failed(trouble);
    const value = work();
    if (trouble === 'answer_lost') return failed('unreachable');
    return isFailure(value) ? failed(value) : { kind: 'ok', value, notes };
  };
  const list = <Row extends { readonly reference: string; readonly updated_at: Instant }>(
    name: string,
    rows: ReadonlyMap<string, Row>,
    query: ListQuery,
  ) =>
    exchange(name, () =>
      server.refusesCursors && query.next_url !== null
        ? ('cursor_invalid' as const)
        : server.list(rows.values(), query),
    );
  return {
    identify: () => exchange('identity', () => server.identity),
    listEvents: () => exchange('events', () => ({ events: [server.event], next_url: null })),
    readSetup: () => exchange('setup', () => setupOf(server, 'scanner')),
    readEvent: () => exchange('setup', () => setupOf(server, 'bare')),
    listTickets: (query) => list('tickets', server.tickets, query),
    listScans: (query) => list('scans', server.scans, query),
    countTickets: () => exchange('count', () => server.tickets.size),
    findTicket: (reference) =>
      exchange('ticket', () => {
        const ticket = server.tickets.get(reference);
        return ticket === undefined ? ('not_found' as const) : { ticket, event: ticket.event };
      }),
    uploadScans: (items) => exchange('push', () => items.map((item) => server.upload(item))),
    checkIn: () =>
      exchange('push', () => ({ allowed: true, reason: 'scanning.allowed', answer: '{}' })),
    abort: () => undefined,
    close: async () => undefined,
  };
}

function setupOf(server: ModelServer, source: SetupRecord['source']): SetupRecord {
  return { event: server.event, sessions: [], locations: [], source, etag: null };
}

const notes: ExchangeNotes = { requests: 1, clock: null, budget: null };

const failures: ReadonlySet<unknown> = new Set<RemoteFailureCode>(['cursor_invalid', 'not_found']);

function isFailure(value: unknown): value is RemoteFailureCode {
  return failures.has(value);
}

function failed<Value>(code: RemoteFailureCode): RemoteResult<Value> {
  return {
    kind: 'failed',
    failure: {
      code,
      message: 'as the test wants it',
      retry_after_ms: code === 'rate_limited' ? 1_000 : null,
    },
    notes,
  };
}
