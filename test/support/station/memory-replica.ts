import type { Instant } from '../../../shared/instant.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import { stepOf } from '../../../src-main/core/arrivals.ts';
import type {
  Admission,
  EventCounts,
  EventTotals,
  ListName,
  ListPage,
  OrderLineRecord,
  PageApplied,
  Replica,
  RowsWritten,
  ScanRecord,
  SearchedTickets,
  SnapshotApplied,
  SnapshotBytes,
  SnapshotProgress,
  TicketRecord,
  WalkPosition,
} from '../../../src-main/ports/replica.ts';
import type { EventRecord, IdentityRecord, SetupRecord } from '../../../shared/station/records.ts';
import { isShort, searchWords } from '../../../shared/search-text.ts';
import { snapshotLists } from '../../../shared/contract/scanner.ts';
import {
  SnapshotBroken,
  SnapshotReader,
  type SnapshotPart,
} from '../../../src-main/wire/snapshot-reader.ts';

function missing(): never {
  throw new Error('expected an admission');
}

function wordsOf({ holder, seat_label, order }: TicketRecord): readonly string[] {
  const texts = [
    holder?.first_name,
    holder?.last_name,
    holder?.email,
    seat_label,
    order?.slice(-8),
  ];
  return texts.flatMap((text) => searchWords(text ?? ''));
}

const START: WalkPosition = {
  pointer: null,
  next_url: null,
  aside: null,
  applied: 0,
  fresh_at: null,
  begun_at: null,
};

/** A replica in memory that outlives its station. */
export class MemoryReplica implements Replica {
  readonly begun = false;
  readonly rebuilt = false;
  readonly unreadable = false;
  readonly unwritable = false;
  damaged = false;
  readonly tickets = new Map<string, TicketRecord>();
  readonly scans = new Map<string, ScanRecord>();
  readonly lines = new Map<string, OrderLineRecord>();
  /** By row, the import that last contained it. */
  readonly #named = new Map<string, number>();
  readonly #imports = new Map<string, number>();
  readonly #walksToSweep = new Map<string, number>();
  readonly #snapshots = new Map<string, SnapshotProgress & { readonly begun_at: Instant }>();
  #answer: { readonly event: string; readonly reader: SnapshotReader } | null = null;
  readonly #positions = new Map<string, WalkPosition>();
  readonly #setups = new Map<string, SetupRecord>();
  #events: readonly EventRecord[] = [];
  #identity: IdentityRecord | null = null;

  findTicket(event: string, reference: string): TicketRecord | null {
    const ticket = this.tickets.get(reference);
    return ticket?.event === event ? ticket : null;
  }

  admissionOf(ticket: string): AdmissionFact | null {
    const [first] = this.#allowed()
      .filter((scan) => scan.ticket === ticket)
      .toSorted(
        (one, other) =>
          one.scanned_at - other.scanned_at || (one.reference < other.reference ? -1 : 1),
      );
    return first === undefined ? null : { scanned_at: first.scanned_at, location: first.location };
  }

  position(event: string, list: ListName): WalkPosition {
    return this.#positions.get(`${event} ${list}`) ?? START;
  }

  snapshot(event: string): SnapshotProgress | null {
    return this.#snapshots.get(event) ?? null;
  }

  orderLines(event: string, order: string): readonly OrderLineRecord[] {
    return [...this.lines.values()]
      .filter((line) => line.event === event && line.order === order)
      .toSorted((one, other) => (one.reference < other.reference ? -1 : 1));
  }

  searchTickets(event: string, words: readonly string[], limit: number): SearchedTickets {
    const found = [...this.tickets.values()].filter((ticket) => {
      if (ticket.event !== event) return false;
      const own = wordsOf(ticket);
      return words.every((word) =>
        own.some((one) => (isShort(word) ? one.startsWith(word) : one.includes(word))),
      );
    });
    const beginning = (ticket: TicketRecord) => {
      const own = wordsOf(ticket);
      return words.every((word) => own.some((one) => one.startsWith(word))) ? 0 : 1;
    };
    const sorted = found.toSorted((one, other) => beginning(one) - beginning(other));
    return { tickets: words.length === 0 ? [] : sorted.slice(0, limit), complete: true };
  }

