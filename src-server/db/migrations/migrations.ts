import { domainMigration } from './0001-domain.ts';

/** In order: the number of a migration is its place in this list, from 1. */
export const migrations: readonly string[] = [domainMigration];
