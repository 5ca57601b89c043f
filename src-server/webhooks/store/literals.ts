import { sql } from 'kysely';
import type { Flag } from '../../database/schema.ts';

// Written into the text of a query: a partial index serves only a query whose text implies the index's condition.
export const PENDING = sql.lit<'pending'>('pending');
export const YES = sql.lit<Flag>(1);
export const ZERO = sql.lit(0);
