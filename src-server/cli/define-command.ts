import { Option, type Command } from 'commander';
import { commonFlags } from './common-flags.ts';
import type { Flag } from './flags.ts';

export type Flags = Readonly<Record<string, Flag<unknown>>>;
export type FlagValues<F extends Flags> = {
  readonly [Key in keyof F]: F[Key] extends Flag<infer T> ? T : never;
};
export type CommonValues = FlagValues<typeof commonFlags>;

export interface CommandDefinition<F extends Flags> {
  readonly name: string;
  readonly summary: string;
  /** Placeholders of what stands without a flag, in order; all are needed. */
  readonly operands: readonly string[];
  /** By name in camel case: `firstName` is `--first-name`. */
  readonly flags: F;
}

/** A command as it was written, read flag by flag. */
export interface Given<F extends Flags> {
  readonly values: FlagValues<F>;
  readonly common: CommonValues;
  readonly operands: readonly string[];
}

/** Adds a command. It runs with its flags read, or not at all. */
export function defineCommand<F extends Flags>(
  parent: Command,
  definition: CommandDefinition<F>,
  run: (given: Given<F>) => Promise<void>,
): void {
  const command = parent.command(definition.name).description(definition.summary);
  for (const operand of definition.operands) command.argument(`<${operand}>`);
  for (const [name, flag] of Object.entries<Flag<unknown>>({
    ...definition.flags,
    ...commonFlags,
  })) {
    command.addOption(optionOf(name, flag));
  }
  command.action(async () => {
    const options = command.opts();
    await run({
      values: readFlags(definition.flags, options),
      common: readFlags(commonFlags, options),
      operands: command.args,
    });
  });
}

function optionOf(name: string, flag: Flag<unknown>): Option {
  const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const value = flag.isValueOptional ? `[${flag.placeholder}]` : `<${flag.placeholder}>`;
  const flags = flag.placeholder === '' ? long : `${long} ${value}`;
  return new Option(flags, flag.description)
    .makeOptionMandatory(flag.isRequired)
    .hideHelp(flag.isHidden ?? false);
}

function readFlags<F extends Flags>(
  flags: F,
  given: Readonly<Record<string, unknown>>,
): FlagValues<F> {
  const values = Object.entries(flags).map(([name, flag]) => [
    name,
    flag.read(textOf(given[name])),
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value was read by the flag of its name
  return Object.fromEntries(values) as FlagValues<F>;
}

/** Commander gives `true` for a flag without a value. */
function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  return given === true ? '' : null;
}
