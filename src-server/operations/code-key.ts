import { Type } from 'typebox';
import { describeCodeKeys, removeCodeKey, rotateCodeKey } from '../domain/tickets/code-keys.ts';
import { text } from './definition/inputs.ts';
import { defineOperation, defineView } from './definition/operation.ts';

const organiser = text('ORG', 'whose ticket codes they sign');

export const codeKeyList = defineView({
  name: 'code-key.list',
  summary: 'Every key whose codes are accepted, newest first; the first one signs',
  role: 'viewer',
  input: Type.Object({ organiser }),
  run: (tx, input) => describeCodeKeys(tx, input.organiser),
});

export const codeKeyRotate = defineOperation({
  name: 'code-key.rotate',
  summary: 'Sign with a new key from now on; codes of earlier keys are accepted until removed',
  role: 'owner',
  fresh: true,
  input: Type.Object({ organiser }),
  run: (tx, input) => rotateCodeKey(tx, input.organiser),
});

export const codeKeyRemove = defineOperation({
  name: 'code-key.remove',
  summary: 'Accept no code of a retired key any more',
  role: 'owner',
  fresh: true,
  input: Type.Object({ code_key: text('KID', 'which key'), organiser }),
  run: (tx, input) => removeCodeKey(tx, input.organiser, input.code_key),
});
