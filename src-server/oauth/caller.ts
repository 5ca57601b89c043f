import { scopes, type Scope } from '../../shared/contract/scopes.ts';
import type { Plan } from '../database/schema.ts';
import type { AccessScope } from '../store/access/access-scope.ts';

/** The caller at this moment; its scopes are those that both the token and the client have. */
export interface Caller extends AccessScope {
  /** The version of `access` at which it was read: as long as it stays, so does the caller. */
  readonly accessVersion: number;
  readonly clientId: string;
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  /** Whether the scopes are a station's, which has a rate limit of its own. */
  readonly isStation: boolean;
  readonly organiser: {
    readonly reference: string;
    readonly displayName: string;
    readonly plan: Plan;
  };
}

/** API access needs the Pro plan or better (§1). */
export function planAllowsApi(plan: Plan): boolean {
  return plan !== 'free';
}

/** Parses scope names separated by spaces. Returns null if one of them is unknown. */
export function parseScopes(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  const known = names.filter(isScope);
  return known.length === names.length ? known : null;
}

/** The known ones among stored scope names. */
export function knownScopes(text: string): Scope[] {
  return text.split(' ').filter(isScope);
}

function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name);
}
