import { DatabaseError } from './database-error.ts';

/** Rejects with `database.unavailable` if the database takes longer than this. The query goes on, and ends by its own limits. */
export async function withTimeLimit<T>(limitMs: number, query: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const message = `The database has not answered within ${limitMs / 1_000} seconds.`;
    late.reject(new DatabaseError('database.unavailable', message));
  }, limitMs);
  try {
    return await Promise.race([query, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Prometheus waits ten seconds, and has most use for its other figures while the database is silent. */
const FIGURES_WITHIN_MS = 5_000;

/** Figures for `/metrics`; null if the database fails or takes longer. */
export async function figuresInTime<T>(query: Promise<T>): Promise<T | null> {
  try {
    return await withTimeLimit(FIGURES_WITHIN_MS, query);
  } catch (error) {
    if (error instanceof DatabaseError) return null;
    throw error;
  }
}
