import { type Instant, formatWebhookTime, parseInstant } from '../../shared/instant.ts';
import type { TSchema } from 'typebox';
import type { ErrorBody } from '../../shared/contract/errors.ts';
import type { ListPages } from '../../shared/contract/lists.ts';
import { changedPage, EXAMPLE_LIST, onlyPage, type ExampleRow } from './lists.ts';

/** A JSON value. */
export type Json =
  string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export type Members = Readonly<Record<string, Json>>;

/** An example of one operation's use. */
export interface CallExample {
  /** Values of the parameters in the path; an event is the gala. */
  readonly path?: Readonly<Record<string, string>>;
  readonly request?: Json;
  /** Bodies by status and example name. */
  readonly answers?: Readonly<Record<number, Members>>;
  /** Of a list, in place of `answers`: rows of a page in each of its modes. */
  readonly rows?: {
    readonly numbered: readonly Members[];
    readonly incremental?: readonly (Members & ExampleRow)[];
  };
  /** The body of `validation.failed`, if it does not follow from the contract. */
  readonly invalid?: ErrorBody;
}

/** A read of one thing. */
export function found(data: Json, path: CallExample['path'] = {}): CallExample {
  return { path, answers: { 200: { found: { data } } } };
}

/** Schemas of the API description by name, each with an example. */
export type NamedSchemas = Readonly<Record<string, readonly [TSchema, Json]>>;

/** Of a resource: an example for each of its routes, and for each schema with a name. */
export interface ExamplesOf<Routes> {
  readonly calls: Readonly<Record<keyof Routes, CallExample>>;
  readonly schemas: NamedSchemas;
}

/** The two shapes of a list's page. */
export function pageSchemas(
  name: string,
  { page, sync }: ListPages<TSchema>,
  row: Members & ExampleRow,
): NamedSchemas {
  return {
    [`${name}Page`]: [page, onlyPage(EXAMPLE_LIST, [row])],
    [`${name}Sync`]: [sync, changedPage(EXAMPLE_LIST, [row])],
  };
}

/** The instant of an example's time. Throws if the text is not one. */
export function instantOf(time: string): Instant {
  const instant = parseInstant(time);
  if (instant === null) throw new TypeError(`expected a time, got ${time}`);
  return instant;
}

/** The same time in the format of webhooks. */
export function webhookTime(time: string): string {
  return formatWebhookTime(instantOf(time));
}
