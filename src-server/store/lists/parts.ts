import type { ReadTransaction } from '../../database/transaction.ts';
import type { Part } from './read-page.ts';

/** The rows of one organiser, or of each. */
export async function organiserParts(
  tx: ReadTransaction,
  organiserId: number | undefined,
): Promise<readonly Part[]> {
  if (organiserId !== undefined) return [{ organiser_id: organiserId }];
  const organisers = await tx.db.selectFrom('organisers').select('id').execute();
  return organisers.map(({ id }) => ({ organiser_id: id }));
}
