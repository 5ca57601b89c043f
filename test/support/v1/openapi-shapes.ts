import { Type, type Static } from 'typebox';
import { exact } from './shapes.ts';

/** The objects of OpenAPI 3.1 that the description uses, closed to members that OpenAPI does not define. */
const text = Type.String({ minLength: 1 });
const url = Type.String({ pattern: '^https?://' });
/** Component names, from which generators make identifiers. */
const componentName = '^[a-zA-Z0-9._-]+$';
const Anything = Type.Record(Type.String(), Type.Unknown());
const Reference = exact({ $ref: Type.String({ pattern: '^#/components/' }) });

const Example = exact({ value: Type.Unknown(), summary: Type.Optional(text) });
const Examples = Type.Record(Type.String(), Type.Union([Reference, Example]));
/** `example` and `examples` exclude each other. */
const Media = Type.Union([
  exact({ schema: Anything, example: Type.Unknown() }),
  exact({ schema: Anything, examples: Examples }),
  // A file.
  exact({ schema: exact({ type: Type.Literal('string'), format: Type.Literal('binary') }) }),
]);
export type Media = Static<typeof Media>;
const Content = Type.Record(Type.String({ pattern: '^[a-z]+/[a-z.+-]+$' }), Media);

const Header = exact({
  description: text,
  schema: Anything,
  example: Type.Optional(Type.Unknown()),
});
const Headers = Type.Record(Type.String(), Type.Union([Reference, Header]));

const Answer = exact({
  description: text,
  headers: Type.Optional(Headers),
  content: Type.Optional(Content),
});
export type Answer = Static<typeof Answer>;

export const Parameter = exact({
  name: text,
  in: Type.Enum(['path', 'query', 'header']),
  required: Type.Optional(Type.Boolean()),
  description: text,
  schema: Anything,
  example: Type.Unknown(),
});
export type Parameter = Static<typeof Parameter>;

const Server = exact({ url });

const Operation = exact({
  operationId: Type.String({ pattern: '^[a-zA-Z]+$' }),
  summary: text,
  description: Type.Optional(text),
  tags: Type.Array(text),
  security: Type.Array(Type.Record(Type.String(), Type.Array(text))),
  parameters: Type.Optional(Type.Array(Type.Union([Reference, Parameter]))),
  requestBody: Type.Optional(exact({ required: Type.Boolean(), content: Content })),
  responses: Type.Record(Type.String({ pattern: '^(?:[1-5](?:\\d\\d|XX)|default)$' }), Answer),
});
export type Operation = Static<typeof Operation>;

const PathItem = exact({
  get: Type.Optional(Operation),
  post: Type.Optional(Operation),
  patch: Type.Optional(Operation),
  delete: Type.Optional(Operation),
  servers: Type.Optional(Type.Array(Server)),
});

const Component = <T extends Parameters<typeof Type.Record>[1]>(schema: T) =>
  Type.Record(Type.String({ pattern: componentName }), schema);

export const Description = exact({
  openapi: Type.String({ pattern: '^3\\.1\\.\\d+$' }),
  info: exact({
    title: text,
    version: text,
    summary: text,
    description: text,
    contact: exact({ name: text, url }),
    license: exact({ name: text, identifier: text }),
  }),
  servers: Type.Array(Server, { minItems: 1 }),
  tags: Type.Array(
    exact({
      name: text,
      description: text,
      externalDocs: Type.Optional(exact({ url, description: text })),
    }),
  ),
  paths: Type.Record(Type.String({ pattern: '^/' }), PathItem),
  webhooks: Type.Record(text, PathItem),
  components: exact({
    schemas: Component(Anything),
    examples: Component(Example),
    headers: Component(Header),
    parameters: Component(Parameter),
    securitySchemes: Component(Anything),
  }),
});
export type Description = Static<typeof Description>;
