import type { OwnRedemptions, Settlement } from '../../../ports/journal.ts';
import type { JournalContent, JournalUpload } from './journal-schema.ts';
import { readRedemption, readTold } from './redemption-rows.ts';

type RedemptionRow = Pick<JournalContent, 'reference' | 'organiser' | 'shown'> &
  Pick<JournalUpload, 'upload_state' | 'upload_answer'>;

interface Unsent {
  readonly line: string;
  readonly quantity: number;
  readonly organiser: string;
  readonly isWaiting: boolean;
}

/** Add-ons that were handed out here, by order line: what the server has not taken, and what it last said of the line. */
export class RedemptionIndex {
  /** By reference, oldest first. */
  readonly #unsent = new Map<string, Unsent>();
  readonly #told = new Map<string, OwnRedemptions['told']>();

  add(row: RedemptionRow): void {
    const redemption = readRedemption(row.shown);
    if (redemption === null) return;
    const { order_line: line, quantity } = redemption;
    const { organiser, upload_state: state } = row;
    if (state === 'acknowledged') this.#told.set(line, readTold(row.upload_answer));
    else
      this.#unsent.set(row.reference, {
        line,
        quantity,
        organiser,
        isWaiting: state === 'pending',
      });
  }

  settle(settlement: Settlement): void {
    const unsent = this.#unsent.get(settlement.reference);
    if (unsent === undefined || settlement.kind === 'postponed') return;
    if (settlement.kind === 'attention') {
      this.#unsent.set(settlement.reference, { ...unsent, isWaiting: false });
      return;
    }
    this.#unsent.delete(settlement.reference);
    this.#told.set(unsent.line, readTold(settlement.answer));
  }

  offerAgain(references: readonly string[]): void {
    for (const reference of references) {
      const unsent = this.#unsent.get(reference);
      if (unsent !== undefined) this.#unsent.set(reference, { ...unsent, isWaiting: true });
    }
  }

  /**
   * What was handed out here counts, whether the server is to be offered it again or not. What was taken back counts only as long as the
   * server may still agree: an undo that it refused leaves nothing to hand out again.
   */
  of(line: string): OwnRedemptions {
    let unsent = 0;
    for (const one of this.#unsent.values()) {
      if (one.line === line && (one.isWaiting || one.quantity > 0)) unsent += one.quantity;
    }
    return { unsent, told: this.#told.get(line) ?? null };
  }

  /**
   * References to send, oldest first. A line keeps its order: what was undone must not arrive before what was handed out, so behind one
   * that has to wait all others of its line wait as well.
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
