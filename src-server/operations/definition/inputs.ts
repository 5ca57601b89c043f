import { Type, type Static, type TOptional, type TSchema, type TUnsafe } from 'typebox';
import type { EventGrant } from '../../domain/access/clients.ts';
import type { Instant } from '../../../shared/instant.ts';

/** What people read about an input, and how they write it: flags, fields of forms and their messages come from it. */
export interface InputWords {
  /** What stands for a value in a usage line, such as `EVT`. */
  readonly placeholder: string;
  readonly description: string;
  readonly kind: InputKind;
  /** Of `choice` and `switch`, whose first is yes, and of a `list` of known names. */
  readonly choices?: readonly string[];
  /** Of `whole`. */
  readonly between?: readonly [number, number];
  /** What may be written for null, and what null means. */
  readonly none?: readonly [word: string, meaning: string];
  /** What is taken where the input is missing, as people read it. */
  readonly otherwise?: string;
  /** Names a person, or how to reach them: kept out of the audit log. */
  readonly isPersonal?: true;
  /** Holds a secret: kept out of the audit log. */
  readonly isSecret?: true;
  /** Only for whoever runs the server, at the command line. */
  readonly isOperators?: true;
  /** Names no row: it finds some of those that the other inputs leave, whatever it says. */
  readonly isSought?: true;
  /** Belongs to `create`, and is accepted by `update` if it changes nothing. */
  readonly isFixed?: true;
}

/** Longer than names and emails are. Each word of a search is a condition, and SQLite nests a thousand. */
const MAX_SEARCH_LENGTH = 200;

export type InputKind =
  | 'text'
  /** An event by its reference; people may write its slug. */
  | 'event'
  /** References of events, or `all`; people separate them by commas, and may write slugs. */
  | 'events'
  | 'email'
  | 'whole'
  /** Minor units of a currency. */
  | 'money'
  /** ISO 8601 with an offset; people may write the local time of the event. */
  | 'time'
  | 'choice'
  /** A boolean with a word for each. */
  | 'switch'
  /** Texts, which people separate by commas. */
  | 'list'
  /** Names, which people separate by spaces. */
  | 'names'
  | 'json';

/** A JSON schema with words for people. */
export type Input<Value> = TUnsafe<Value> & { readonly words: InputWords };

function inputOf<Value>(schema: TSchema, words: InputWords): Input<Value> {
  return { ...Type.Unsafe<Value>(schema), words };
}

export function text(placeholder: string, description: string): Input<string> {
  return inputOf(Type.String(), { kind: 'text', placeholder, description });
}

export function event(description: string): Input<string> {
  const described = `${description} (evt_… or slug)`;
  return inputOf(Type.String(), { kind: 'event', placeholder: 'EVT', description: described });
}

export function events(description: string): Input<EventGrant> {
  const forms = 'evt_ references or slugs, separated by commas, or all';
  const schema = Type.Union([Type.Array(Type.String()), Type.Literal('all')]);
  const described = `${description}: ${forms}`;
  return inputOf(schema, { kind: 'events', placeholder: 'EVENTS', description: described });
}

/** Whose rows to list, or who somebody is. */
export function email(description: string): Input<string> {
  return inputOf(Type.String(), {
    kind: 'email',
    placeholder: 'EMAIL',
    description,
    isPersonal: true,
  });
}

export function whole(
  placeholder: string,
  description: string,
  between?: readonly [number, number],
): Input<number> {
  const words = { kind: 'whole', placeholder, description } as const;
  if (between === undefined) return inputOf(safeInteger, words);
  const [minimum, maximum] = between;
  return inputOf(Type.Integer({ minimum, maximum }), { ...words, between });
}

export function count(placeholder: string, description: string): Input<number> {
  return whole(placeholder, description, [1, Number.MAX_SAFE_INTEGER]);
}

export function money(description: string): Input<number> {
  return inputOf(safeInteger, { kind: 'money', placeholder: 'MINOR', description });
}

const safeInteger = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});

/** Given as text; `run` takes the instant. */
export function time(description: string): Input<Instant> {
  return inputOf(Type.String(), { kind: 'time', placeholder: 'TIME', description });
}

export function choice<const Choice extends string>(
  placeholder: string,
  description: string,
  choices: readonly Choice[],
): Input<Choice> {
  const schema = Type.Enum([...choices]);
  return inputOf(schema, { kind: 'choice', placeholder, description, choices });
}

/** `yes` and `no` are the words for true and false. */
export function either(
  placeholder: string,
  description: string,
  choices: readonly [yes: string, no: string],
): Input<boolean> {
  return inputOf(Type.Boolean(), { kind: 'switch', placeholder, description, choices });
}

/** `choices`: what `run` will take; it says so better than a schema. */
export function list(
  placeholder: string,
  description: string,
  choices?: readonly string[],
): Input<readonly string[]> {
  const words = { kind: 'list', placeholder, description } as const;
  return inputOf(texts, choices === undefined ? words : { ...words, choices });
}

export function names(placeholder: string, description: string): Input<readonly string[]> {
  return inputOf(texts, { kind: 'names', placeholder, description });
}

const texts = Type.Array(Type.String());

/** A value with parts. */
export function json<Schema extends TSchema>(
  placeholder: string,
  description: string,
  schema: Schema,
): Input<Static<Schema>> {
  return inputOf(schema, { kind: 'json', placeholder, description });
}

/** Null is a value of its own: `word` is written for it, and means `meaning`. */
export function orNull<Value>(
  { words, ...schema }: Input<Value>,
  word: string,
  meaning: string,
): Input<Value | null> {
  return inputOf(Type.Union([schema, Type.Null()]), { ...words, none: [word, meaning] });
}

/** An input that may be missing. `otherwise`: what is taken then, as people read it. */
export function optional<Value>(input: Input<Value>, otherwise?: string): TOptional<Input<Value>> {
  const words = otherwise === undefined ? input.words : { ...input.words, otherwise };
  return Type.Optional({ ...input, words });
}

export function personal<Value>(input: Input<Value>): Input<Value> {
  return { ...input, words: { ...input.words, isPersonal: true } };
}

export function secret<Value>(input: Input<Value>): Input<Value> {
  return { ...input, words: { ...input.words, isSecret: true } };
}

export function operators<Value>(input: Input<Value>): Input<Value> {
  return { ...input, words: { ...input.words, isOperators: true } };
}

/** What is typed into a search. */
export function search(description: string): Input<string> {
  const schema = Type.String({ maxLength: MAX_SEARCH_LENGTH });
  return sought(personal(inputOf(schema, { kind: 'text', placeholder: 'TEXT', description })));
}

export function sought<Value>(input: Input<Value>): Input<Value> {
  return { ...input, words: { ...input.words, isSought: true } };
}

/** What `create` is given once, such as the owner: `update` takes it too, and refuses another one. */
export function fixed<Value>(input: Input<Value>): TOptional<Input<Value>> {
  return Type.Optional({ ...input, words: { ...input.words, isFixed: true } });
}

/** The words of an input; throws for a schema without any. */
export function wordsOf(schema: TSchema | undefined): InputWords {
  if (schema !== undefined && 'words' in schema) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes `words`
    return schema.words as InputWords;
  }
  throw new Error('expected an input with words for people');
}
