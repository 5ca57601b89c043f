import type { TSchema } from 'typebox';
import { ErrorBody } from '../../shared/contract/errors.ts';
import { PageLink } from '../../shared/contract/lists.ts';
import { TokenError } from '../../shared/contract/token.ts';
import {
  webhookEventNames,
  webhookEvents,
  type WebhookEventName,
} from '../../shared/resources/webhook-events.ts';
import { resourceSchemas } from '../examples/calls.ts';
import { invalidQuery, tokenErrorExample } from '../examples/errors.ts';
import type { Json, Members, NamedSchemas } from '../examples/example.ts';
import { examplePayload } from '../examples/webhook-events.ts';

/** `add_on.redeemed` as AddOnRedeemed. */
export function identifierOf(name: string): string {
  return name.replaceAll(/(?:^|[._])([a-z])/g, (_part, letter: string) => letter.toUpperCase());
}

/** The three events of the waiting list share a payload. */
function payloadName(event: WebhookEventName): string {
  return identifierOf(event.startsWith('waitlist.') ? 'waitlist.moved' : event);
}

const described: NamedSchemas = {
  ...resourceSchemas,
  ...Object.fromEntries(
    webhookEventNames.map((name) => [
      payloadName(name),
      [webhookEvents[name].payload, examplePayload(name)] as const,
    ]),
  ),
  Error: [ErrorBody, invalidQuery('per_page')],
  PageLink: [PageLink, { url: null, label: '&laquo; Previous', active: false }],
  TokenError: [TokenError, tokenErrorExample('oauth.invalid_client')],
};

/** The schemas with their names, in alphabetical order. */
export const namedSchemas: readonly (readonly [string, TSchema])[] = Object.entries(described)
  .map(([name, [schema]]) => [name, schema] as const)
  .toSorted(([one], [other]) => (one < other ? -1 : 1));

export const schemaNames: ReadonlyMap<unknown, string> = new Map(
  namedSchemas.map(([name, schema]) => [schema, name]),
);

/** Describes every named schema, with its example. */
export function describeSchemas(): Members {
  return Object.fromEntries(
    namedSchemas.map(([name, schema]) => {
      return [name, writeInline({ ...schema, examples: [described[name]?.[1]] })];
    }),
  );
}

/** Describes a schema; named schemas become references. */
export function writeSchema(schema: unknown): Json {
  const name = schemaNames.get(schema);
  return name === undefined ? writeInline(schema) : { $ref: `#/components/schemas/${name}` };
}

/** Describes a schema inline even if it is named: the target of its reference. */
export function writeInline(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(writeSchema);
  if (typeof schema === 'object' && schema !== null) {
    return Object.fromEntries(
      Object.entries(schema).map(([key, part]) => [key, writeSchema(part)]),
    );
  }
  const isScalar =
    typeof schema === 'string' || typeof schema === 'number' || typeof schema === 'boolean';
  return isScalar ? schema : null;
}
