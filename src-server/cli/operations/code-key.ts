import type { Database } from '../../database/database.ts';
import type { WriteTransaction } from '../../database/transaction.ts';
import { describeCodeKeys, removeCodeKey, rotateCodeKey } from '../../domain/code-keys.ts';
import type { codeKeyFlags } from '../commands/code-key.ts';
import type { Given } from '../define-command.ts';

export const codeKeyList = {
  work: async (database: Database, { values }: Given<typeof codeKeyFlags>) => ({
    data: await database.read((tx) => describeCodeKeys(tx, values.organiser)),
  }),
};

export function codeKeyRotate(tx: WriteTransaction, { values }: Given<typeof codeKeyFlags>) {
  return rotateCodeKey(tx, values.organiser);
}

export function codeKeyRemove(
  tx: WriteTransaction,
  { values, operands: [kid = ''] }: Given<typeof codeKeyFlags>,
) {
  return removeCodeKey(tx, values.organiser, kid);
}
