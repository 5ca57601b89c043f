import { addMicros, formatInstant, parseInstant, type Instant } from '../../../shared/instant.ts';
import type { ConflictDetails } from '../../../shared/resources/conflicts.ts';
import type { Heartbeat, ReportedStation } from '../../../shared/resources/stations.ts';
import type { ReleaseUpload } from '../../../shared/resources/releases.ts';
import type { ScanUpload, ScanUploadResult } from '../../../shared/resources/uploads.ts';
import { findSoldCode, soldCodeKey } from '../../../shared/ticket-code/sold-code.ts';
import type { RemoteFailureCode } from '../../../shared/station/remote-failure.ts';
import type {
  EnrolmentReply,
  PlacedGuest,
  SentOrderReply,
  RemoteChange,
  StreamListener,
  ResponseMetadata,
  UploadedRelease,
  WalkQuery,
  Remote,
  RemotePage,
  RemoteResult,
} from '../../../src-main/ports/remote.ts';
import type {
  AnswersRecord,
  OrderLineRecord,
  ReleaseRecord,
  ScanRecord,
  TicketRecord,
} from '../../../src-main/ports/replica.ts';
import type { EventRecord, IdentityRecord, SetupRecord } from '../../../shared/station/records.ts';
import { numbered } from './rows.ts';
import { snapshotLines, type SnapshotContent } from './snapshot-lines.ts';

/** How a request fails; `answer_lost` does the work, then loses the answer. */
export type Trouble = RemoteFailureCode | 'answer_lost';

const LIMIT = 120;
const WINDOW_MS = 60_000;
const OF_AN_EVENT: ReadonlySet<string> = new Set([
  'setup',
  'tickets',
  'scans',
  'releases',
  'order_lines',
  'answers',
  'ticket',
]);

