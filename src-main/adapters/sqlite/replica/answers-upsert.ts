import type Database from 'better-sqlite3';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { parseJson } from '../../../../shared/contract/parse-json.ts';
import type { AnswersRecord, DoorAnswer } from '../../../ports/replica.ts';

const Answers = Compile(
  Type.Array(Type.Object({ label: Type.String(), type: Type.String(), text: Type.String() })),
);

type Parameters = [
  reference: string,
  event: string,
  answers: string,
  updated_at: number,
  import_: number,
];

/** Returns a function that writes an order's answers: a later import wins, and within one import the newer or equal `updated_at`. */
export function prepareAnswersUpsert(
  database: Database.Database,
): (row: AnswersRecord, importNumber: number) => void {
  const put = database.prepare<Parameters>(
    `INSERT INTO answers (reference, event, answers, updated_at, import) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (reference) DO UPDATE SET event = excluded.event, answers = excluded.answers,
       updated_at = excluded.updated_at, import = excluded.import
     WHERE excluded.import > answers.import OR excluded.updated_at >= answers.updated_at`,
  );
  return ({ reference, event, answers, updated_at }, importNumber) => {
    put.run(reference, event, JSON.stringify(answers), updated_at, importNumber);
  };
}

/** The reading half. */
export function queryAnswers(database: Database.Database) {
  const ofTicket = database
    .prepare<[string, string], string>(
      `SELECT answers.answers FROM tickets JOIN answers ON answers.reference = tickets.order_reference
       WHERE tickets.reference = ? AND tickets.event = ? AND answers.event = tickets.event`,
    )
    .pluck();
  return {
    /** Those of a damaged row are not said. */
    answersOf(event: string, ticket: string): readonly DoorAnswer[] {
      const answers = parseJson(ofTicket.get(ticket, event) ?? '[]');
      return Answers.Check(answers) ? answers : [];
    },
  };
}
