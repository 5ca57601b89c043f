import type { CommandErrorCode } from '../../shared/station/results.ts';
import type { Words } from './words/words.ts';

/** Why the server's conflicts cannot be shown or resolved. */
export function whyNot(code: CommandErrorCode, { conflicts }: Words): string {
  switch (code) {
    case 'conflicts.not_offered':
      return conflicts.notOffered;
    case 'conflicts.forbidden':
      return conflicts.forbidden;
    case 'conflicts.unknown':
      return conflicts.withdrawn;
    default:
      return conflicts.unreachable;
  }
}
