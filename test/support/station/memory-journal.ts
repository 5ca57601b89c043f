import type { Instant } from '../../../shared/instant.ts';
import type {
  AppendResult,
  ChainReport,
  Journal,
  JournalDraft,
  JournalEntry,
  PendingRedemption,
  PendingScan,
  RedemptionDraft,
  UploadRefusal,
  RefusedPage,
  RefusedScan,
  UploadOutcome,
  WriteProof,
} from '../../../src-main/ports/journal.ts';
import type { Admission } from '../../../src-main/ports/replica.ts';

interface Entry {
  readonly sequence: number;
  readonly draft: JournalDraft;
  state: 'pending' | 'acknowledged' | 'attention' | 'local';
  attempts: number;
  answer: string | null;
  refusal: UploadRefusal | null;
}

interface RedemptionEntry extends RedemptionDraft {
  readonly sequence: number;
  state: 'pending' | 'acknowledged' | 'attention';
  attempts: number;
}

/** A journal in memory that outlives its station, and fails when a test says so. */
const UPLOADS = {
  pending: 'waiting',
  acknowledged: 'sent',
  attention: 'refused',
  local: 'local',
} as const;

export class MemoryJournal implements Journal {
  readonly replaced = null;
  readonly lostEnd = null;
  readonly changedRows = 0;
  readonly entries: Entry[] = [];
  readonly redemptions: RedemptionEntry[] = [];
  failing: { readonly cause: 'disk_full' | 'io_error'; readonly message: string } | null = null;

  /** Copies the rows; the returned function restores them. */
  copy(): () => void {
    const entries = this.entries.map((entry) => ({ ...entry }));
    const redemptions = this.redemptions.map((entry) => ({ ...entry }));
    return () => {
      this.entries.splice(0, this.entries.length, ...entries);
      this.redemptions.splice(0, this.redemptions.length, ...redemptions);
    };
  }

  append(draft: JournalDraft): AppendResult {
    if (this.failing !== null) return { kind: 'failed', ...this.failing };
    const sequence = this.entries.length + this.redemptions.length + 1;
    const state = draft.kind === 'admitted' || draft.kind === 'denied' ? 'pending' : 'local';
    this.entries.push({ sequence, draft, state, attempts: 0, answer: null, refusal: null });
    return { kind: 'recorded', sequence };
  }

  admissionOf(ticket: string) {
    const [first] = this.entries
      .filter(({ draft }) => draft.kind === 'admitted' && draft.ticket === ticket)
      .toSorted((one, other) => one.draft.scanned_at - other.draft.scanned_at);
    return first === undefined
      ? null
      : { scanned_at: first.draft.scanned_at, location: first.draft.location };
  }

  admittedHere(event: string): number {
    return this.entries.filter(({ draft }) => draft.kind === 'admitted' && draft.event === event)
      .length;
  }

  admittedAfter(event: string, sequence: number, limit: number) {
    return this.entries
      .filter((entry) => entry.sequence > sequence && entry.draft.event === event)
      .flatMap(({ sequence: own, draft: { kind, ticket, scanned_at, location } }) =>
        kind === 'admitted' && ticket !== null
          ? [{ sequence: own, ticket, scanned_at, location: location?.reference ?? null }]
          : [],
      )
      .slice(0, limit);
  }

  admissionsSince(event: string, since: Instant): readonly Admission[] {
    const tickets = new Set(
      this.entries.flatMap(({ draft }) =>
        draft.kind === 'admitted' && draft.event === event && draft.ticket !== null
          ? [draft.ticket]
          : [],
      ),
    );
    return [...tickets].flatMap((ticket) => {
      const scannedAt = this.admissionOf(ticket)?.scanned_at;
      return scannedAt === undefined || scannedAt < since
        ? []
        : [{ ticket, scanned_at: scannedAt }];
    });
  }

  recent(limit: number) {
    return this.entries
      .toReversed()
      .slice(0, limit)
      .map(({ sequence, draft }) => ({ ...draft.shown, number: sequence, repeated: false }));
  }

  history(event: string, before: number | null, limit: number): readonly JournalEntry[] {
    const scans = this.entries
      .filter(({ draft }) => draft.event === event)
      .map(({ sequence, draft, state }): JournalEntry => ({
        sequence,
        reference: draft.reference,
        kind: draft.kind,
        ticket: draft.ticket,
        reason: draft.reason,
        scanned_at: draft.scanned_at,
        entry_point: draft.location?.name ?? null,
        shown: { ...draft.shown, number: sequence, repeated: false },
        redemption: null,
        upload: UPLOADS[state],
      }));
    const redemptions = this.redemptions
      .filter((one) => one.event === event)
      .map(({ sequence, reference, order, order_line, quantity, ...one }): JournalEntry => ({
        sequence,
        reference,
        kind: 'redemption',
        ticket: null,
        reason: null,
        scanned_at: one.redeemed_at,
        entry_point: one.location?.name ?? null,
        shown: null,
        redemption: { order, order_line, quantity },
        upload: UPLOADS[one.state],
      }));
    return [...scans, ...redemptions]
      .filter(({ sequence }) => before === null || sequence < before)
      .toSorted((one, other) => other.sequence - one.sequence)
      .slice(0, limit);
  }

  recentRequests(limit: number): readonly string[] {
    return this.entries
      .toReversed()
      .slice(0, limit)
      .map(({ draft }) => draft.request_id);
  }

