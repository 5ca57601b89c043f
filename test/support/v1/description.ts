import { Type } from 'typebox';
import { Compile, Meta } from 'typebox/schema';
import { expect } from 'vitest';
import type { Answer, Description, Media, Operation } from './openapi-shapes.ts';
import { shaped } from './shaped.ts';

/** The document at `/v1/openapi.json` as tools read it. */
const Anything = Type.Record(Type.String(), Type.Unknown());
const methods = ['get', 'post', 'delete'] as const;
const metaSchema = Compile(Meta['https://json-schema.org/draft/2020-12/schema']);

export interface DescribedOperation {
  readonly path: string;
  readonly method: (typeof methods)[number];
  readonly operation: Operation;
}

export function operationsOf({ paths }: Description): readonly DescribedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method): DescribedOperation[] => {
      const operation = item[method];
      return operation === undefined ? [] : [{ path, method, operation }];
    }),
  );
}

/** What a pointer within the document leads to. */
export function find(document: Description, pointer: string): unknown {
  const names = pointer.replace(/^#\//, '').split('/');
  return names.reduce<unknown>((part, name) => Object(part)[name], document);
}

/** One body that the document shows. */
export interface DescribedExample {
  readonly part: 'request' | 'answer';
  /** `default` and the like count too; empty for a request. */
  readonly status: string;
  readonly mediaType: string;
  /** Empty for an example that stands alone. */
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
  return Object.entries(media.examples).map(([name, example]) => {
    const found = '$ref' in example ? find(document, example.$ref) : example;
    return [name, shaped(Type.Object({ value: Type.Unknown() }), found).value];
  });
}

/** Whether it is a schema in the dialect of OpenAPI 3.1: JSON Schema 2020-12. */
export function isJsonSchema(schema: unknown): boolean {
  return metaSchema.Check(schema);
}

/** Fails unless the value is what the schema of the document says. */
export function expectValid(
  document: Description,
  schema: unknown,
  { value, what }: { readonly value: unknown; readonly what: string },
): void {
  const validator = Compile(shaped(Anything, inlined(document, schema)));
  if (validator.Check(value)) return;
  expect.fail(`${what}: ${JSON.stringify(validator.Errors(value))} of ${JSON.stringify(value)}`);
}

/** A schema with its references replaced by what they name; one that leads nowhere throws. */
export function inlined(
  document: Description,
  schema: unknown,
  trail: readonly string[] = [],
): unknown {
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
