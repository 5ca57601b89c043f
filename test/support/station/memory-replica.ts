import type { Instant } from '../../../shared/instant.ts';
import type { AdmissionFact } from '../../../shared/verdict/facts.ts';
import type {
  Admission,
  EventRecord,
  EventTotals,
  IdentityRecord,
  ListName,
  ListPage,
  PageApplied,
  Replica,
  ScanRecord,
  SetupRecord,
  TicketRecord,
  WalkPosition,
} from '../../../src-main/ports/replica.ts';

const START: WalkPosition = {
  pointer: null,
  next_url: null,
  aside: null,
  applied: 0,
  fresh_at: null,
  begun_at: null,
};

/** A replica in memory that outlives the station using it. */
export class MemoryReplica implements Replica {
  readonly rebuilt = false;
  readonly unreadable = false;
  damaged = false;
  readonly tickets = new Map<string, TicketRecord>();
  readonly scans = new Map<string, ScanRecord>();
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

  async applyPage(page: ListPage): Promise<PageApplied> {
    const before = this.position(page.event, page.list);
    if (before.next_url !== page.asked_url || before.pointer !== page.asked_pointer) {
      return { current: false, position: before, admitted: [], totals: this.totals(page.event) };
    }
    const already = new Set(this.#admitted(page.event));
    if (page.list === 'tickets') for (const row of page.rows) this.#put(row);
    else for (const row of page.rows) this.#putScan(row);
    const begins = before.next_url === null;
    const aside = begins ? page.watermark : before.aside;
    const begunAt = begins ? page.asked_at : before.begun_at;
    const applied = page.rows.length + (begins ? 0 : before.applied);
    const walking = { ...before, next_url: page.next_url, aside, begun_at: begunAt, applied };
    const over = { ...START, pointer: aside, fresh_at: begunAt, applied };
    const position = page.next_url === null ? over : walking;
    this.#positions.set(`${page.event} ${page.list}`, position);
    const rows = page.list === 'scans' ? page.rows : [];
    const admitted = rows.flatMap(({ ticket, result, scanned_at }) => {
      if (ticket === null || result === 'denied' || already.has(ticket)) return [];
      already.add(ticket);
      return [{ ticket, scanned_at }];
    });
    return { current: true, position, admitted, totals: this.totals(page.event) };
  }

  async restartWalk(event: string, list: ListName): Promise<void> {
    const { pointer, fresh_at } = this.position(event, list);
    this.#positions.set(`${event} ${list}`, { ...START, pointer, fresh_at });
  }

  async rewalk(): Promise<void> {
    this.#positions.clear();
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
    this.#positions.clear();
    this.#setups.clear();
    this.#events = [];
    this.#identity = null;
    this.damaged = false;
  }

  async carryOver(): Promise<number> {
    return 0;
  }

  async close(): Promise<void> {}

  #put(ticket: TicketRecord): void {
    const known = this.tickets.get(ticket.reference);
    if (known !== undefined && known.updated_at > ticket.updated_at) return;
    this.tickets.set(ticket.reference, ticket);
  }

  #putScan(scan: ScanRecord): void {
    if (!this.scans.has(scan.reference)) this.scans.set(scan.reference, scan);
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
