import type { PeersState } from '../../../shared/station/state.ts';
import type { Words } from './en.ts';

/** Why no station is connected although the switch is on; null if all is well or the switch is off. */
export function peerTrouble(
  { chosen, allowed, running }: PeersState,
  words: Words['peers'],
): string | null {
  if (!chosen || running) return null;
  return allowed === false ? words.notAllowed : words.notYet;
}
