import { expect, it } from 'vitest';
import { consoleErrors } from '../../../shared/console/errors.ts';
import { apiErrors } from '../../../shared/contract/errors.ts';
import { webhookEventNames } from '../../../shared/resources/webhook-events.ts';
import { deliveries } from '../../../src-renderer/console/i18n/en/deliveries.ts';
import { done } from '../../../src-renderer/console/i18n/en/done.ts';
import { errors } from '../../../src-renderer/console/i18n/en/errors.ts';
import { importing } from '../../../src-renderer/console/i18n/en/import.ts';
import { operations as words } from '../../../src-renderer/console/i18n/en/operations.ts';
import { settings } from '../../../src-renderer/console/i18n/en/settings.ts';
import { importFields } from '../../../src-server/imports/columns/import-fields.ts';
import { skipReasons } from '../../../src-server/imports/plan/describe-decision.ts';
import { wordsOf } from '../../../src-server/operations/definition/inputs.ts';
import { accountDeeds } from '../../../src-server/domain/members/memberships.ts';
import { operationTable } from '../../../src-server/operations/operation-table.ts';
import { attemptErrorCodes } from '../../../src-server/webhooks/attempt-error.ts';

/** These have a page, or a button, of their own. */
const withoutForm = /^(?:order\.import|export\..*)$/;

const inputs = [...operationTable.values()]
  .filter(({ kind, role }) => kind === 'operation' && role !== 'operator')
  .filter(({ name }) => !withoutForm.test(name))
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

// The other languages have what English has, or they do not compile.
it('everything that the audit log and the delivery log name has a name for people', () => {
  const operations = [...operationTable.values()]
    .filter(({ kind }) => kind === 'operation')
    .map(({ name }) => name);
  expect(Object.keys(done).toSorted()).toEqual([...operations, ...accountDeeds].toSorted());
  expect(Object.keys(deliveries.events)).toEqual(webhookEventNames);
  expect(Object.keys(deliveries.failures)).toEqual(attemptErrorCodes);
});

it('what an error says belongs to a code that a call can end with', () => {
  const codes = Object.keys(errors).filter((code) => code.includes('.'));
  const known = { ...apiErrors, ...consoleErrors };
  const others = codes.filter((code) => !Object.hasOwn(known, code));
  expect(others.toSorted()).toEqual(['page.offline', 'page.unreachable']);
});

it('every field of a file, and every reason for leaving a line out, has a name for people', () => {
  const fields = importFields.filter((field) => !field.endsWith('_reference'));
  expect(Object.keys(importing.fields).toSorted()).toEqual(fields.toSorted());
  expect(Object.keys(importing.reasons).toSorted()).toEqual(Object.keys(skipReasons).toSorted());
});

it('every resource in the table of roles has a name', () => {
  const members = [...operationTable.values()].filter(({ role }) => role !== 'operator');
  const resources = new Set(members.map(({ name }) => name.slice(0, name.indexOf('.'))));
  expect([...resources].toSorted()).toEqual(Object.keys(settings.roles.resources).toSorted());
});

it('every view in the table of roles has a name', () => {
  const views = [...operationTable.values()].filter(({ kind }) => kind === 'view');
  const verbs = new Set(views.map(({ name }) => name.slice(name.indexOf('.') + 1)));
  expect([...verbs].toSorted()).toEqual(Object.keys(settings.roles.views).toSorted());
});
