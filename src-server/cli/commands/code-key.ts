import type { Command } from 'commander';
import { describeCodeKeys, removeCodeKey, rotateCodeKey } from '../../services/code-keys.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { text } from '../flags.ts';
import type { Terminal } from '../terminal.ts';

const organiser = text('ORG', 'whose ticket codes they sign');

export function addCodeKeyCommands(program: Command, terminal: Terminal): void {
  const codeKey = program.command('code-key').description('Keys that sign ticket codes');
  defineDatabaseCommand(
    codeKey,
    terminal,
    {
      name: 'list',
      summary: 'Every key whose codes are accepted, newest first; the first one signs',
      operands: [],
      flags: { organiser },
    },
    async (database, { values }) => ({
      data: await database.read((tx) => describeCodeKeys(tx, values.organiser)),
    }),
  );
  defineOperation(
    codeKey,
    terminal,
    {
      name: 'rotate',
      summary: 'Sign with a new key from now on; codes of earlier keys are accepted until removed',
      operands: [],
      flags: { organiser },
    },
    (tx, { values }) => rotateCodeKey(tx, values.organiser),
  );
  defineOperation(
    codeKey,
    terminal,
    {
      name: 'remove',
      summary: 'Accept no code of a retired key any more',
      operands: ['KID'],
      flags: { organiser },
    },
    (tx, { values, operands: [kid = ''] }) => removeCodeKey(tx, values.organiser, kid),
  );
}
