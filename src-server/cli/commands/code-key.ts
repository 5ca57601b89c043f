import { codeKeyList, codeKeyRemove, codeKeyRotate } from '../../operations/code-key.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand } from '../definition/operation-command.ts';
import { renderText } from '../render/render-text.ts';

export const commands: readonly Command[] = [
  listCommand(codeKeyList, {
    examples: ['code-key list --organiser org_01j…'],
    render: (data) => renderText({ data }),
  }),
  operationCommand(codeKeyRotate, { examples: ['code-key rotate --organiser org_01j…'] }),
  operationCommand(codeKeyRemove, {
    examples: ['code-key remove c3_8Kq --organiser org_01j…'],
  }),
];
