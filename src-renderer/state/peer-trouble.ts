import type { PeersState } from '../../shared/station/state.ts';
import type { Words } from './words/words.ts';

/** Why no station is heard although somebody wants it; null while all is well, or nobody does. */
export function peerTrouble(
  { chosen, allowed, running }: PeersState,
  words: Words['peers'],
): string | null {
  if (!chosen || running) return null;
  return allowed === false ? words.notAllowed : words.notYet;
}
