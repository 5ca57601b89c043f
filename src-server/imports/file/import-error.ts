import type { FoundProblem, ImportProblem } from '../../../shared/console/import-problems.ts';

/** The file cannot be read at all, or some of its lines are invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** In the order of their lines; of very many the first. */
  readonly problems: readonly ImportProblem[];
  /** How many there are. */
  readonly count: number;

  constructor(problems: readonly ImportProblem[], count = problems.length) {
    super(`${count} lines cannot be imported`);
    this.problems = problems;
    this.count = count;
  }
}

export function refused(line: number, problem: FoundProblem): ImportError {
  return new ImportError([{ line, ...problem }]);
}

/** What is wrong, in place of what was looked for. */
export function isProblem(found: object): found is FoundProblem {
  return 'kind' in found && 'values' in found;
}
