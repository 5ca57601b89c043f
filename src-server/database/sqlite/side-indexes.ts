import { answerLabel } from './answer-label.ts';
import type { Connection } from './connection.ts';
import { SideIndex, type SideIndexDefinition, type SideIndexMark } from './side-index.ts';

/** All side indices of the database. */
export interface SideIndexes {
  readonly scansByTicket: SideIndex<readonly [ticketId: number]>;
  /** Several keys may share a label: what is found is to be compared. */
  readonly answersByKey: SideIndex<readonly [clientRowId: number, key: string]>;
}

const scansByTicket: SideIndexDefinition<readonly [number]> = {
  name: 'scans_by_ticket',
  labelOf: (ticketId) => ticketId,
  tail: { sql: 'select id, ticket_id as label from entry_scans where id > ? order by id' },
  joined: { sql: 'select scan_id as id from scans_by_ticket where ticket_id = ?' },
  join: `insert into scans_by_ticket select ticket_id, id from entry_scans
    where id > ? and id <= ? order by ticket_id, id`,
};

const answersByKey: SideIndexDefinition<readonly [number, string]> = {
  name: 'answers_by_key',
  labelOf: answerLabel,
  tail: {
    sql: 'select id, answer_label(client_id, key) as label from idempotency_keys where id > ? order by id',
  },
  joined: { sql: 'select answer_id as id from answers_by_key where label = ?' },
  join: `insert into answers_by_key select answer_label(client_id, key), id from idempotency_keys
    where id > ? and id <= ? order by 1, 2`,
};

/** The side indices as the write lane keeps them in step with its transactions. */
export class SideIndexSet {
  readonly indexes: SideIndexes;

  constructor(connection: Connection, gather: number) {
    this.indexes = {
      scansByTicket: new SideIndex(connection, scansByTicket, gather),
      answersByKey: new SideIndex(connection, answersByKey, gather),
    };
  }

  get #all() {
    return [this.indexes.scansByTicket, this.indexes.answersByKey];
  }

  mark(): readonly SideIndexMark[] {
    return this.#all.map((index) => index.mark());
  }

  undo(marks: readonly SideIndexMark[]): void {
    for (const [place, index] of this.#all.entries()) {
      const mark = marks[place];
      if (mark !== undefined) index.undo(mark);
    }
  }

  refresh(): void {
    for (const index of this.#all) index.refresh();
  }

  get isFull(): boolean {
    return this.#all.some((index) => index.isFull);
  }

  /** Lets rows join where enough have gathered. `forgetJoined` follows once that is committed. */
  joinFull(): void {
    for (const index of this.#all) if (index.isFull) index.join();
  }

  forgetJoined(): void {
    for (const index of this.#all) if (index.isFull) index.forget();
  }
}
