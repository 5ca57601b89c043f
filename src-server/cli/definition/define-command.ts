import { formatInZone } from '../../../shared/local-time.ts';
import { cleanCode } from '../../../shared/ticket-code/clean-code.ts';
import {
  cleanIfReference,
  optionalFlag,
  textFlag,
  yes,
  type Flags,
  type FlagValues,
  type Terms,
} from '../flags/flags.ts';
import { UsageError, ValueError } from '../flags/usage-error.ts';
import type { Terminal } from './terminal.ts';

/** Flags of the commands that this program runs. */
export const commonFlags = {
  data: optionalFlag(textFlag('DIR', 'data folder (default: $GATEHOUSE_DATA, or ./data)')),
  database: optionalFlag(
    textFlag(
      'URL',
      'PostgreSQL database to use instead of the file in DIR (default: $GATEHOUSE_DATABASE)',
    ),
  ),
  json: yes('print only JSON'),
} as const;

export type CommonValues = FlagValues<typeof commonFlags>;

/** What the command line says of a command. */
export interface CommandDefinition<F extends Flags> {
  readonly name: string;
  readonly summary: string;
  /** Placeholders of positional arguments, in order; all are required. `EVT` is an event, by reference or slug. */
  readonly operands: readonly string[];
  readonly flags: F;
  /** Command lines without the program's name. */
  readonly examples: readonly string[];
  /** Paragraphs below the options, such as the names that a list takes. */
  readonly notes?: readonly string[];
}

/** A command with its flags' types erased, so that commands fit into one list. */
export interface Command extends CommandDefinition<Flags> {
  /** Those of `commonFlags` that it takes: none for other programs, which take some of those names, but mean something else. */
  readonly common: Flags;
  readonly run: (words: GivenWords, terminal: Terminal) => Promise<void>;
}

/** The words of a command, not yet read. */
export interface GivenWords {
  readonly operands: readonly string[];
  /** By name in camel case. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The parsed arguments of a command. */
export interface Given<F extends Flags> {
  readonly values: FlagValues<F>;
  readonly common: CommonValues;
  readonly operands: readonly string[];
}

/** For commands without flags of their own. */
export type GivenOperands = Pick<Given<Flags>, 'operands' | 'common'>;

/** Defines a command. It runs only if all of its flags are valid. Without `common` it takes all of `commonFlags`. */
export function defineCommand<F extends Flags>(
  definition: CommandDefinition<F> & Partial<Pick<Command, 'common'>>,
  run: (given: Given<F>, terminal: Terminal) => Promise<void>,
): Command {
  return {
    common: commonFlags,
    ...definition,
    run: async (words, terminal) => run(readGiven(definition, words, noTerms), terminal),
  };
}

/** A command that `bin/gatehouse.js` starts as a program of its own: here it is only explained and completed. */
export function defineOtherProgram(definition: CommandDefinition<Flags>): Command {
  return { ...definition, common: {}, run: refuseToRun };
}

function refuseToRun(): Promise<never> {
  return Promise.reject(new UsageError('Expected bin/gatehouse.js to start it.'));
}

/** The words without what copy and paste leaves around references, and around the slugs of events. */
export function tidyWords(
  { operands, flags }: Pick<CommandDefinition<Flags>, 'operands' | 'flags'>,
  words: GivenWords,
): GivenWords {
  const options = Object.entries(words.options);
  return {
    operands: words.operands.map((word, index) => tidyWord(operands[index], word)),
    options: Object.fromEntries(
      options.map(([name, word]) => [
        name,
        typeof word === 'string' ? tidyWord(flags[name]?.kind, word) : word,
      ]),
    ),
  };
}

/** The words with operands that were given as flags in their places: `client scopes ID --scopes S` is `client scopes ID S`. */
export function withOperands(
  { operands, flags }: Pick<CommandDefinition<Flags>, 'operands' | 'flags'>,
  words: GivenWords,
): GivenWords {
  const placed = [...words.operands];
  const options = { ...words.options };
  for (const [name, { isOperand = false, placeholder }] of Object.entries(flags)) {
    const word = options[name];
    const place = operands.indexOf(placeholder);
    if (!isOperand || typeof word !== 'string' || place > placed.length) continue;
    if (place < placed.length)
      throw new UsageError(`Expected ${placeholder} or ${flagName(name)}, not both.`);
    placed.push(word);
    delete options[name];
  }
  return { operands: placed, options };
}

/** `kind` is that of a flag, or the placeholder of an operand. */
function tidyWord(kind: string | undefined, word: string): string {
  return kind === 'event' || kind === 'EVT' ? cleanCode(word) : cleanIfReference(word);
}

/** Throws a `UsageError` for whatever is missing or invalid. */
export function readGiven<F extends Flags>(
  { flags, operands: expected }: Pick<CommandDefinition<F>, 'flags' | 'operands'>,
  { operands, options }: GivenWords,
  terms: Terms,
): Given<F> {
  refuseMissing({ ...flags, ...commonFlags }, options, expected.slice(operands.length));
  return {
    values: readFlags(flags, options, terms),
    common: readFlags(commonFlags, options, terms),
    operands,
  };
}

/** Before the database is read, in which everything may have a meaning. */
export const anyTerms: Terms = { readLocal: (local) => local, readAmount: () => 0 };

/** For commands that are about no event. */
export const noTerms: Terms = {
  readLocal: (local, text) => {
    throw new ValueError(
      `expected a time with an offset, because the command names no event; got "${text}". For UTC, write ${formatInZone(local, 'UTC')}.`,
    );
  },
  readAmount: (text) => {
    throw new ValueError(
      `expected minor units, because the command names no event whose currency it is; got "${text}".`,
    );
  },
};

/** Names everything that is missing in one message. */
function refuseMissing(
  flags: Flags,
  options: GivenWords['options'],
  operands: readonly string[],
): void {
  const missing = Object.entries(flags)
    .filter(([name, { isRequired }]) => isRequired && options[name] === undefined)
    .map(([name, { placeholder }]) => `${flagName(name)} ${placeholder}`);
  const all = [...operands, ...missing];
  if (all.length > 0) throw new UsageError(`Missing ${enumerate(all)}.`);
}

function enumerate(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** `firstName` is `--first-name`. */
export function flagName(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function readFlags<F extends Flags>(
  flags: F,
  given: GivenWords['options'],
  terms: Terms,
): FlagValues<F> {
  const values = Object.entries(flags).map(([name, flag]) => [
    name,
    readFlag(name, () => flag.read(textOf(given[name]), terms)),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was read by the flag of its name
  return Object.fromEntries(values) as FlagValues<F>;
}

function readFlag(name: string, read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ValueError) throw new UsageError(`${flagName(name)}: ${error.message}`);
    throw error;
  }
}

/** Commander gives `true` for a flag without a value. */
function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  return given === true ? '' : null;
}
