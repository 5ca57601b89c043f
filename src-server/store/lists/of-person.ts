import { sql } from 'kysely';
import type { Condition } from './read-list.ts';

/** Whose orders or tickets to list. What is undefined leaves nothing out. */
export interface OfPerson {
  /** Their normalised email. Nobody has one who was erased. */
  readonly emailKey: string | undefined;
  readonly contactId?: number | undefined;
}

export function isOfPerson({ emailKey, contactId }: OfPerson): readonly Condition[] {
  const conditions: Condition[] = [];
  if (contactId !== undefined) conditions.push(sql`k.contact_id = ${contactId}`);
  if (emailKey !== undefined)
    conditions.push(sql`k.contact_id in (select id from contacts where email_key = ${emailKey})`);
  return conditions;
}
