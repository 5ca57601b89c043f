import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandTable } from '../src-server/cli/command-table.ts';
import { DomainError } from '../src-server/rules/domain-error.ts';
import { wordsOf } from '../src-server/operations/definition/inputs.ts';
import { roles } from '../src-server/database/schema.ts';
import type { Actor, Operation, View } from '../src-server/operations/definition/operation.ts';
import { look, perform } from '../src-server/operations/definition/perform.ts';
import { readOperations } from './support/operations.ts';
import { openOrganiserFixture, type OrganiserFixture } from './support/organiser-fixture.ts';

const table = await readOperations();
const actor: Actor = { kind: 'command_line', name: 'test' };

async function commandOf(group: string, verb: string) {
  const entry = commandTable.flatMap(({ entries }) => entries).find((one) => one.name === group);
  if (entry?.kind !== 'group') throw new Error(`expected a group ${group}`);
  return (await entry.load()).find((one) => one.name === verb);
}

describe('the table of operations', () => {
  it('has one entry for a name', () => {
    expect(table.length).toBeGreaterThan(80);
    expect(new Set(table.map(({ name }) => name)).size).toBe(table.length);
  });

  it.each(table.map((entry) => [entry.name, entry] as const))(
    '%s has words, a role, and a command of its name unless it is for pages',
    async (name, { summary, role, input, isConsoleOnly = false }) => {
      const [group = '', verb = ''] = name.split('.');
      if (!isConsoleOnly) expect((await commandOf(group, verb))?.summary).toBe(summary);
      expect(summary).toMatch(/^[A-Z]/);
      expect([...roles, 'operator']).toContain(role);
      for (const schema of Object.values(input.properties)) {
        const { description, placeholder } = wordsOf(schema);
        expect(description).not.toBe('');
        expect(placeholder).toMatch(/^[A-Z0-9]+$/);
      }
    },
  );
});

describe('perform and look', () => {
  let fixture: OrganiserFixture;
  let references: readonly string[];
  beforeAll(async () => {
    fixture = await openOrganiserFixture();
    const { reference: ticketType } = await fixture.addTicketType();
    const { order, tickets } = await fixture.addOrder(ticketType);
    const own = [order.reference, ...tickets.map(({ reference }) => reference)];
    references = [fixture.organiser, fixture.event.reference, ticketType, ...own];
  });
  afterAll(() => fixture.close());

  const run = (entry: Operation | View, input: unknown): Promise<unknown> =>
    entry.kind === 'view'
      ? look(fixture.database, entry, input)
      : perform(fixture.database, entry, input, actor);

  const whole = { organiser: 'o', name: 'A', slug: 's', timezone: 'UTC', currency: 'EUR' };

  it.each([
    [{ ...whole, organiser: 3 }, 'organiser', 'The organiser must be a string.'],
    [{ ...whole, status: 'x' }, 'status', 'The status must be one of draft, published.'],
    [{ name: 'A', slug: 's' }, 'organiser', 'The organiser field is required.'],
    [{ organiser: 'org', nmae: 'A' }, 'name', 'The name field is required.'],
    [[], 'input', 'The input must be an object.'],
    [null, 'input', 'The input must be an object.'],
    [JSON.parse('{"__proto__": {"name": "A"}}'), 'organiser', 'The organiser field is required.'],
  ])('an input of %j names the field %s', async (input, field, message) => {
    const create = find('event.create');
    const expected = { code: 'validation.failed', field, message };
    await expect(run(create, input)).rejects.toMatchObject(expected);
  });

  it.each([
    [{ typo: 1 }, 'typo'],
    [JSON.parse('{"__proto__": {"name": "A"}}'), '__proto__'],
    [{ limit: 10, email: 'a\0@example.org' }, 'email'],
    [{ email: '\ud800' }, 'email'],
    [{ limit: 0 }, 'limit'],
  ])('what the schema would let pass, %j, is refused too', async (input, field) => {
    const expected = { code: 'validation.failed', field };
    await expect(run(find('order.list'), input)).rejects.toMatchObject(expected);
  });

  it('take any JSON, and either succeed or say why not and write nothing', async () => {
    let commits = 0;
    const stop = fixture.database.onCommit(() => (commits += 1), 60_000);
    const posted = fc
      .constantFrom(...table)
      .chain((entry) => fc.tuple(fc.constant(entry), inputOf(entry)));
    await fc.assert(
      fc.asyncProperty(posted, async ([entry, input]) => {
        const before = commits;
        try {
          await run(entry, input);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
          expect(commits).toBe(before);
        }
      }),
      { numRuns: 2_000 },
    );
    stop();
    // Some of it has to come as far as the rows.
    expect(commits).toBeGreaterThan(0);
  });

  /** Mostly an object with the entry's inputs, of their types or not. */
  function inputOf({ input }: Operation | View): fc.Arbitrary<unknown> {
    const fields = Object.entries(input.properties).map(
      ([name, schema]) =>
        [name, fc.oneof({ weight: 9, arbitrary: valueOf(schema) }, json)] as const,
    );
    const object = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    const whole = fc.record(Object.fromEntries(fields));
    return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 4, arbitrary: object }, json);
  }

  function valueOf(schema: Parameters<typeof wordsOf>[0]): fc.Arbitrary<unknown> {
    const words = fc.oneof(
      fc.constantFrom(...references, 'guest@example.org', 'Europe/Oslo', 'NOK', 'gala', ''),
      fc.string({ unit: 'binary' }),
    );
    const { kind, choices = [] } = wordsOf(schema);
    switch (kind) {
      case 'whole':
      case 'money':
        return fc.oneof(fc.nat(10), fc.maxSafeInteger(), fc.double());
      case 'time':
        return fc.oneof(fc.constant('2026-12-12T19:00:00Z'), words);
      case 'choice':
        return fc.constantFrom(...choices);
      case 'switch':
        return fc.boolean();
      case 'list':
      case 'names':
      case 'events':
        return fc.oneof(fc.array(words), fc.constant('all'));
      case 'json':
        return fc.oneof(json, fc.array(fc.record({ sellable: words, quantity: fc.nat(3) })));
      default:
        return words;
    }
  }
});

const json = fc.jsonValue();

function find(name: string): Operation | View {
  const entry = table.find((one) => one.name === name);
  if (entry === undefined) throw new Error(`expected an operation ${name}`);
  return entry;
}
