import { Type, type Static, type TOptional, type TSchema, type TUnsafe } from 'typebox';
import type { Instant } from '../../shared/instant.ts';

/** What people are told of an input, and how they write it: flags, fields of forms and their messages come from it. */
export interface InputWords {
  /** What stands for a value in a usage line, such as `EVT`. */
  readonly placeholder: string;
  readonly description: string;
  readonly kind: InputKind;
  /** Of `choice` and `switch`; the first of a switch is yes. */
  readonly choices?: readonly string[];
  /** Of `whole`. */
  readonly between?: readonly [number, number];
  /** What may be written for null, and what null means. */
  readonly none?: readonly [word: string, meaning: string];
  /** What is taken where the input is missing, as people read it. */
  readonly otherwise?: string;
  /** Names a person, or how to reach them: kept out of the audit log. */
  readonly isPersonal?: true;
  /** Belongs to `create`, and is accepted by `update` if it changes nothing. */
  readonly isOwner?: true;
}

export type InputKind =
  | 'text'
  /** An event by its reference; people may write its slug. */
  | 'event'
  /** References of events separated by commas, or `all`; people may write slugs. */
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
  /** A boolean that is true when it is named. */
  | 'mark'
  | 'list'
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

export function events(description: string): Input<string> {
  const forms = 'evt_ references or slugs, separated by commas, or all';
  const described = `${description}: ${forms}`;
  return inputOf(Type.String(), { kind: 'events', placeholder: 'EVENTS', description: described });
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
  const [minimum, maximum] = between ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  const words = { kind: 'whole', placeholder, description } as const;
  return inputOf(
    Type.Integer({ minimum, maximum }),
    between === undefined ? words : { ...words, between },
  );
}

export function count(placeholder: string, description: string): Input<number> {
  return whole(placeholder, description, [1, Number.MAX_SAFE_INTEGER]);
}

export function money(description: string): Input<number> {
  return inputOf(Type.Integer(), { kind: 'money', placeholder: 'MINOR', description });
}

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

export function mark(description: string): Input<boolean> {
  return inputOf(Type.Boolean(), { kind: 'mark', placeholder: '', description });
}

export function list(placeholder: string, description: string): Input<readonly string[]> {
  return inputOf(Type.Array(Type.String()), { kind: 'list', placeholder, description });
}

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

/** The owner that `create` is given: `update` takes it too, and refuses another one. */
export function owner<Value>(input: Input<Value>): TOptional<Input<Value>> {
  return Type.Optional({ ...input, words: { ...input.words, isOwner: true } });
}

/** The words of an input; throws for a schema without any. */
export function wordsOf(schema: TSchema | undefined): InputWords {
  if (schema !== undefined && 'words' in schema) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only this module writes `words`
    return schema.words as InputWords;
  }
  throw new Error('expected an input with words for people');
}

/** Without the inputs that are missing, which change nothing. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the undefined ones are gone
  return Object.fromEntries(kept) as Given<Fields>;
}

export type Given<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };
