// Why: docs/decisions/0030-answers-at-the-door.md
import type { DoorAnswers, doorAnswerRoutes } from '../../../shared/resources/door-answers.ts';
import { formatInstant } from '../../../shared/instant.ts';
import type { HandlersOf } from '../../http/request-context.ts';
import type { EventRow } from '../../store/events.ts';
import { listSource, type RowOf, type Selection } from '../lists/list-rows.ts';
import { readDoorAnswers } from '../resources/answers.ts';
import { listOfEvent } from '../resources/events.ts';

export const doorAnswerHandlers: HandlersOf<typeof doorAnswerRoutes> = {
  listDoorAnswers: listOfEvent('answers', doorAnswersOf),
};

const orderRows = listSource(
  'orders',
  (db, ids) =>
    db
      .selectFrom('orders as t')
      .select((eb) => [
        't.id',
        't.reference',
        't.created_at',
        eb.ref('t.door_answers_at').$notNull().as('updated_at'),
      ])
      .where('t.id', 'in', ids),
  { changedAt: 'door_answers_at' },
);

/** Orders of which the door shows answers, or once did. */
export function doorAnswersOf(
  event: EventRow,
): Selection<'orders', RowOf<typeof orderRows>, DoorAnswers> {
  return {
    source: orderRows,
    where: { event_id: event.id },
    partition: 'event_id',
    toResources: async (tx, rows) => {
      const answers = await readDoorAnswers(
        tx,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, reference, updated_at }) => ({
        reference,
        answers: [...(answers.get(id) ?? [])],
        updated_at: formatInstant(updated_at),
      }));
    },
  };
}
