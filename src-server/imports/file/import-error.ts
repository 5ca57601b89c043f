import type { FoundProblem, ImportProblemGroup } from '../../../shared/console/import-problems.ts';

/** The file cannot be read at all, or some of its lines are invalid; nothing was imported. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  /** In the order of their first lines; of very many the first. */
  readonly problems: readonly ImportProblemGroup[];
  /** For which event; null for what could not be read at all. */
  readonly event: string | null;

  constructor(problems: readonly ImportProblemGroup[], event: string | null = null) {
    super('The file cannot be imported');
    this.problems = problems;
    this.event = event;
  }
}

export function refused(line: number, ...problems: readonly FoundProblem[]): ImportError {
  return new ImportError(problems.map((problem) => ({ ...problem, count: 1, lines: [line] })));
}

/** What is wrong, in place of what was looked for. */
export function isProblem(found: object): found is FoundProblem {
  return 'kind' in found && 'values' in found;
}