  pending(
    organiser: string,
    limit: number,
    passOver: (reference: string) => boolean = () => false,
  ): readonly PendingScan[] {
    return this.entries
      .filter(({ state, draft }) => state === 'pending' && draft.organiser === organiser)
      .filter(({ draft }) => !passOver(draft.reference))
      .toSorted((one, other) => one.attempts - other.attempts || one.sequence - other.sequence)
      .slice(0, limit)
      .flatMap(pendingScan);
  }

  appendRedemption(draft: RedemptionDraft): AppendResult {
    if (this.failing !== null) return { kind: 'failed', ...this.failing };
    const sequence = this.entries.length + this.redemptions.length + 1;
    this.redemptions.push({ ...draft, sequence, state: 'pending', attempts: 0 });
    return { kind: 'recorded', sequence };
  }

  redemptionsOf(line: string) {
    const unsent = this.redemptions
      .filter(({ order_line, state }) => order_line === line && state !== 'acknowledged')
      .filter(({ quantity, state }) => state === 'pending' || quantity > 0)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return { unsent, reported: null };
  }

  pendingRedemptions(organiser: string, limit: number): readonly PendingRedemption[] {
    return this.redemptions
      .filter((one) => one.organiser === organiser && one.state === 'pending')
      .slice(0, limit)
      .map(({ location, ...one }) => ({ ...one, location: location?.reference ?? null }));
  }

  uploads() {
    const pending = this.entries.filter(({ state }) => state === 'pending');
    const redemptions = this.redemptions.filter(({ state }) => state === 'pending');
    return {
      pending: pending.length + redemptions.length,
      attention: this.#refused().length,
      oldest_pending_at: pending[0]?.draft.scanned_at ?? null,
    };
  }

  unsentBeside(organiser: string): number {
    const scans = this.entries.filter(
      ({ state, draft }) => isUnsent(state) && draft.organiser !== organiser,
    );
    const redemptions = this.redemptions.filter(
      (one) => isUnsent(one.state) && one.organiser !== organiser,
    );
    return scans.length + redemptions.length;
  }

  recordUploads(outcomes: readonly UploadOutcome[]): void {
    for (const outcome of outcomes) {
      const redemption = this.redemptions.find(({ reference }) => reference === outcome.reference);
      if (redemption !== undefined && outcome.kind !== 'postponed') {
        redemption.state = outcome.kind;
      }
      const entry = this.entries.find(
        ({ draft, state }) => draft.reference === outcome.reference && state === 'pending',
      );
      if (entry === undefined) continue;
      if (outcome.kind !== 'postponed') entry.state = outcome.kind;
      if (outcome.kind === 'acknowledged') {
        entry.answer = outcome.answer;
        continue;
      }
      entry.attempts += 1;
      const since = entry.refusal?.at;
      if (outcome.refusal === null) continue;
      entry.refusal = { ...outcome.refusal, at: since ?? outcome.refusal.at };
    }
  }

  refused(after: number, limit: number): RefusedPage {
    const rest = this.#refused().filter(({ sequence }) => sequence > after);
    const rows = rest.slice(0, limit);
    return { rows, next: rest.length > limit ? (rows.at(-1)?.sequence ?? null) : null };
  }

  offerAgain(references: readonly string[] | null): number {
    for (const entry of this.entries) {
      const isMeant = references === null || references.includes(entry.draft.reference);
      if (isMeant && entry.state === 'attention') entry.state = 'pending';
    }
    return this.entries.filter(
      ({ state, draft, refusal }) =>
        state === 'pending' && (references?.includes(draft.reference) ?? refusal !== null),
    ).length;
  }

  #refused(): readonly RefusedScan[] {
    return this.entries
      .filter(({ state }) => state !== 'acknowledged')
      .flatMap(({ sequence, draft, state, attempts, refusal }) => {
        if (refusal === null) return [];
        const { reference, kind, ticket, reason, scanned_at } = draft;
        const { code, message, at: since } = refusal;
        const entryPoint = draft.location?.name ?? null;
        const scan = { sequence, reference, kind, ticket, reason, scanned_at, attempts };
        const waiting = state === 'pending';
        return [{ ...scan, entry_point: entryPoint, code, message, since, waiting }];
      });
  }

  checkpointWhenIdle(): void {}

  clear(): void {
    this.entries.length = 0;
    this.redemptions.length = 0;
  }

  verify(): ChainReport {
    return { kind: 'whole', rows: this.entries.length };
  }

  proveWrite(): WriteProof {
    return this.failing === null ? { kind: 'written' } : { kind: 'failed', ...this.failing };
  }

  close(): void {
    this.failing = null;
  }
}

function pendingScan({ sequence, draft, attempts }: Entry): readonly PendingScan[] {
  const { kind, ticket, reason } = draft;
  if (ticket === null || reason === null || (kind !== 'admitted' && kind !== 'denied')) return [];
  const { reference, session, location, scanned_at, clock_offset_ms, watermark, code } = draft;
  return [
    {
      sequence,
      reference,
      ticket,
      kind,
      reason,
      session,
      location: location?.reference ?? null,
      scanned_at,
      clock_offset_ms,
      watermark,
      code,
      admission_source: draft.shown.first_admission?.source ?? null,
      attempts,
    },
  ];
}

function isUnsent(state: Entry['state']): boolean {
  return state === 'pending' || state === 'attention';
}
