import { expect, it } from 'vitest';
import { operations as words } from '../../../src-renderer/console/i18n/en/operations.ts';
import { wordsOf } from '../../../src-server/operations/definition/inputs.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';

/** Has a page of its own. */
const WITHOUT_FORM = 'order.import';

const inputs = [...operationTable.values()]
  .filter(({ kind, role }) => kind === 'operation' && role !== 'operator')
  .filter(({ name }) => name !== WITHOUT_FORM)
  .flatMap(({ input }) => Object.entries(input.properties))
  .map(([name, schema]) => ({ name, ...wordsOf(schema) }))
  .filter(({ name, isOperators }) => isOperators !== true && name !== 'organiser');

it('every field of a form of the console has a label', () => {
  const names = new Set(inputs.map(({ name }) => name));
  expect([...names].filter((name) => words.fields[name] === undefined)).toEqual([]);
});

it('every choice of a form of the console has a name', () => {
  const choices = new Set(
    inputs.flatMap(({ kind, choices: all = [] }) => (kind === 'choice' ? all : [])),
  );
  // Those of a subscription are called what the documentation calls them.
  const own = [...choices].filter((choice) => !choice.includes('.'));
  expect(own.filter((choice) => words.choices[choice] === undefined)).toEqual([]);
});
