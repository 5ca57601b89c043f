import type { DescribedOperation } from './described-operation.ts';
import type { SessionCall } from './session-calls.ts';

export interface OwnAccount {
  readonly email: string;
  readonly has_password: boolean;
  readonly factors: {
    readonly authenticator: boolean;
    readonly passkey: boolean;
    /** How many are left. */
    readonly recovery_codes: number;
  };
  /** Whether the page is at a name: a passkey belongs to one. */
  readonly passkeys_work: boolean;
  readonly is_verified: boolean;
  readonly is_fresh: boolean;
  /** Empty before the second factor. */
  readonly memberships: readonly OwnMembership[];
}

export interface OwnMembership {
  /** `mem_…` */
  readonly member: string;
  readonly role: MemberRole;
  /** `org_…` */
  readonly organiser: string;
  readonly display_name: string;
  readonly plan: string;
}

export type MemberRole = 'owner' | 'manager' | 'box_office' | 'viewer';

export interface OwnSession {
  readonly session: number;
  readonly address: string;
  readonly agent: string;
  readonly begun_at: string;
  readonly seen_at: string;
  readonly is_own: boolean;
}

export interface OwnPasskey {
  readonly passkey: number;
  readonly name: string;
  readonly created_at: string;
  readonly used_at: string | null;
}

/** The session has another token from then on. */
interface NewToken {
  readonly token: string;
}

/** Who may do an operation or see a view. */
export interface RolesOfOperation {
  /** `order.refund`, as the audit log writes it. */
  readonly name: string;
  readonly roles: readonly MemberRole[];
  /** Whether the second factor is asked for again. */
  readonly fresh: boolean;
}

interface OtherResults {
  readonly 'sign-in.begin': NewToken;
  readonly 'sign-in.code': NewToken;
  readonly 'sign-in.recovery': NewToken;
  /** What the browser's WebAuthn takes, as WebAuthn Level 3 writes it in JSON. */
  readonly 'sign-in.passkey-options': object;
  readonly 'sign-in.passkey': NewToken;
  readonly 'account.show': OwnAccount;
  readonly 'account.operations': readonly DescribedOperation[];
  readonly 'account.roles': readonly RolesOfOperation[];
  readonly 'account.sessions': readonly OwnSession[];
  readonly 'link.show': {
    readonly purpose: 'first_owner' | 'invitation' | 'reset';
    readonly email: string | null;
    /** The names of who invites; for the first owner, of those that there are already. */
    readonly organisers: readonly string[];
  };
  readonly 'link.take': NewToken;
  readonly 'account.authenticator-begin': {
    readonly secret: string;
    readonly uri: string;
    readonly offer: string;
  };
  readonly 'account.authenticator-confirm': NewToken;
  readonly 'account.recovery-codes': { readonly codes: readonly string[] };
  readonly 'account.passkey-options': object;
  readonly 'account.passkey-add': OwnPasskey & NewToken;
  readonly 'account.passkey-list': readonly OwnPasskey[];
  readonly 'account.passkey-rename': OwnPasskey;
}

/** What each call of signing in answers, by its name. */
export type SessionResult<Call extends SessionCall> = Call extends keyof OtherResults
  ? OtherResults[Call]
  : object;
