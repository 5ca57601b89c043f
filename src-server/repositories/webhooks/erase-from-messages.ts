import type { CompiledStatement } from '../../database/query.ts';
import type { WriteTransaction } from '../../database/transaction.ts';

type Statement = CompiledStatement<unknown>;

/** What endpoints answered may repeat what they were sent. */
const forgetResponses: Statement = {
  sql: `update webhook_attempts set response_body = null where delivery_id in (
      select d.id from webhook_deliveries d join webhook_messages m on m.id = d.message_id
      where m.organiser_id = ? and m.email_key = ?)`,
};

/** An entry of a waiting list says nothing without its person: what is still to be sent of it is not sent. */
const cancelWaitlist: Statement = {
  sql: `update webhook_deliveries set status = 'cancelled', due_at = null where status = 'pending' and message_id in (
      select id from webhook_messages where organiser_id = ? and email_key = ? and name like 'waitlist.%')`,
};

const forgetBodies: Statement = {
  sql: `update webhook_messages set email_key = null,
      body = case when name like 'waitlist.%' then json_set(body, '$.data.email', '')
        else json_set(body, '$.data.contact_email', null) end
    where organiser_id = ? and email_key = ?`,
};

/** Takes an erased person out of the delivery log, and out of what is still to be delivered. */
export async function eraseFromMessages(
  tx: WriteTransaction,
  organiserId: number,
  emailKey: string,
): Promise<void> {
  for (const statement of [forgetResponses, cancelWaitlist, forgetBodies]) {
    await tx.run(statement, [organiserId, emailKey]);
  }
}
