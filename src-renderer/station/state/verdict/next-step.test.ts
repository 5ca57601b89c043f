import { expect, it } from 'vitest';
import { evening, kinds, otherEvent, outcome } from '../../../../test/support/door-script.ts';
import { en } from '../../i18n/en.ts';
import { nextStepOfEntry } from './verdict-board.ts';

const undone = { reference: 'rel_1', kind: 'mistake', at: evening(1) } as const;

const overruled = { reason: 'scanning.already_scanned', note: 'Twins' } as const;

const told = [
  [kinds.admitted, 'let_in'],
  [kinds.already, 'supervisor'],
  [{ ...kinds.already, note: 'just_in' }, 'not_second'],
  [kinds.entrance, 'show_the_way'],
  [{ ...kinds.entrance, right_entry_points: [] }, 'no_entrance'],
  [kinds.session, 'come_back'],
  [kinds.validity, 'box_office'],
  [{ ...kinds.session, window: { from: null, until: evening(-5) } }, 'box_office'],
  [kinds.cancelledDate, 'refund'],
  [kinds.cancelled, 'box_office'],
  [{ ...kinds.cancelled, note: 'replaced' }, 'new_ticket'],
  [{ ...kinds.cancelled, note: 'code_replaced' }, 'new_code'],
  [kinds.refunded, 'box_office'],
  [kinds.unknown, 'look_up'],
  [otherEvent, 'other_event'],
  [kinds.unreadable, 'scan_ticket'],
  [{ ...kinds.unreadable, note: 'enrolment' }, 'scan_ticket'],
  [{ ...kinds.unreadable, note: 'training' }, 'training'],
  [{ ...kinds.unreadable, note: 'partial' }, 'scan_whole'],
  [{ ...kinds.unreadable, note: 'ambiguous' }, 'type_code'],
  [kinds.unrecorded, 'other_station'],
  [{ ...kinds.unrecorded, note: 'unread' }, 'scan_again'],
  [{ ...kinds.admitted, flags: ['check_id'] }, 'check_name'],
  [{ ...kinds.admitted, released: undone }, 'admits_again'],
  [{ ...kinds.admitted, released: undone, overruled }, 'refused_again'],
  [{ ...kinds.admitted, released: { ...undone, kind: 'exit' } }, 'let_back'],
  [{ ...kinds.admitted, kind: 'held', note: 'full' }, 'ask_supervisor'],
  [{ ...kinds.admitted, kind: 'left' }, 'let_out'],
] as const;

it.each(told)('after %j the next step is: %s', (change, step) => {
  expect(nextStepOfEntry({ kind: 'outcome', outcome: outcome(1, change) })).toBe(step);
});

it('every next step belongs to some outcome', () => {
  expect(new Set(told.map(([, step]) => step))).toEqual(new Set(Object.keys(en.next)));
});
