import { join } from 'node:path';
import { cannotBeUsed, diskTrouble } from './disk-trouble.ts';
import { codeOf, HostError } from './host-error.ts';

const NOT_LOADED = /^(?:ERR_DLOPEN_FAILED|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND)/;

/**
 * A start that failed for a reason that nobody gave a sentence to, as one for the person in front of it: what is wrong, and what to
 * do. Its stack belongs in the log. This loads no database, which may be what is wrong.
 */
export function unforeseenFailure(error: unknown, data: string): HostError {
  if (error instanceof HostError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return new HostError('station_failed', sentence(codeOf(error), problem, data), { cause: error });
}

function sentence(code: string, problem: string, data: string): string {
  const trouble = diskTrouble(code);
  if (trouble !== null) return cannotBeUsed(data, trouble, problem);
  if (NOT_LOADED.test(code)) {
    return `A part of Gatehouse cannot be loaded on this system (${problem}). Install it again; on Linux it needs glibc 2.34 or newer, so an older system has to be updated first.`;
  }
  return `Something unexpected happened (${problem}). Start Gatehouse again; if it happens again, ask for help with the files in ${join(data, 'logs')}.`;
}
