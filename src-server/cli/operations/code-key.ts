import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { describeCodeKeys, removeCodeKey, rotateCodeKey } from '../../domain/code-keys.ts';
import type { flags } from '../commands/code-key.ts';
import type { Given } from '../define-command.ts';

export const list = {
  work: async (database: Database, { values }: Given<typeof flags>) => ({
    data: await database.read((tx) => describeCodeKeys(tx, values.organiser)),
  }),
};

export function rotate(tx: WriteTransaction, { values }: Given<typeof flags>) {
  return rotateCodeKey(tx, values.organiser);
}

export function remove(
  tx: WriteTransaction,
  { values, operands: [kid = ''] }: Given<typeof flags>,
) {
  return removeCodeKey(tx, values.organiser, kid);
}
