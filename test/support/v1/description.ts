import type { IncomingHttpHeaders } from 'node:http';
import { Type } from 'typebox';
import { Compile, Meta } from 'typebox/schema';
import { expect } from 'vitest';
import {
  Parameter,
  type Answer,
  type Description,
  type Media,
  type Operation,
} from './openapi-shapes.ts';
import { shaped } from './shaped.ts';

/** The document at `/v1/openapi.json` as tools read it. */
const Anything = Type.Record(Type.String(), Type.Unknown());
const methods = ['get', 'post', 'patch', 'delete'] as const;
const metaSchema = Compile(Meta['https://json-schema.org/draft/2020-12/schema']);

export interface DescribedOperation {
  readonly path: string;
  readonly method: (typeof methods)[number];
  readonly operation: Operation;
}

export function operationsOf({ paths }: Description): readonly DescribedOperation[] {
  return operationsAmong(paths);
}

/** The webhook requests that the server sends; `path` is the event's name. */
export function webhooksOf({ webhooks }: Description): readonly DescribedOperation[] {
  return operationsAmong(webhooks);
}

function operationsAmong(items: Description['paths']): readonly DescribedOperation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    methods.flatMap((method): DescribedOperation[] => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** Resolves a JSON pointer within the document. */
export function find(document: Description, pointer: string): unknown {
  const names = pointer.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((part, name) => Object(part)[name], document);
}

/** The parameters of an operation, including referenced ones. */
export function parametersOf(document: Description, { parameters = [] }: Operation) {
  return parameters.map((parameter) => {
    return '$ref' in parameter ? shaped(Parameter, find(document, parameter.$ref)) : parameter;
  });
}

/** One example body in the document. */
export interface DescribedExample {
  readonly part: 'request' | 'answer';
  /** The status or `default`; empty for a request. */
  readonly status: string;
  readonly mediaType: string;
  /** Empty for a single example. */
  readonly name: string;
  readonly schema: unknown;
  readonly value: unknown;
}

/** Every example of an operation's request and of its answers. */
export function examplesOf(
  document: Description,
  { requestBody, responses }: Operation,
): readonly DescribedExample[] {
  const bodies = [
    { part: 'request' as const, status: '', content: requestBody?.content ?? {} },
    ...Object.entries(responses).map(([status, answer]) => ({
      part: 'answer' as const,
      status,
      content: contentOf(answer),
    })),
  ];
  return bodies.flatMap(({ content, ...body }) =>
    Object.entries<Media>(content).flatMap(([mediaType, media]) =>
      valuesOf(document, media).map(([name, value]) => {
        return { ...body, mediaType, name, schema: media.schema, value };
      }),
    ),
  );
}

function contentOf({ content = {} }: Answer): NonNullable<Answer['content']> {
  return content;
}

function valuesOf(document: Description, media: Media): readonly (readonly [string, unknown])[] {
  if ('example' in media) return [['', media.example]];
  if (!('examples' in media)) return [];
  return Object.entries(media.examples).map(([name, example]) => {
    const found = '$ref' in example ? find(document, example.$ref) : example;
    return [name, shaped(Type.Object({ value: Type.Unknown() }), found).value];
  });
}

/** Whether it is a valid schema in OpenAPI 3.1's dialect, JSON Schema 2020-12. */
export function isJsonSchema(schema: unknown): boolean {
  return metaSchema.Check(schema);
}

/** Fails unless the value matches the schema in the document. */
export function expectValid(
  document: Description,
  schema: unknown,
  { value, what }: { readonly value: unknown; readonly what: string },
): void {
  const validator = Compile(shaped(Anything, inlined(document, schema)));
  if (validator.Check(value)) return;
  expect.fail(`${what}: ${JSON.stringify(validator.Errors(value))} of ${JSON.stringify(value)}`);
}

/** Also fails if the value has members that the schema does not name. */
export function expectDescribed(
  document: Description,
  schema: unknown,
  shown: { readonly value: unknown; readonly what: string },
): void {
  expectValid(document, closed(inlined(document, schema)), shown);
}

/** Fails unless a request received by an endpoint matches the document's description of its event. */
export function expectDescribedDelivery(
  document: Description,
  { headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: string },
): void {
  expectDescribedBody(document, body);
  const event = String(JSON.parse(body).event);
  for (const { name, schema } of parametersOf(document, webhookOf(document, event))) {
    const value = headers[name.toLowerCase()];
    expectValid(document, schema, { value, what: `${event} ${name}` });
  }
}

/** The same for its body only. */
export function expectDescribedBody(document: Description, body: string): void {
  const value: unknown = JSON.parse(body);
  const event = String(Object(value).event);
  const schema = webhookOf(document, event).requestBody?.content['application/json']?.schema;
  expectDescribed(document, schema, { value, what: event });
}

function webhookOf({ webhooks }: Description, event: string): Operation {
  const operation = webhooks[event]?.post;
  if (operation === undefined) throw new Error(`${event} is not described`);
  return operation;
}

/** The schema with all objects closed to members that they do not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).map(([key, part]) => [key, closed(part)]);
  const only = 'properties' in schema ? { additionalProperties: false } : {};
  return { ...Object.fromEntries(parts), ...only };
}

/** The schema with its references resolved; throws on a dangling one. */
function inlined(document: Description, schema: unknown, trail: readonly string[] = []): unknown {
  if (Array.isArray(schema)) return schema.map((part) => inlined(document, part, trail));
  if (typeof schema !== 'object' || schema === null) return schema;
  if ('$ref' in schema) {
    const pointer = String(schema.$ref);
    const target = find(document, pointer);
    if (target === undefined || trail.includes(pointer)) {
      throw new Error(`${pointer} leads nowhere`);
    }
    return inlined(document, target, [...trail, pointer]);
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [
      key,
      ['example', 'examples', 'enum', 'const'].includes(key)
        ? part
        : inlined(document, part, trail),
    ]),
  );
}