  ticketsOfOrder(event: string, order: string, limit: number): SearchedTickets {
    const tickets = [...this.tickets.values()].filter(
      (ticket) => ticket.event === event && ticket.order === order,
    );
    return { tickets: tickets.slice(0, limit), complete: true };
  }

  totals(event: string): EventTotals {
    const admissible = [...this.tickets.values()].filter(
      (ticket) =>
        ticket.event === event &&
        ticket.deleted_at === null &&
        (ticket.status === 'valid' || ticket.status === 'checked_in'),
    );
    return { expected: admissible.length, admitted: this.#admitted(event).length };
  }

  admissionsSince(event: string, since: Instant): readonly Admission[] {
    return this.#admitted(event).flatMap((ticket) => {
      const scannedAt = this.admissionOf(ticket)?.scanned_at;
      return scannedAt === undefined || scannedAt < since
        ? []
        : [{ ticket, scanned_at: scannedAt }];
    });
  }

  events(): readonly EventRecord[] {
    return this.#events;
  }

  setup(event: string): SetupRecord | null {
    return this.#setups.get(event) ?? null;
  }

  identity(): IdentityRecord | null {
    return this.#identity;
  }

  async countEvent(event: string): Promise<EventCounts> {
    const first = this.#admitted(event).map((ticket) => {
      const { scanned_at, location } = this.admissionOf(ticket) ?? missing();
      return { ticket, at: stepOf(scanned_at), place: location?.name ?? null };
    });
    const types = [...this.tickets.values()].filter(
      ({ status, deleted_at, ...ticket }) =>
        ticket.event === event &&
        deleted_at === null &&
        (status === 'valid' || status === 'checked_in'),
    );
    const denied = [...this.scans.values()].filter(
      (scan) => scan.event === event && scan.result === 'denied',
    );
    return {
      arrivals: [...Map.groupBy(first, ({ at, place }) => `${at} ${place}`).values()]
        .flatMap(([one, ...others]) =>
          one === undefined ? [] : [{ at: one.at, place: one.place, admitted: others.length + 1 }],
        )
        .toSorted((one, other) => one.at - other.at),
      ticket_types: [...Map.groupBy(types, ({ ticket_type: type }) => type?.name ?? null)]
        .map(([name, all]) => ({
          name,
          expected: all.length,
          admitted: all.filter((one) => first.some(({ ticket }) => ticket === one.reference))
            .length,
        }))
        .toSorted((one, other) => ((one.name ?? '') < (other.name ?? '') ? -1 : 1)),
      denials: [...Map.groupBy(denied, ({ reason }) => reason)]
        .map(([reason, all]) => ({ reason, scans: all.length }))
        .toSorted((one, other) => (one.reason < other.reason ? -1 : 1)),
    };
  }

  async applyPage(page: ListPage): Promise<PageApplied> {
    const before = this.position(page.event, page.list);
    if (before.next_url !== page.asked_url || before.pointer !== page.asked_pointer) {
      const totals = this.totals(page.event);
      return { current: false, position: before, unswept: false, admitted: [], totals };
    }
    if (page.asked_pointer === null && page.asked_url === null) {
      this.#beginImport(page.event, page.list);
    }
    const already = new Set(this.#admitted(page.event));
    if (page.list === 'tickets') for (const row of page.rows) this.#put(row);
    else if (page.list === 'scans') for (const row of page.rows) this.#putScan(row);
    else for (const row of page.rows) this.#putLine(row);
    const begins = before.next_url === null;
    const aside = begins ? page.watermark : before.aside;
    const begunAt = begins ? page.asked_at : before.begun_at;
    const applied = page.rows.length + (begins ? 0 : before.applied);
    const walking = { ...before, next_url: page.next_url, aside, begun_at: begunAt, applied };
    const fresh = this.#snapshots.has(page.event) ? before.fresh_at : begunAt;
    const over = { ...START, pointer: aside, fresh_at: fresh, applied };
    const position = page.next_url === null ? over : walking;
    this.#positions.set(`${page.event} ${page.list}`, position);
    if (page.next_url === null) {
      if (before.pointer === null) this.#walksToSweep.set(`${page.event} ${page.list}`, 1);
      else this.#walked(page.event, page.list, page.asked_url === null);
    }
    const rows = page.list === 'scans' ? page.rows : [];
    const admitted = firstAdmissions(rows, already);
    const unswept = this.#walksToSweep.has(`${page.event} ${page.list}`);
    return { current: true, position, unswept, admitted, totals: this.totals(page.event) };
  }

  async applySnapshot(snapshot: SnapshotBytes): Promise<SnapshotApplied> {
    const { event, first, bytes } = snapshot;
    if (first) this.#answer = { event, reader: new SnapshotReader(event) };
    if (this.#answer?.event !== event) return { kind: 'broken', problem: 'no beginning' };
    const already = new Set(this.#admitted(event));
    try {
      const parts = this.#answer.reader.read(bytes);
      for (const part of parts) this.#applyPart(part, snapshot);
      return {
        kind: 'applied',
        began: parts.some(({ start }) => start !== null),
        parts: parts.filter(({ start }) => start === null).length,
        ended: parts.some(({ ended }) => ended),
        unreadable: parts.flatMap(({ unreadable }) => unreadable),
        admitted: firstAdmissions(
          parts.flatMap(({ scans }) => scans),
          already,
        ),
        totals: this.totals(event),
      };
    } catch (error) {
      this.#answer = null;
      if (error instanceof SnapshotBroken) return { kind: 'broken', problem: error.message };
      throw error;
    }
  }

  async restartSnapshot(event: string): Promise<void> {
    const snapshot = this.#snapshots.get(event);
    if (snapshot !== undefined)
      this.#snapshots.set(event, { ...snapshot, cursor: null, applied: 0 });
  }

  async abandonSnapshot(event: string): Promise<void> {
    await this.rewalk([event]);
  }

  async writeScans(event: string, scans: readonly ScanRecord[]): Promise<RowsWritten> {
    const already = new Set(this.#admitted(event));
    for (const scan of scans) this.#putScan(scan);
    return { admitted: firstAdmissions(scans, already), totals: this.totals(event) };
  }

  async count(event: string, list: ListName): Promise<number> {
    const current = this.#importOf(event, list);
    return this.#rowsOf(list).filter(
      (row) => row.event === event && (this.#named.get(row.reference) ?? 0) >= current,
    ).length;
  }

  async restartWalk(event: string, list: ListName): Promise<void> {
    const { pointer, fresh_at } = this.position(event, list);
    this.#positions.set(`${event} ${list}`, { ...START, pointer, fresh_at });
  }

  async rewalk(events: readonly string[] | null): Promise<void> {
    for (const key of this.#positions.keys()) {
      const isMeant = events === null || events.some((event) => key.includes(event));
      const { fresh_at } = this.#positions.get(key) ?? START;
      if (!isMeant) continue;
      this.#positions.set(key, { ...START, fresh_at });
      this.#walksToSweep.delete(key);
    }
    for (const event of this.#snapshots.keys()) {
      if (events === null || events.includes(event)) this.#snapshots.delete(event);
    }
  }

  async replaceEvents(events: readonly EventRecord[]): Promise<void> {
    this.#events = events;
  }

  async writeSetup(setup: SetupRecord): Promise<void> {
    this.#setups.set(setup.event.reference, setup);
  }

  async writeIdentity(identity: IdentityRecord): Promise<void> {
    this.#identity = identity;
  }

  async writeTicket(ticket: TicketRecord): Promise<EventTotals> {
    this.#put(ticket);
    return this.totals(ticket.event);
  }

  async rebuild(): Promise<void> {
    this.tickets.clear();
    this.scans.clear();
    this.lines.clear();
    this.#named.clear();
    this.#imports.clear();
    this.#snapshots.clear();
    this.#positions.clear();
    this.#setups.clear();
    this.#events = [];
    this.#identity = null;
    this.damaged = false;
  }

  async restore(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}

  #applyPart(part: SnapshotPart, { event, asked_at, cursor }: SnapshotBytes): void {
    if (part.start !== null) {
      if ((this.#snapshots.get(event)?.cursor ?? null) !== cursor) {
        throw new SnapshotBroken('it goes on somewhere else');
      }
      const { watermark, expected } = part.start;
      for (const list of snapshotLists) {
        if (this.position(event, list).pointer !== null) continue;
        this.#beginImport(event, list);
        const { fresh_at } = this.position(event, list);
        this.#positions.set(`${event} ${list}`, { ...START, fresh_at, pointer: watermark });
      }
      const before = this.#snapshots.get(event) ?? { cursor: null, applied: 0, begun_at: asked_at };
      this.#snapshots.set(event, { ...before, expected });
      return;
    }
    const snapshot = this.#snapshots.get(event);
    if (snapshot === undefined) throw new SnapshotBroken('it was given up meanwhile');
    for (const row of part.tickets) this.#put(row);
    for (const row of part.scans) this.#putScan(row);
    for (const row of part.order_lines) this.#putLine(row);
    for (const { reference } of part.unreadable) {
      for (const list of snapshotLists) {
        if (reference !== null) this.#named.set(reference, this.#importOf(event, list));
      }
    }
    const rows =
      part.tickets.length + part.scans.length + part.order_lines.length + part.unreadable.length;
    const applied = snapshot.applied + rows;
    this.#snapshots.set(event, { ...snapshot, cursor: part.cursor, applied });
    if (!part.ended) return;
    for (const list of snapshotLists) {
      this.#walksToSweep.set(`${event} ${list}`, 2);
      const at = this.position(event, list);
      const fresh = at.fresh_at !== null && at.fresh_at > snapshot.begun_at;
      const fresh_at = fresh ? at.fresh_at : snapshot.begun_at;
      this.#positions.set(`${event} ${list}`, { ...at, fresh_at });
    }
    this.#snapshots.delete(event);
  }

  #importOf(event: string, list: ListName): number {
    return this.#imports.get(`${event} ${list}`) ?? 0;
  }

  #beginImport(event: string, list: ListName): void {
    this.#imports.set(`${event} ${list}`, this.#importOf(event, list) + 1);
    this.#walksToSweep.delete(`${event} ${list}`);
  }

  #walked(event: string, list: ListName, inOnePage: boolean): void {
    const left = this.#walksToSweep.get(`${event} ${list}`);
    if (left === undefined) return;
    if (left > 1) this.#walksToSweep.set(`${event} ${list}`, left - 1);
    else if (inOnePage) {
      this.#removeUnnamed(event, list);
      this.#walksToSweep.delete(`${event} ${list}`);
    }
  }

  #rowsOf(list: ListName): readonly { readonly reference: string; readonly event: string }[] {
    const rows = { tickets: this.tickets, scans: this.scans, order_lines: this.lines };
    return [...rows[list].values()];
  }

  #removeUnnamed(event: string, list: ListName): void {
    const current = this.#importOf(event, list);
    for (const row of this.#rowsOf(list)) {
      if (row.event !== event || (this.#named.get(row.reference) ?? 0) >= current) continue;
      this.tickets.delete(row.reference);
      this.scans.delete(row.reference);
      this.lines.delete(row.reference);
    }
  }

  /** Whether a row of this import, or of this age, may replace the existing one. */
  #names(
    list: ListName,
    row: { readonly reference: string; readonly event: string; readonly updated_at: Instant },
    known: { readonly updated_at: Instant } | undefined,
  ): boolean {
    const current = this.#importOf(row.event, list);
    const isNew = known === undefined || (this.#named.get(row.reference) ?? 0) < current;
    if (!isNew && known.updated_at > row.updated_at) return false;
    this.#named.set(row.reference, current);
    return true;
  }

  #put(ticket: TicketRecord): void {
    if (this.#names('tickets', ticket, this.tickets.get(ticket.reference))) {
      this.tickets.set(ticket.reference, ticket);
    }
  }

  #putScan(scan: ScanRecord): void {
    if (this.#names('scans', scan, this.scans.get(scan.reference))) {
      this.scans.set(scan.reference, scan);
    }
  }

  #putLine(line: OrderLineRecord): void {
    if (this.#names('order_lines', line, this.lines.get(line.reference))) {
      this.lines.set(line.reference, line);
    }
  }

  #allowed(): readonly ScanRecord[] {
    return [...this.scans.values()].filter(({ result }) => result === 'allowed');
  }

  #admitted(event: string): readonly string[] {
    const tickets = this.#allowed().flatMap((scan) =>
      scan.event === event && scan.ticket !== null ? [scan.ticket] : [],
    );
    return [...new Set(tickets)];
  }
}

function firstAdmissions(rows: readonly ScanRecord[], already: Set<string>): readonly Admission[] {
  return rows.flatMap(({ ticket, result, scanned_at }) => {
    if (ticket === null || result === 'denied' || already.has(ticket)) return [];
    already.add(ticket);
    return [{ ticket, scanned_at }];
  });
}
