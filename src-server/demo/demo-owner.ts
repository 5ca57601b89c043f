import { randomBytes } from 'node:crypto';
import type { WriteTransaction } from '../database/transaction.ts';
import { newAuthenticator, writeSecret } from '../domain/members/authenticator.ts';
import { takeLink } from '../domain/members/account-links.ts';
import { inviteMember, setPassword } from '../domain/members/members.ts';
import { hashPassword } from '../domain/members/password-hash.ts';
import { setTotpSecret } from '../store/access/accounts.ts';
import type { DemoOwner } from './demo-credentials.ts';

const EMAIL = 'owner@lumen-hall.example';

interface NewOwner {
  readonly owner: DemoOwner;
  /** Writes it into the database. */
  readonly insert: (tx: WriteTransaction, organiser: string) => Promise<void>;
}

/** The owner of a demo, whose secrets are those of no other demo. */
export async function newDemoOwner(): Promise<NewOwner> {
  const password = randomBytes(12).toString('base64url');
  const { secret } = newAuthenticator(EMAIL);
  const passwordHash = await hashPassword(password);
  return {
    owner: { email: EMAIL, password, totp_secret: writeSecret(secret) },
    insert: async (tx, organiser) => {
      const { member, token } = await inviteMember(tx, { organiser, email: EMAIL, role: 'owner' });
      if (token !== null) await takeLink(tx, token);
      await setPassword(tx, member.account_id, passwordHash);
      await setTotpSecret(tx, member.account_id, { totp_secret: secret, totp_step: null });
    },
  };
}
