import { addMicros, MICROS_PER_MINUTE } from '../../shared/instant.ts';
import type { Role } from '../../src-server/database/schema.ts';
import { inviteMember } from '../../src-server/domain/members/members.ts';
import { beginSession } from '../../src-server/domain/members/sessions.ts';
import { ConsolePage } from './console-page.ts';
import type { WriteTransaction } from '../../src-server/database/transaction.ts';

/** A server that runs, and its database. */
interface Running {
  readonly authUrl: string;
  readonly database: {
    readonly write: <Result>(work: (tx: WriteTransaction) => Promise<Result>) => Promise<Result>;
  };
}

/** A page whose session has shown both factors. */
export async function memberPage(
  server: Running,
  member: {
    readonly organiser: string;
    readonly role: Role;
    readonly factor?: 'stale';
    readonly email?: string;
  },
): Promise<ConsolePage> {
  const page = await ConsolePage.open(server.authUrl);
  const key_thumbprint = await page.thumbprint();
  page.token = await server.database.write(async (tx) => {
    const email = member.email ?? `${member.role}-${member.factor ?? 'now'}@example.com`;
    const invited = await inviteMember(tx, { ...member, email });
    const { token, session } = await beginSession(tx, {
      account_id: invited.member.account_id,
      key_thumbprint,
      address: '127.0.0.1',
      agent: 'test',
      isVerified: true,
    });
    if (member.factor === 'stale') {
      await tx.db
        .updateTable('console_sessions')
        .set({ second_factor_at: addMicros(tx.now, -11 * MICROS_PER_MINUTE) })
        .where('id', '=', session.id)
        .execute();
    }
    return token;
  });
  return page;
}
