import type { OwnRedemptions, UploadOutcome } from '../../../ports/journal.ts';
import type { JournalContent, JournalUpload } from './journal-schema.ts';
import { readRedemption, readReported } from './redemption-rows.ts';

type RedemptionRow = Pick<JournalContent, 'reference' | 'organiser' | 'shown'> &
  Pick<JournalUpload, 'upload_state' | 'upload_answer'>;

interface Unsent {
  readonly line: string;
  readonly quantity: number;
  readonly organiser: string;
  readonly isWaiting: boolean;
}

/** Add-ons handed out here, by order line: what the server has not acknowledged, and its last reply about the line. */
export class RedemptionIndex {
  /** By reference, oldest first. */
  readonly #unsent = new Map<string, Unsent>();
  readonly #reported = new Map<string, OwnRedemptions['reported']>();

  add(row: RedemptionRow): void {
    const redemption = readRedemption(row.shown);
    if (redemption === null) return;
    const { order_line: line, quantity } = redemption;
    const { organiser, upload_state: state } = row;
    if (state === 'acknowledged') this.#reported.set(line, readReported(row.upload_answer));
    else
      this.#unsent.set(row.reference, {
        line,
        quantity,
        organiser,
        isWaiting: state === 'pending',
      });
  }

  recordUpload(outcome: UploadOutcome): void {
    const unsent = this.#unsent.get(outcome.reference);
    if (unsent === undefined || outcome.kind === 'postponed') return;
    if (outcome.kind === 'attention') {
      this.#unsent.set(outcome.reference, { ...unsent, isWaiting: false });
      return;
    }
    this.#unsent.delete(outcome.reference);
    this.#reported.set(unsent.line, readReported(outcome.answer));
  }

  offerAgain(references: readonly string[]): void {
    for (const reference of references) {
      const unsent = this.#unsent.get(reference);
      if (unsent !== undefined) this.#unsent.set(reference, { ...unsent, isWaiting: true });
    }
  }

  /**
   * Units handed out count, whether or not they will be sent again. Units taken back count only while the server may still accept that: an
   * undo that it refused leaves nothing to hand out again.
   */
  of(line: string): OwnRedemptions {
    let unsent = 0;
    for (const one of this.#unsent.values()) {
      if (one.line === line && (one.isWaiting || one.quantity > 0)) unsent += one.quantity;
    }
    return { unsent, reported: this.#reported.get(line) ?? null };
  }

  /**
   * References to send, oldest first. A line keeps its order, because an undo must not arrive before what it undoes: after a row that must
   * wait, all others of its line wait as well.
   */
  pending(organiser: string, passOver: (reference: string) => boolean): readonly string[] {
    const held = new Set<string>();
    const references: string[] = [];
    for (const [reference, one] of this.#unsent) {
      if (!one.isWaiting || one.organiser !== organiser || held.has(one.line)) continue;
      if (passOver(reference)) held.add(one.line);
      else references.push(reference);
    }
    return references;
  }
}
