import type { PeersState } from '../../shared/station/state.ts';
import type { Words } from './i18n/words.ts';

/** Why no station is heard although the switch is on; null while all is well, or it is off. */
export function peerTrouble(
  { chosen, allowed, running }: PeersState,
  words: Words['peers'],
): string | null {
  if (!chosen || running) return null;
  return allowed === false ? words.notAllowed : words.notYet;
}
