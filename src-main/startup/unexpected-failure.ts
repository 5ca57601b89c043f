import { join } from 'node:path';
import { cannotBeUsed, diskTrouble } from './disk-trouble.ts';
import { codeOf, HostError } from './host-error.ts';

const NOT_LOADED = /^(?:ERR_DLOPEN_FAILED|MODULE_NOT_FOUND|ERR_MODULE_NOT_FOUND)/;

/**
 * Turns an unexpected start failure into a sentence for the person in front of it: what is wrong, and what to do. The stack
 * belongs in the log. Does not load the database module, which may be what is broken.
 */
export function unexpectedFailure(error: unknown, data: string): HostError {
  if (error instanceof HostError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  return new HostError('station_failed', sentence(codeOf(error), problem, data), { cause: error });
}

function sentence(code: string, problem: string, data: string): string {
  const trouble = diskTrouble(code);
  if (trouble !== null) return cannotBeUsed(data, trouble, problem);
  if (NOT_LOADED.test(code)) {
    return `A part of Gatehouse cannot be loaded on this system (${problem}). Reinstall Gatehouse; on Linux it needs glibc 2.34 or newer, so update an older system first.`;
  }
  return `Something unexpected happened (${problem}). Restart Gatehouse; if it happens again, ask for help and send the files in ${join(data, 'logs')}.`;
}
