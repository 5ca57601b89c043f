import type { Command } from 'commander';
import { createAddOn } from '../../services/add-ons.ts';
import { createQuestion, fieldTypes } from '../../services/answers.ts';
import { describeAddOn, describeLocation, describeQuestion, describeSession } from '../describe.ts';
import { createLocation, listLocations } from '../../services/locations.ts';
import { cancelSession, createSession, updateSession } from '../../services/sessions.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { choice, list, optional, text, time, whole, written } from '../flags.ts';
import { renderTable } from '../render-table.ts';
import { staysWith } from '../stays-with.ts';
import type { Terminal } from '../terminal.ts';

const event = text('EVT', 'the event it belongs to');
const name = text('NAME', 'what people call it');

export function addSessionCommands(program: Command, terminal: Terminal): void {
  const session = program.command('session').description('Dated occurrences of a recurring event');
  const startsAt = time('TIME', 'when it starts');
  const endsAt = time('TIME', 'when it ends');
  defineOperation(
    session,
    terminal,
    {
      name: 'create',
      summary: 'Make a session',
      operands: [],
      flags: { event, name: optional(name), startsAt, endsAt },
    },
    async (tx, { values }) => {
      const times = { starts_at: values.startsAt, ends_at: values.endsAt };
      const input = { name: values.name ?? null, ...times };
      return describeSession(tx, await createSession(tx, values.event, input));
    },
  );
  defineOperation(
    session,
    terminal,
    {
      name: 'update',
      summary: 'Change a session; its tickets follow',
      operands: ['SES'],
      flags: {
        event: optional(event),
        name: optional(name),
        startsAt: optional(startsAt),
        endsAt: optional(endsAt),
      },
    },
    async (tx, { values, operands: [reference = ''] }) => {
      const { name, startsAt: starts_at, endsAt: ends_at } = values;
      const changes = written({ name, starts_at, ends_at });
      const described = await describeSession(tx, await updateSession(tx, reference, changes));
      staysWith(described.event, values.event);
      return described;
    },
  );
  defineOperation(
    session,
    terminal,
    {
      name: 'cancel',
      summary: 'Cancel a session; its tickets stay valid and refundable',
      operands: ['SES'],
      flags: {},
    },
    async (tx, { operands: [reference = ''] }) =>
      describeSession(tx, await cancelSession(tx, reference)),
  );
}

export function addLocationCommands(program: Command, terminal: Terminal): void {
  const location = program.command('location').description('Entry points of an event');
  defineOperation(
    location,
    terminal,
    { name: 'create', summary: 'Make an entry point', operands: [], flags: { event, name } },
    async (tx, { values }) => describeLocation(tx, await createLocation(tx, values)),
  );
  defineDatabaseCommand(
    location,
    terminal,
    {
      name: 'list',
      summary: 'The entry points of an event',
      operands: [],
      flags: { event },
      render: renderLocations,
    },
    (database, { values }) =>
      database.read(async (tx) => ({
        data: await Promise.all(
          (await listLocations(tx, values.event)).map((row) => describeLocation(tx, row)),
        ),
      })),
  );
}

function renderLocations({
  data,
}: {
  readonly data: readonly Awaited<ReturnType<typeof describeLocation>>[];
}): string {
  if (data.length === 0) return 'No entry points.';
  return renderTable(
    ['entry point', 'name'],
    data.map(({ reference, name }) => [reference, name]),
  );
}

export function addQuestionCommands(program: Command, terminal: Terminal): void {
  const question = program.command('question').description('Registration questions of an event');
  defineOperation(
    question,
    terminal,
    {
      name: 'create',
      summary: 'Ask a question',
      operands: [],
      flags: {
        event,
        key: text('KEY', 'machine key of the field, shared by events'),
        label: text('LABEL', 'the question as asked'),
        type: choice('TYPE', 'what is answered', fieldTypes),
        options: optional(list('OPTIONS', 'what can be chosen, separated by commas')),
      },
    },
    async (tx, { values }) =>
      describeQuestion(
        tx,
        await createQuestion(tx, { ...values, options: values.options ?? null }),
      ),
  );
}

/** Adds `add-on create` to the group. */
export function addAddOnCreation(addOn: Command, terminal: Terminal): void {
  defineOperation(
    addOn,
    terminal,
    {
      name: 'create',
      summary: 'Make an add-on',
      operands: [],
      flags: {
        event,
        name,
        price: whole('MINOR', "in minor units of the event's currency"),
        total: optional(whole('N', 'how many there are')),
      },
    },
    async (tx, { values: { event, name, price, total = null } }) =>
      describeAddOn(tx, await createAddOn(tx, event, { name, price, total })),
  );
}
