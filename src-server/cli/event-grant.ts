import type { EventGrant } from '../domain/clients.ts';
import { splitList } from './flags.ts';

/** The events that a client may see, as they are written in a flag: references separated by commas, or `all`. */
export function parseGrant(text: string): EventGrant {
  return text === 'all' ? 'all' : splitList(text);
}
