import { expect, it } from 'vitest';
import { takenFor, withChoice, writeChoices } from './column-choices.ts';

const file = {
  encoding: 'UTF-8',
  delimiter: ',' as const,
  columns: [
    { column: 'Ticket', field: 'ticket_type' },
    { column: 'Mail', field: 'email' },
    { column: 'Other mail', field: null },
    { column: 'Refund policy', field: null },
  ],
  targets: [
    { field: 'ticket_type', is_repeated: true },
    { field: 'email', is_repeated: false },
  ],
  sample: [],
  problems: [],
};

it('what is chosen counts for what was recognised, and a field is read from one column', () => {
  const chosen = withChoice(file, [], 2, 'email');
  expect(takenFor(file, chosen)).toEqual(['ticket_type', null, 'email', null]);
  const again = withChoice(file, chosen, 1, 'email');
  expect(takenFor(file, again)).toEqual(['ticket_type', 'email', null, null]);
});

it('only what somebody chose is said: what a column is, or that it is ignored', () => {
  const chosen = withChoice(file, withChoice(file, [], 2, 'ticket_type'), 3, null);
  expect(takenFor(file, chosen)).toEqual(['ticket_type', 'email', 'ticket_type', null]);
  expect(writeChoices(file, chosen)).toEqual({
    map: ['Other mail=ticket_type'],
    ignore: ['Refund policy'],
  });
});
