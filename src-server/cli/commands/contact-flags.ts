import type { ContactUpsert } from '../../services/contacts.ts';
import type { FlagValues } from '../define-command.ts';
import { optional, text, written } from '../flags.ts';
import { UsageError } from '../usage-error.ts';

/** Who a person is; only what is written is set. */
export const contactFlags = {
  email: optional(text('EMAIL', 'whose it is')),
  firstName: optional(text('NAME', 'their first name')),
  lastName: optional(text('NAME', 'their last name')),
} as const;

export function contactOf(values: FlagValues<typeof contactFlags>): ContactUpsert | null {
  const { email, firstName: first_name, lastName: last_name } = values;
  if (email !== undefined) return { email, ...written({ first_name, last_name }) };
  if (first_name === undefined && last_name === undefined) return null;
  throw new UsageError('Expected --email with a name: it is what identifies a person.');
}

export function requiredContactOf(values: FlagValues<typeof contactFlags>): ContactUpsert {
  const contact = contactOf(values);
  if (contact === null) throw new UsageError('Expected --email.');
  return contact;
}
