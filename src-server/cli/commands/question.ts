import {
  questionArchive,
  questionCreate,
  questionList,
  questionRemove,
  questionShow,
  questionUpdate,
} from '../../operations/question.ts';
import type { Command } from '../definition/define-command.ts';
import { listCommand, operationCommand, showCommand } from '../definition/operation-command.ts';
import { archivingStatusOf } from '../render/archiving-status.ts';

export const commands: readonly Command[] = [
  operationCommand(questionCreate, {
    examples: [
      'question create --event winter-gala --key diet --label "What do you eat?" --type select --options Vegan,Vegetarian,Anything',
    ],
  }),
  operationCommand(questionUpdate, {
    examples: [
      'question update qst_01j… --label "What do you eat?"',
      'question update qst_01j… --options Vegan,Vegetarian,Fish,Anything',
      'question update diet --show-at-door yes',
    ],
  }),
  operationCommand(questionArchive, {
    examples: ['question archive qst_01j…'],
  }),
  operationCommand(questionRemove, {
    examples: ['question remove qst_01j…'],
  }),
  listCommand(questionList, {
    examples: ['question list --event winter-gala'],
    heading: ['question', 'key', 'type', 'label', 'options', 'at the door', 'status'],
    row: (question) => [
      question.reference,
      question.key,
      question.type,
      question.label,
      question.options?.join(', '),
      question.show_at_door ? 'shown' : null,
      archivingStatusOf(question),
    ],
    none: 'No questions.',
  }),
  showCommand(questionShow, { examples: ['question show qst_01j…'] }),
];
