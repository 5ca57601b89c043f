import type { Command } from '../define-command.ts';
import { defineDatabaseCommand, defineOperation } from '../define-operation.ts';
import { text } from '../flags.ts';

export const codeKeyFlags = { organiser: text('ORG', 'whose ticket codes they sign') } as const;

export const codeKeyCommands: readonly Command[] = [
  defineDatabaseCommand(
    {
      name: 'list',
      summary: 'Every key whose codes are accepted, newest first; the first one signs',
      operands: [],
      flags: codeKeyFlags,
      examples: ['code-key list --organiser org_01j…'],
    },
    async () => (await import('../operations/code-key.ts')).codeKeyList,
  ),
  defineOperation(
    {
      name: 'rotate',
      summary: 'Sign with a new key from now on; codes of earlier keys are accepted until removed',
      operands: [],
      flags: codeKeyFlags,
      examples: ['code-key rotate --organiser org_01j…'],
    },
    async () => (await import('../operations/code-key.ts')).codeKeyRotate,
  ),
  defineOperation(
    {
      name: 'remove',
      summary: 'Accept no code of a retired key any more',
      operands: ['KID'],
      flags: codeKeyFlags,
      examples: ['code-key remove c3_8Kq --organiser org_01j…'],
    },
    async () => (await import('../operations/code-key.ts')).codeKeyRemove,
  ),
];
