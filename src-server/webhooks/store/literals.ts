import { sql } from 'kysely';
import type { Flag } from '../../database/column.ts';

// Inlined into the query text: a partial index is used only if the text implies the index's condition.
export const PENDING = sql.lit<'pending'>('pending');
export const YES = sql.lit<Flag>(1);
export const ZERO = sql.lit(0);
