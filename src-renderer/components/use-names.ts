import { HIDDEN_EMAIL, initialsOf } from '../state/hidden-name.ts';
import { areNamesHidden } from '../state/door-state.ts';
import { useDoorState } from './door-context.tsx';

interface Names {
  readonly areHidden: boolean;
  readonly nameOf: (name: string) => string;
  readonly emailOf: (email: string) => string;
}

/** Names and addresses as the screen may show them now. */
export function useNames(): Names {
  return useDoorState(areNamesHidden) ? hidden : shown;
}

const hidden: Names = { areHidden: true, nameOf: initialsOf, emailOf: () => HIDDEN_EMAIL };
const shown: Names = { areHidden: false, nameOf: (name) => name, emailOf: (email) => email };
