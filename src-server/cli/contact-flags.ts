import type { FlagValues } from './define-command.ts';
import { optional, text, written, type WrittenFields } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** Flags that describe a person; only given ones are set. */
export const contactFlags = {
  email: optional(text('EMAIL', 'whose it is')),
  firstName: optional(text('NAME', 'their first name')),
  lastName: optional(text('NAME', 'their last name')),
} as const;

/** The same where there has to be a person. */
export const requiredContactFlags = {
  ...contactFlags,
  email: text('EMAIL', 'whose it becomes'),
} as const;

type Person = { readonly email: string } & WrittenFields<{
  readonly first_name: string;
  readonly last_name: string;
}>;

export function contactOf(values: FlagValues<typeof contactFlags>): Person | null {
  const { email, firstName, lastName } = values;
  if (email !== undefined) return requiredContactOf({ ...values, email });
  if (firstName === undefined && lastName === undefined) return null;
  throw new UsageError('Expected --email with a name: it is what identifies a person.');
}

export function requiredContactOf({
  email,
  firstName: first_name,
  lastName: last_name,
}: FlagValues<typeof requiredContactFlags>): Person {
  return { email, ...written({ first_name, last_name }) };
}