/** A server in memory: its data, the requests it has received, and how it fails. The test controls the time. */
export class ModelServer {
  readonly tickets = new Map<string, TicketRecord>();
  readonly scans = new Map<string, ScanRecord>();
  readonly releases = new Map<string, ReleaseRecord>();
  readonly lines = new Map<string, OrderLineRecord>();
  readonly answers = new Map<string, AnswersRecord>();
  /** The listeners of its change stream. */
  readonly listeners = new Set<StreamListener>();
  /** Each function breaks off one stream. */
  readonly cuts = new Set<() => void>();
  readonly uploads = new Map<string, ScanUpload>();
  readonly heartbeats: Heartbeat[] = [];
  conflicts: readonly ConflictDetails[] = [];
  stations: readonly ReportedStation[] = [];
  readonly requestedAt: number[] = [];
  /** Called for every request; null answers normally. */
  trouble: (request: string) => Trouble | null = () => null;
  event: EventRecord;
  /** The events that this client may see; by default the one event. */
  events: readonly EventRecord[] | null = null;
  scopes: readonly string[] = [
    'events:read',
    'tickets:read',
    'scans:read',
    'scans:write',
    'scanner:sync',
  ];
  allEvents = true;
  /** Tickets whose uploads are refused as unknown. */
  readonly unknownTickets = new Set<string>();
  /** This client may not see the event: its lists are not found, and its tickets unknown, even those of stored scans. */
  isWithdrawn = false;
  pageSize = 3;
  /** The page size of the list of scans if it is larger. */
  scansPageSize: number | null = null;
  capabilities: readonly string[] = ['scanner.setup', 'scanner.scans'];
  refusesCursors = false;
  /** How far its clock is ahead of the device's. */
  aheadMs = 0;
  /** The setup besides the event. */
  setup: Partial<SetupRecord> = {};
  #begun: SnapshotContent | null = null;
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
      scopes: this.scopes,
      all_events: this.allEvents,
      capabilities: this.capabilities,
    };
  }

  /** Changes one ticket, with the current timestamp. */
  putTicket(ticket: Omit<TicketRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...ticket, event: this.event.reference, updated_at: this.#stamp() };
    this.tickets.set(ticket.reference, stamped);
    this.#tell({ kind: 'ticket', reference: ticket.reference, scan: null });
  }

  putLine(line: Omit<OrderLineRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...line, event: this.event.reference, updated_at: this.#stamp() };
    this.lines.set(line.reference, stamped);
    this.#tell({ kind: 'order_line', reference: line.reference, scan: null });
  }

  /** The content of a snapshot; its watermark is from the time at which it began. */
  content(event: string, cursor: string | null): SnapshotContent {
    if (cursor === null) {
      this.#begun = {
        event,
        watermark: formatInstant(addMicros(this.#now(), -2_000_000)),
        tickets: [...this.tickets.values()],
        scans: [...this.scans.values()],
        releases: [...this.releases.values()],
        order_lines: [...this.lines.values()],
        answers: [...this.answers.values()],
      };
    }
    if (this.#begun === null) throw new Error('expected a snapshot before its cursor');
    return this.#begun;
  }

  putAnswers(answers: Omit<AnswersRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...answers, event: this.event.reference, updated_at: this.#stamp() };
    this.answers.set(answers.reference, stamped);
    this.#tell({ kind: 'answers', reference: answers.reference, scan: null });
  }

  putScan(scan: Omit<ScanRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...scan, event: this.event.reference, updated_at: this.#stamp() };
    this.scans.set(scan.reference, stamped);
    this.#tell({ kind: 'scan', reference: scan.reference, scan: stamped });
  }

  putRelease(release: Omit<ReleaseRecord, 'event' | 'updated_at'>): void {
    const stamped = { ...release, event: this.event.reference, updated_at: this.#stamp() };
    this.releases.set(release.reference, stamped);
    this.#tell({ kind: 'release', reference: release.reference, scan: null, release: stamped });
  }

  #tell(change: RemoteChange): void {
    const position = String(this.#stamp());
    for (const listener of this.listeners) listener.changed(change, position);
  }

  /** What its responses report: its time, to the millisecond. */
  get metadata(): ResponseMetadata {
    const device_now = this.#now();
    const server_now = addMicros(device_now, this.aheadMs * 1_000);
    const monotonic_ms = this.#monotonicMs();
    const clock = { server_now, uncertainty: 1_000, device_now, monotonic_ms };
    return { requests: 1, clock, budget: null };
  }

  list<Row extends { readonly reference: string; readonly updated_at: Instant }>(
    rows: Iterable<Row>,
    query: WalkQuery,
    pageSize = this.pageSize,
  ): RemotePage<Row> {
    const cursor = query.next_url === null ? null : readCursor(query.next_url);
    const since = cursor?.since ?? parseInstant(query.updated_since) ?? 0;
    const until = cursor?.until ?? this.#now();
    const watermark = cursor?.watermark ?? formatInstant(addMicros(this.#now(), -2_000_000));
    const page = [...rows]
      .filter((row) => row.updated_at >= since && row.updated_at <= until)
      .toSorted((one, other) => compare(one, other))
      .filter((row) => cursor === null || compare(row, cursor.after) > 0);
    const shown = page.slice(0, pageSize);
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

  /** Resolves a conflict; the first resolution stands. */
  resolve(reference: string, note: string): ConflictDetails | null {
    const found = this.conflicts.find((conflict) => conflict.reference === reference);
    if (found === undefined || found.state === 'resolved') return found ?? null;
    const resolved = { ...found, state: 'resolved' as const, note };
    this.conflicts = this.conflicts.map((one) => (one === found ? resolved : one));
    return resolved;
  }

  upload(item: ScanUpload): ScanUploadResult {
    const { reference } = item;
    const blank = { reference, conflict: null, clock_suspect: false, code: null, message: null };
    if (this.isWithdrawn || this.unknownTickets.has(item.ticket)) {
      const message = 'no such ticket';
      return { ...blank, status: 'rejected', code: 'ticket.unknown', message };
    }
    const known = this.uploads.get(reference);
    if (known !== undefined) {
      const same = JSON.stringify(known) === JSON.stringify(item);
      return { ...blank, status: same ? 'duplicate' : 'mismatch' };
    }
    this.uploads.set(reference, item);
    const scannedAt = parseInstant(item.scanned_at);
    if (scannedAt === null) return { ...blank, status: 'rejected', code: 'validation.failed' };
    const { ticket, result, reason } = item;
    this.putScan({
      reference,
      ticket,
      result,
      reason,
      location: null,
      overruled: item.overruled === undefined ? null : { ...item.overruled, station: null },
      scanned_at: scannedAt,
    });
    return { ...blank, status: 'recorded' };
  }

  uploadRelease(item: ReleaseUpload): UploadedRelease {
    const { reference, ticket, scan, kind } = item;
    const released_at = parseInstant(item.released_at);
    if (released_at === null) return { reference, status: 'rejected', code: 'validation.failed' };
    if (this.releases.has(reference)) return { reference, status: 'duplicate' };
    this.putRelease({
      reference,
      ticket,
      scan,
      kind,
      note: item.note ?? null,
      place: null,
      station: null,
      released_at,
    });
    return { reference, status: 'recorded' };
  }

  /** Counts the request and returns its failure, or null. */
  admit(request: string): Trouble | null {
    const now = this.#monotonicMs();
    this.requestedAt.push(now);
    const recent = this.requestedAt.filter((at) => now - at < WINDOW_MS).length;
    if (recent > LIMIT) return 'rate_limited';
    return this.isWithdrawn && OF_AN_EVENT.has(request) ? 'not_found' : this.trouble(request);
  }

  /** Strictly increasing, so that two changes never share a timestamp. */
  #stamp(): Instant {
    const newest = Math.max(
      0,
      ...[this.tickets, this.scans, this.releases, this.lines, this.answers].flatMap((rows) =>
        [...rows.values()].map((row) => row.updated_at),
      ),
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
    return isFailure(value) ? failed(value) : { kind: 'ok', value, metadata: server.metadata };
  };
  const list = <Row extends { readonly reference: string; readonly updated_at: Instant }>(
    name: string,
    rows: ReadonlyMap<string, Row>,
    query: WalkQuery,
  ) =>
    exchange(name, () =>
      server.refusesCursors && query.next_url !== null
        ? ('cursor_invalid' as const)
        : server.list(
            rows.values(),
            query,
            name === 'scans' ? (server.scansPageSize ?? server.pageSize) : server.pageSize,
          ),
    );
  const aborted = new Set<() => void>();
  return {
    identify: () => exchange('identity', () => server.identity),
    completeEnrolment: () => exchange<EnrolmentReply>('enrolment', () => 'not_found'),
    listEvents: () =>
      exchange('events', () => ({
        events: server.isWithdrawn ? [] : (server.events ?? [server.event]),
        unreadable: [],
        next_url: null,
      })),
    readSetup: () => exchange('setup', () => setupOf(server, 'scanner')),
    readEvent: () => exchange('setup', () => setupOf(server, 'bare')),
    listTickets: (query) => list('tickets', server.tickets, query),
    listScans: (query) => list('scans', server.scans, query),
    listReleases: (query) => list('releases', server.releases, query),
    listOrderLines: (query) => list('order_lines', server.lines, query),
    listAnswers: (query) => list('answers', server.answers, query),
    countRows: (_event, name) =>
      exchange(
        'count',
        () =>
          ({
            tickets: server.tickets,
            scans: server.scans,
            releases: server.releases,
            order_lines: server.lines,
            answers: server.answers,
          })[name].size,
      ),
    readSnapshot: async (event, cursor, take) => {
      const begun = await exchange('snapshot', () => null);
      if (begun.kind === 'failed') return begun;
      const lines = snapshotLines(server.content(event, cursor), { cursor });
      for (const line of lines) {
        const trouble = server.trouble('snapshot');
        if (trouble !== null) return failed(trouble === 'answer_lost' ? 'unreachable' : trouble);
        if (!(await take(Buffer.from(line)))) return failed('invalid_response');
      }
      return begun;
    },
    followChanges: (_event, _after, listener) => follow(server, listener, aborted),

    findTicket: (reference) =>
      exchange('ticket', () => {
        const ticket = server.tickets.get(reference);
        return ticket === undefined ? ('not_found' as const) : { ticket, event: ticket.event };
      }),
    findSoldTicket: (event, reading) =>
      exchange('ticket', () => {
        const known = [...server.tickets.values()].flatMap((ticket) =>
          ticket.event === event && ticket.sold_code !== null
            ? [{ code: ticket.sold_code, ticket }]
            : [],
        );
        const found = findSoldCode(reading, (keys) =>
          known.filter(({ code }) => keys.includes(soldCodeKey(code))),
        );
        return found.kind === 'found' ? found.sold.ticket : null;
      }),
    uploadScans: (items) => exchange('push', () => items.map((item) => server.upload(item))),
    checkIn: () =>
      exchange('push', () => ({ allowed: true, reason: 'scanning.allowed', answer: '{}' })),
    uploadReleases: (items) =>
      exchange('push', () => items.map((item) => server.uploadRelease(item))),
    uploadRedemptions: (items) =>
      exchange('redemptions', () =>
        items.map(({ client_reference }) => ({
          client_reference,
          status: 'recorded' as const,
          remaining: 0,
          updated_at: '1970-01-01T00:00:00.000000Z',
          over_redeemed: false,
          code: null,
          message: null,
        })),
      ),
    listConflicts: (_event, state) =>
      exchange('conflicts', () => ({
        conflicts: server.conflicts.filter((conflict) => conflict.state === state),
        next_url: null,
      })),
    resolveConflict: (reference, note) =>
      exchange('conflicts', () => server.resolve(reference, note) ?? ('not_found' as const)),
    sendHeartbeat: (heartbeat) =>
      exchange('heartbeat', () => {
        server.heartbeats.push(heartbeat);
        const open = server.conflicts.filter(({ state }) => state === 'open');
        return { open_conflicts: open.length };
      }),
    readTypesForSale: () => exchange('event', () => []),
    placeOrder: () => exchange<PlacedGuest>('orders', () => 'not_found'),
    sendOrder: () => exchange<SentOrderReply>('orders', () => 'not_found'),
    listStations: () => exchange('stations', () => server.stations),
    abort: () => aborted.forEach((end) => end()),
    close: async () => undefined,
  };
}

/** Follows the change stream until it is aborted or the server cuts it. */
async function follow(
  server: ModelServer,
  listener: StreamListener,
  aborted: Set<() => void>,
): Promise<RemoteResult<null>> {
  const trouble = server.admit('stream');
  if (trouble !== null) return failed(trouble === 'answer_lost' ? 'unreachable' : trouble);
  listener.opened({ ...server.metadata, requests: 0 });
  return new Promise((resolve) => {
    const end = (code: RemoteFailureCode) => {
      server.listeners.delete(listener);
      server.cuts.delete(cut);
      aborted.delete(abort);
      resolve(failed(code));
    };
    const cut = () => end('unreachable');
    const abort = () => end('aborted');
    server.listeners.add(listener);
    server.cuts.add(cut);
    aborted.add(abort);
  });
}

function setupOf(server: ModelServer, source: SetupRecord['source']): SetupRecord {
  const { event, setup } = server;
  const nothing = { sessions: [], locations: [], ticket_types: [], code_keys: [] };
  return { event, ...nothing, ...(source === 'scanner' ? setup : {}), source, etag: null };
}

const metadata: ResponseMetadata = { requests: 1, clock: null, budget: null };

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
    metadata,
  };
}
