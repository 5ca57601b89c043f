import type { Instant } from '../../../shared/instant.ts';
import type {
  AppendResult,
  ChainReport,
  Journal,
  JournalDraft,
  PendingScan,
  Settlement,
} from '../../../src-main/ports/journal.ts';
import type { Admission } from '../../../src-main/ports/replica.ts';

interface Entry {
  readonly sequence: number;
  readonly draft: JournalDraft;
  state: 'pending' | 'acknowledged' | 'attention' | 'local';
  attempts: number;
  answer: string | null;
}

/** A journal in memory that outlives the station using it, and fails when it is told to. */
export class MemoryJournal implements Journal {
  readonly replaced = null;
  readonly entries: Entry[] = [];
  failing: { readonly cause: 'disk_full' | 'io_error'; readonly message: string } | null = null;

  append(draft: JournalDraft): AppendResult {
    if (this.failing !== null) return { kind: 'failed', ...this.failing };
    const sequence = this.entries.length + 1;
    const state = draft.kind === 'admitted' || draft.kind === 'denied' ? 'pending' : 'local';
    this.entries.push({ sequence, draft, state, attempts: 0, answer: null });
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

  recentRequests(limit: number): readonly string[] {
    return this.entries
      .toReversed()
      .slice(0, limit)
      .map(({ draft }) => draft.request_id);
  }

  pending(organiser: string, limit: number): readonly PendingScan[] {
    return this.entries
      .filter(({ state, draft }) => state === 'pending' && draft.organiser === organiser)
      .toSorted((one, other) => one.attempts - other.attempts || one.sequence - other.sequence)
      .slice(0, limit)
      .flatMap(pendingScan);
  }

  uploads() {
    const pending = this.entries.filter(({ state }) => state === 'pending');
    return {
      pending: pending.length,
      attention: this.entries.filter(({ state }) => state === 'attention').length,
      oldest_pending_at: pending[0]?.draft.scanned_at ?? null,
    };
  }

  settle(settlements: readonly Settlement[]): void {
    for (const settlement of settlements) {
      const entry = this.entries.find(
        ({ draft, state }) => draft.reference === settlement.reference && state === 'pending',
      );
      if (entry === undefined) continue;
      if (settlement.kind === 'postponed') entry.attempts += 1;
      else entry.state = settlement.kind;
      if (settlement.kind === 'acknowledged') entry.answer = settlement.answer;
    }
  }

  verify(): ChainReport {
    return { kind: 'whole', rows: this.entries.length };
  }

  close(): void {
    this.failing = null;
  }
}

function pendingScan({ sequence, draft }: Entry): readonly PendingScan[] {
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
    },
  ];
}
