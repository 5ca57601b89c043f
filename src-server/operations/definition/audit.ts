import type { TObject } from 'typebox';
import type { ReadTransaction } from '../../database/transaction.ts';
import { findOrganiserOf } from '../../domain/access/organiser-of.ts';
import { wordsOf } from './inputs.ts';

/** An input as it was given, once it is known to fit its schema. */
export type CheckedInput = Readonly<Record<string, unknown>>;

/** Without what names a person or holds a secret, as JSON. */
export function auditedInput({ properties }: TObject, input: CheckedInput): string {
  const kept = Object.entries(input).filter(([name]) => {
    const { isPersonal = false, isSecret = false } = wordsOf(properties[name]);
    return !isPersonal && !isSecret;
  });
  return JSON.stringify(Object.fromEntries(kept));
}

/** The organiser of the first row that the input names, in the order of the schema: whoever posts it cannot choose another. */
export async function organiserOfInput(
  tx: ReadTransaction,
  { properties }: TObject,
  input: CheckedInput,
): Promise<number | null> {
  for (const name of Object.keys(properties)) {
    const found = await organiserIdOf(tx, input[name]);
    if (found !== null) return found;
  }
  return null;
}

/** Null for what is no reference, or no organiser's. */
export async function organiserIdOf(tx: ReadTransaction, value: unknown): Promise<number | null> {
  return typeof value === 'string' ? findOrganiserOf(tx, value) : null;
}

/** What a result is called: its reference, or what stands for one. */
export function resourceOf(result: object): string | null {
  for (const [name, value] of Object.entries(result)) {
    if (names.has(name) && typeof value === 'string') return value;
  }
  return null;
}

const names: ReadonlySet<string> = new Set(['reference', 'client_id', 'kid']);
